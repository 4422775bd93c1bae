// What all ways to drive an agent share: what it is told, what it may see and reach, and how its answer is found.
import type { AgentConfig } from '../agents.ts';
import { modelOf } from '../config/agent-of.ts';
import type { AgentJob, AgentTurn } from '../tools.ts';
import { acpDriver } from './acp/driver.ts';
import type { AgentOptions } from './agent.ts';
import { answering } from './agent-answer.ts';
import { commandDriver } from './agent-command.ts';
import type { AgentDriver } from './agent-driver.ts';
import { fillConfig, wantsHome } from './agent-fill.ts';
import { type Folder, furnish, lend, stands, tell, unfurnish } from './agent-home.ts';
import { measuredUsage } from './agent-usage.ts';
import { textLog } from './capture.ts';
import { cleanEnv } from './environment.ts';
import { renderPrompt } from './prompt.ts';
import type { Gate } from './sandbox/gate.ts';

const DRIVERS: Record<AgentConfig['drive'], AgentDriver> = { acp: acpDriver, command: commandDriver };

export interface Place {
  id: string;
  folder: Folder;
  cwd: string;
  config: AgentConfig;
}

export async function drive(options: AgentOptions, job: AgentJob, place: Place): Promise<AgentTurn> {
  const gate = await options.gate?.({ id: place.id, folder: `${place.folder.path}.gate`, agent: place.config });
  try {
    const turn = await turnOf(options, job, { ...place, gate });
    // What was under way when it ended, or was killed, is counted once the gate is closed.
    await gate?.close();
    const trouble = gate?.trouble?.() ?? turn.trouble;
    const notes = [...(turn.notes ?? []), ...limitNote(turn, job), ...(gate?.notes() ?? [])];
    const usage = measuredUsage(turn.usage, gate?.usage().usage);
    return { ...turn, ...(usage && { usage }), notes, ...(trouble && { trouble }) };
  } finally {
    await gate?.close();
    await unfurnish(place.folder);
  }
}

interface Setting extends Place {
  gate: Gate | undefined;
}

async function turnOf(options: AgentOptions, job: AgentJob, setting: Setting): Promise<AgentTurn> {
  const { folder, cwd, config, gate } = setting;
  const prompt = await renderPrompt(job, folder);
  const { resultFile, promptFile } = folder;
  const model = modelOf(config, job.tier ?? 'standard');
  const places = { promptFile, resultFile, cwd, home: folder.home, role: job.role, model };
  const filled = fillConfig(config, places, { ...options.services, ...gate?.services });
  if (typeof filled === 'string') return unready(filled);
  const own = wantsHome(config);
  const wrong = own ? await furnish(folder, filled.files) : undefined;
  if (wrong !== undefined) return unready(`the agent \`${config.name}\`: ${wrong}`);
  await tell(folder, prompt.text);
  await lend(options.data, folder, options.sandbox.account);
  const answer = answering(job, resultFile);
  const driven = await DRIVERS[config.drive]({
    ...{ run: options.run, job: setting.id, role: job.role, readOnly: job.readOnly, config, filled },
    ...{ cwd, prompt: prompt.text, promptFile, resultFile, home: own ? folder.home : undefined },
    env: { ...cleanEnv(['HOME', ...config.pass], filled.env), ...gate?.env },
    ...{ timeoutMs: job.timeoutMin * 60_000, idleMs: job.idleMin * 60_000, signal: options.signal?.() },
    wrap: argv => options.sandbox.wrap(argv, wallsOf(options, setting)),
    onOutput: chunk => options.onOutput?.(job, chunk),
    onActivity: activity => options.onActivity?.(job, activity),
    again: async said => ((await stands(folder)) ? answer.again(said) : undefined),
    async tell(text) {
      await tell(folder, text);
      await lend(options.data, folder, options.sandbox.account);
    },
  });
  const turn = await answer.toTurn(driven);
  return { ...turn, notes: [...hiddenNote(prompt.hidden), ...(turn.notes ?? [])] };
}

function wallsOf({ workspace }: AgentOptions, { cwd, folder, gate }: Setting) {
  const writableDirs = [folder.path];
  return { worktree: cwd, readOnlyDirs: [workspace.mirrorDir], writableDirs, ours: true, gate: gate?.folder };
}

/** The operator has to mend something before this agent can be started. */
function unready(why: string): AgentTurn {
  return { outcome: 'missing', exitCode: null, log: textLog(why), ms: 0, discarded: [], leftovers: 0 };
}

function limitNote({ over }: AgentTurn, { role }: AgentJob): string[] {
  if (over === undefined) return [];
  return [
    `The ${role} was stopped: ${over.why}.${over.kind === 'disk' ? ' What it wrote in this turn was removed' : ''}`,
  ];
}

function hiddenNote(hidden: number): string[] {
  return hidden > 0 ? [`${hidden} hidden parts were taken out of the text given to the agent`] : [];
}
