// What is between the part all agents share and a way to drive one: what it is given, and what it has to tell.
import type { AgentConfig } from '../agents.ts';
import type { AgentActivity, AgentJob, AgentTurn } from '../tools.ts';
import type { Filled } from './agent-fill.ts';
import { missing } from './missing.ts';
import type { Command, Ended } from './process.ts';
import { LEADS_OUT } from './sandbox/gate-inside.ts';
import { findProgram } from './sandbox/programs.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** One way to drive an agent: starts it, waits for it, asks once more when `again` says so, leaves nothing running. */
export type AgentDriver = (session: AgentSession) => Promise<Driven>;
export interface AgentSession {
  run: string;
  job: string;
  role: AgentJob['role'];
  /** A role that only looks: of all files it may write its answer's. */
  readOnly: boolean;
  config: AgentConfig;
  /** Command line and options with their placeholders filled. */
  filled: Pick<Filled, 'command' | 'options'>;
  cwd: string;
  prompt: string;
  promptFile: string;
  resultFile: string;
  /** The whole environment but for what the walls add. */
  env: Readonly<Record<string, string>>;
  /** Its own home, which goes before the one behind the walls; absent = as it comes. */
  home: string | undefined;
  /** Puts a command line behind the walls of the sandbox. */
  wrap: (argv: readonly string[]) => ReturnType<Sandbox['wrap']>;
  timeoutMs: number;
  idleMs: number;
  signal: AbortSignal | undefined;
  onOutput: ((chunk: Buffer) => void) | undefined;
  onActivity: ((activity: AgentActivity) => void) | undefined;
  /** To be called when a prompt came to its end by itself: the section that asks once more; undefined = done. */
  again(said: string): Promise<string | undefined>;
  /** Puts another prompt in the place of the first; only while nothing of the agent runs. */
  tell(prompt: string): Promise<void>;
}
export interface Driven extends Pick<AgentTurn, 'outcome' | 'exitCode' | 'over' | 'log' | 'ms' | 'leftovers'> {
  usage?: AgentTurn['usage'] | undefined;
  /** The last thing it said, where answers are looked for. */
  text: string;
  notes: string[];
  /** Where it says why it failed. */
  error?: string;
}

/** How it is started behind its walls; an end where its program is not there. */
export function startOf(session: AgentSession): Command | Ended {
  const { run, job, cwd, timeoutMs, idleMs, signal, onOutput } = session;
  const { command } = session.filled;
  const { argv, account, limits, ...wrapped } = session.wrap(command);
  // Behind walls it would be the walls that say so, as if the agent had.
  if (argv !== command && !findProgram(command[0] ?? '', session.env.PATH, cwd)) return missing({ argv: command, cwd });
  const home = session.home && { HOME: session.home };
  const env = { ...session.env, ...paths(session), ...wrapped.env, ...ownWayOut(session), ...home };
  return { argv, account, limits, cwd, env, job, run, timeoutMs, idleMs, signal, onOutput };
}

/** Some programs take every address for one behind a proxy, their model service's too: what their definition says of proxies counts. */
function ownWayOut({ env, config }: AgentSession): Record<string, string> {
  const said = (name: string): boolean => Object.hasOwn(LEADS_OUT, name) && Object.hasOwn(config.env, name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => said(name)));
}

/** For agents that are scripts. */
function paths({ role, promptFile, resultFile }: AgentSession): Record<string, string> {
  return { ULTRALOOP_ROLE: role, ULTRALOOP_PROMPT_FILE: promptFile, ULTRALOOP_RESULT_FILE: resultFile };
}
