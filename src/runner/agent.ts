// The part all ways to drive an agent share: where it works, what it is told, how its answer is found, and what is cleaned up.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Agent, AgentJob, AgentTurn } from '../tools.ts';
import { readAnswer, usageOf } from './answer.ts';
import type { Ended } from './process.ts';
import { reapJob } from './process-tree.ts';
import { renderPrompt } from './prompt.ts';
import type { Gate } from './sandbox/gate.ts';
import { giveTree, letThrough } from './sandbox/ownership.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { jobId } from './shell.ts';
import type { Workspace } from './workspace.ts';

/** One way to drive an agent (command line, later ACP): starts it, waits for it, leaves nothing running. */
export type AgentDriver = (session: AgentSession) => Promise<Ended>;
export interface AgentSession {
  run: string;
  job: string;
  role: AgentJob['role'];
  model: string;
  cwd: string;
  prompt: string;
  promptFile: string;
  resultFile: string;
  env: Readonly<Record<string, string>>;
  /** Puts a command line behind the walls of the sandbox. */
  wrap: (argv: readonly string[]) => ReturnType<Sandbox['wrap']>;
  timeoutMs: number;
  idleMs: number;
  signal: AbortSignal | undefined;
  onOutput: ((chunk: Buffer) => void) | undefined;
}
export interface AgentOptions {
  run: string;
  data: string;
  workspace: Pick<Workspace, 'path' | 'mirrorDir' | 'instruct' | 'show' | 'putBack' | 'touch' | 'throwaway'>;
  driver: AgentDriver;
  sandbox: Sandbox;
  /** The whole environment, see `cleanEnv`. */
  env: Readonly<Record<string, string>>;
  /** The model of a job's tier (C15); empty = the agent's own choice. */
  model?: ((job: AgentJob) => string) | undefined;
  /** Opens the way out for one job, its sockets in `folder`. Absent = no network. */
  gate?: ((job: { id: string; folder: string }) => Promise<Gate>) | undefined;
  signal?: (() => AbortSignal | undefined) | undefined;
  onOutput?: ((job: AgentJob, chunk: Buffer) => void) | undefined;
}

const RESULT = 'result.json';

export function makeAgent(options: AgentOptions): Agent {
  return { run: job => runAgent(options, job) };
}

async function runAgent(options: AgentOptions, job: AgentJob): Promise<AgentTurn> {
  const id = jobId(options.run, [job.stage, job.role, job.name].filter(Boolean).join('-'));
  // An earlier app may have been killed while this very job ran: nobody else may write while we do.
  await reapJob(id);
  const folder = join(options.data, 'runs', options.run, 'jobs', id);
  // Fresh, so that no answer of an earlier time is taken for this one's, nor a link an agent left is followed.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { workspace } = options;
  const shown = await workspace.instruct(job.from);
  const at = { id, folder };
  if (job.readOnly) return noted(await review(options, { ...job, from: shown.tree }, at), shown.files);
  await workspace.show(shown);
  workspace.touch();
  const turn = await drive(options, job, { ...at, cwd: workspace.path });
  await workspace.putBack(shown);
  return noted(turn, shown.files);
}

/** Says which instructions the agent did not see as the branch has them. */
function noted(turn: AgentTurn, files: readonly { path: string }[]): AgentTurn {
  if (files.length === 0) return turn;
  const note = `The agent saw the default branch’s ${files.map(({ path }) => path).join(', ')}, not this branch’s`;
  return { ...turn, notes: [...(turn.notes ?? []), note] };
}

async function review(options: AgentOptions, job: AgentJob, at: { id: string; folder: string }): Promise<AgentTurn> {
  const copy = await options.workspace.throwaway(job.from, job.name);
  let discarded: string[] = [];
  const turn = await drive(options, job, { ...at, cwd: copy.path }).finally(async () => {
    discarded = await copy.discard();
  });
  return { ...turn, discarded };
}

interface Place {
  id: string;
  folder: string;
  cwd: string;
}

async function drive(options: AgentOptions, job: AgentJob, { id, folder, cwd }: Place): Promise<AgentTurn> {
  const promptFile = join(folder, 'prompt.md');
  const resultFile = join(folder, RESULT);
  const prompt = await renderPrompt(job, { resultFile });
  await writeFile(promptFile, prompt.text, { mode: 0o600, flag: 'wx' });
  await lend(options, folder);
  const gate = await options.gate?.({ id, folder: `${folder}.gate` });
  const walls = {
    worktree: cwd,
    readOnlyDirs: [options.workspace.mirrorDir],
    writableDirs: [folder],
    ours: true,
    gate: gate?.folder,
  };
  const driven = options.driver({
    ...{ run: options.run, job: id, role: job.role, model: options.model?.(job) ?? '' },
    ...{ cwd, prompt: prompt.text, promptFile, resultFile, env: { ...options.env, ...gate?.env } },
    ...{ timeoutMs: job.timeoutMin * 60_000, idleMs: job.idleMin * 60_000 },
    wrap: argv => options.sandbox.wrap(argv, walls),
    signal: options.signal?.(),
    onOutput: chunk => options.onOutput?.(job, chunk),
  });
  const ended = await driven.finally(() => gate?.close());
  const turn = toTurn(ended, await readAnswer(resultFile, ended.stdout));
  return { ...turn, ...gate?.usage(), notes: [...hiddenNote(prompt.hidden), ...(gate?.notes() ?? [])] };
}

/** The agent writes its answer where the app keeps the job: that folder is its own while it works. */
async function lend({ data, sandbox: { account } }: AgentOptions, folder: string): Promise<void> {
  if (account === undefined) return;
  await letThrough(data, dirname(folder), account);
  await giveTree(folder, account);
}

function hiddenNote(hidden: number): string[] {
  return hidden > 0 ? [`${hidden} hidden parts were taken out of the text given to the agent`] : [];
}

function toTurn(ended: Ended, value: unknown): AgentTurn {
  const { exitCode, log, ms, leftovers } = ended;
  const usage = usageOf(value);
  const turn: AgentTurn = { outcome: outcomeOf(ended), exitCode, log, ms, leftovers, discarded: [] };
  return { ...turn, ...(value === undefined ? {} : { value }), ...(usage === undefined ? {} : { usage }) };
}

function outcomeOf({ outcome, exitCode }: Ended): AgentTurn['outcome'] {
  if (outcome !== 'exited') return outcome;
  return exitCode === 0 ? 'ok' : 'failed';
}
