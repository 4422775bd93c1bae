// Runs one command in a clean environment and lets nothing of it survive: limits, bounded output, whole-tree kill.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Log } from '../record.ts';
import type { OverLimit } from '../tools.ts';
import { type Capture, capture, type Keep, textLog } from './capture.ts';
import type { JobLimits } from './job-limits.ts';
import { explain } from './missing.ts';
import { drain, type Stop, sweep, watch } from './process-end.ts';
import { JOB_MARK } from './process-table.ts';
import { trackJob } from './process-tree.ts';

export interface Command {
  argv: readonly string[];
  cwd: string;
  /** The whole environment: nothing of ours is inherited. */
  env: Readonly<Record<string, string>>;
  /** Who runs it; absent = the app's own account. */
  account?: { uid: number; gid: number } | undefined;
  /** Marks every process of this command, so that strays are found, also by a later app. */
  job: string;
  /** The run it works for; a nested ultraloop sees it as ULTRALOOP_ACTIVE and refuses (C1). */
  run: string;
  stdin?: string;
  /** It is spoken with: stdin stays open, and stdout is for the caller to read and nobody else. */
  talk?: boolean;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** Longest silence on both pipes; absent = none. */
  idleMs?: number;
  /** What all its processes may take together; absent = no limit. */
  limits?: JobLimits | undefined;
  keep?: Keep;
  /** Every chunk of output as it comes; throttling is the caller's. */
  onOutput?: ((chunk: Buffer) => void) | undefined;
}
export interface Ended {
  outcome: 'exited' | 'missing' | Stop;
  exitCode: number | null;
  /** The limit that ended it, with `exited` and no exit code, as if the kernel had; also the last line of its log. */
  over?: OverLimit;
  /** Both pipes in the order their bytes came. */
  log: Log;
  /** The last part of stdout alone, where answers are looked for. */
  stdout: string;
  /** Processes that outlived a normal exit and were ended. */
  leftovers: number;
  ms: number;
}
/** A command while it runs. */
export interface Opened {
  /** Absent when it could not be started, or need not be. */
  child?: ChildProcess;
  log: Capture;
  /** To be called at every sign of life on a pipe that the caller reads. */
  alive(): void;
  ended: Promise<Ended>;
}

const STDOUT_TAIL = 256 * 1024;

/** Never throws for what the command does. After it resolves no process of the job is left. */
export function runProcess(command: Command): Promise<Ended> {
  return openProcess(command).ended;
}

/** The same, handed out while it runs. */
export function openProcess(command: Command): Opened {
  const started = performance.now();
  const log = capture(command.keep);
  const stdout = capture({ head: 0, tail: STDOUT_TAIL });
  const ended = (outcome: Ended['outcome'], exitCode: number | null, leftovers = 0): Ended => {
    const ms = Math.round(performance.now() - started);
    return { outcome, exitCode, log: log.log(), stdout: stdout.log().tail, leftovers, ms };
  };
  const missing = (error: Error): Ended => ({ ...ended('missing', null), log: textLog(explain(command, error)) });
  const never = (end: Ended): Opened => ({ log, alive: () => undefined, ended: Promise.resolve(end) });
  if (command.signal?.aborted) return never(ended('cancelled', null));
  const child = start(command);
  if (child instanceof Error) return never(missing(child));

  const pipes = command.talk ? [child.stderr] : [child.stdout, child.stderr];
  if (!command.talk) child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  const { end, alive } = watch(child, command);
  for (const pipe of pipes)
    pipe?.on('data', (chunk: Buffer) => {
      alive();
      log.push(chunk);
      command.onOutput?.(chunk);
    });
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  const untrack = trackJob(command.job, child.pid ?? 0);
  const finish = async (): Promise<Ended> => {
    const how = await end;
    const killed = untrack();
    if (how instanceof Error) return missing(how);
    const leftovers = await sweep(child, command.job, how);
    await drain(child, closed);
    const stop = killed ? 'cancelled' : how.stop;
    if (stop || how.over === undefined) return ended(stop ?? 'exited', stop ? null : how.exitCode, leftovers);
    log.push(Buffer.from(`\n[ended by ultraloop: ${how.over.why}]\n`));
    return { ...ended('exited', null), over: how.over };
  };
  return { child, log, alive, ended: finish() };
}

function start(command: Command): ChildProcess | Error {
  const [file = '', ...args] = command.argv;
  const env = { ...command.env, [JOB_MARK]: command.job, ULTRALOOP_ACTIVE: command.run };
  try {
    // Its own session and group (`detached`), so that one signal reaches all that did not leave on purpose.
    const stdio = [command.stdin === undefined && !command.talk ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const;
    const who = command.account && { uid: command.account.uid, gid: command.account.gid };
    const child = spawn(file, args, { cwd: command.cwd, env, detached: true, shell: false, stdio: [...stdio], ...who });
    // A command that does not read its input is not an error.
    child.stdin?.on('error', () => {});
    if (!command.talk) child.stdin?.end(command.stdin);
    return child;
  } catch (error) {
    return error as Error;
  }
}
