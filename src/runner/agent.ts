// One turn of an agent: where it works, which tree it begins with, and what is put right behind it.
import { join } from 'node:path';
import type { AgentConfig } from '../agents.ts';
import type { Agent, AgentActivity, AgentJob, AgentTurn } from '../tools.ts';
import { drive, type Place } from './agent-drive.ts';
import type { Services } from './agent-fill.ts';
import { folderOf, renew } from './agent-home.ts';
import { reapJob } from './process-tree.ts';
import type { Gate } from './sandbox/gate.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { jobId } from './shell.ts';
import type { Workspace } from './workspace.ts';

export interface AgentOptions {
  run: string;
  data: string;
  workspace: Pick<Workspace, 'path' | 'mirrorDir' | 'instruct' | 'show' | 'putBack' | 'touch' | 'throwaway' | 'sweep'>;
  /** Which agent does a job; `{model}` may be filled in already. */
  agents: (job: AgentJob) => AgentConfig;
  sandbox: Sandbox;
  /** Opens the way out for one job, its sockets in `folder`. Absent = no network behind walls, the host's without. */
  gate?: ((job: { id: string; folder: string; agent: AgentConfig }) => Promise<Gate | undefined>) | undefined;
  /** Where model services are and the keys to them, for agents without a gate. */
  services?: Services | undefined;
  signal?: (() => AbortSignal | undefined) | undefined;
  onOutput?: ((job: AgentJob, chunk: Buffer) => void) | undefined;
  onActivity?: ((job: AgentJob, activity: AgentActivity) => void) | undefined;
}

export function makeAgent(options: AgentOptions): Agent {
  return { run: job => runAgent(options, job) };
}

async function runAgent(options: AgentOptions, job: AgentJob): Promise<AgentTurn> {
  const config = options.agents(job);
  const id = jobId(options.run, [job.stage, job.role, job.name].filter(Boolean).join('-'));
  // An earlier app may have been killed while this very job ran: nobody else may write while we do.
  await reapJob(id);
  const folder = folderOf(join(options.data, 'runs', options.run, 'jobs', id));
  await renew(folder);
  const { workspace } = options;
  const shown = await workspace.instruct(job.from);
  const at = { id, folder, config };
  if (job.readOnly) return noted(await review(options, { ...job, from: shown.tree }, at), shown.files);
  await workspace.show(shown);
  workspace.touch();
  const turn = await drive(options, job, { ...at, cwd: workspace.path });
  if (turn.over?.kind === 'disk') await Promise.all([workspace.sweep(), renew(folder)]);
  await workspace.putBack(shown);
  return noted(turn, shown.files);
}

/** Says which instructions the agent did not see as the branch has them. */
function noted(turn: AgentTurn, files: readonly { path: string }[]): AgentTurn {
  if (files.length === 0) return turn;
  const note = `The agent saw the default branch’s ${files.map(({ path }) => path).join(', ')}, not this branch’s`;
  return { ...turn, notes: [...(turn.notes ?? []), note] };
}

async function review(options: AgentOptions, job: AgentJob, at: Omit<Place, 'cwd'>): Promise<AgentTurn> {
  const copy = await options.workspace.throwaway(job.from, job.name);
  let discarded: string[] = [];
  let full = false;
  const driven = drive(options, job, { ...at, cwd: copy.path }).then(async turn => {
    full = turn.over?.kind === 'disk';
    if (full) await renew(at.folder);
    return turn;
  });
  const turn = await driven.finally(async () => {
    discarded = await copy.discard(full);
  });
  return { ...turn, discarded };
}
