// Runs one command in a clean environment and lets nothing of it survive: limits, bounded output, whole-tree kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../record.ts';
import { capture, type Keep, textLog } from './capture.ts';
import { explain } from './missing.ts';
import { JOB_MARK } from './process-table.ts';
import { jobProcesses, killJob, trackJob } from './process-tree.ts';

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
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** Longest silence on both pipes; absent = none. */
  idleMs?: number;
  keep?: Keep;
  /** Every chunk of output as it comes; throttling is the caller's. */
  onOutput?: ((chunk: Buffer) => void) | undefined;
}
export interface Ended {
  outcome: 'exited' | 'missing' | 'timeout' | 'idle' | 'cancelled';
  exitCode: number | null;
  /** Both pipes in the order their bytes came. */
  log: Log;
  /** The last part of stdout alone, where answers are looked for. */
  stdout: string;
  /** Processes that outlived a normal exit and were ended. */
  leftovers: number;
  ms: number;
}
type Stop = 'timeout' | 'idle' | 'cancelled';

const LONGEST_MS = 2 ** 31 - 1;
const SETTLE_MS = 150;
const DRAIN_MS = 500;
const STDOUT_TAIL = 256 * 1024;

/** Never throws for what the command does. After it resolves no process of the job is left. */
export async function runProcess(command: Command): Promise<Ended> {
  const started = performance.now();
  const log = capture(command.keep);
  const stdout = capture({ head: 0, tail: STDOUT_TAIL });
  const ended = (outcome: Ended['outcome'], exitCode: number | null, leftovers = 0): Ended => {
    const ms = Math.round(performance.now() - started);
    return { outcome, exitCode, log: log.log(), stdout: stdout.log().tail, leftovers, ms };
  };
  if (command.signal?.aborted) return ended('cancelled', null);
  const child = start(command);
  if (child instanceof Error) return { ...ended('missing', null), log: textLog(explain(command, child)) };

  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.on('data', (chunk: Buffer) => {
      log.push(chunk);
      command.onOutput?.(chunk);
    });
  }
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  const untrack = trackJob(command.job, child.pid ?? 0);
  const end = await untilEnd(child, command);
  const killed = untrack();
  if (end instanceof Error) return { ...ended('missing', null), log: textLog(explain(command, end)) };
  const leftovers = await sweep(child, command.job, end.stop);
  await drain(child, closed);
  const stop = killed ? 'cancelled' : end.stop;
  return ended(stop ?? 'exited', stop ? null : end.exitCode, leftovers);
}

function start(command: Command): ChildProcess | Error {
  const [file = '', ...args] = command.argv;
  const env = { ...command.env, [JOB_MARK]: command.job, ULTRALOOP_ACTIVE: command.run };
  try {
    // Its own session and group (`detached`), so that one signal reaches all that did not leave on purpose.
    const stdio = [command.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const;
    const who = command.account && { uid: command.account.uid, gid: command.account.gid };
    const child = spawn(file, args, { cwd: command.cwd, env, detached: true, shell: false, stdio: [...stdio], ...who });
    // A command that does not read its input is not an error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(command.stdin);
    return child;
  } catch (error) {
    return error as Error;
  }
}

/** Resolves when the first process has ended by itself, or when it has to end: limit, silence or a person's word. */
function untilEnd(child: ChildProcess, command: Command): Promise<Error | { stop?: Stop; exitCode: number | null }> {
  return new Promise(resolve => {
    let over = false;
    const done = (result: Error | { stop?: Stop; exitCode: number | null }): void => {
      over = true;
      clearTimeout(limit);
      clearTimeout(silence);
      command.signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const stop = (why: Stop) => () => done({ stop: why, exitCode: null });
    const cancel = stop('cancelled');
    const limit = setTimeout(stop('timeout'), Math.min(command.timeoutMs, LONGEST_MS));
    const idleMs = Math.min(command.idleMs ?? LONGEST_MS, LONGEST_MS);
    const silence = setTimeout(stop('idle'), idleMs);
    for (const pipe of [child.stdout, child.stderr]) pipe?.on('data', () => over || silence.refresh());
    command.signal?.addEventListener('abort', cancel, { once: true });
    child.once('error', done);
    child.once('exit', exitCode => done({ exitCode }));
  });
}

/** Ends what is left. Only what outlives a normal exit by more than a moment counts as left over. */
async function sweep(child: ChildProcess, job: string, stop: Stop | undefined): Promise<number> {
  if (stop) {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    await killJob(job, child.pid);
    await Promise.race([gone, sleep(DRAIN_MS)]);
    return 0;
  }
  const until = Date.now() + SETTLE_MS;
  while (jobProcesses(job, child.pid).length > 0) {
    if (Date.now() >= until) return killJob(job, child.pid);
    await sleep(15);
  }
  return 0;
}

/** Waits for the last bytes, but not for a stranger that holds the pipe open. */
async function drain(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
  waiting.abort();
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
}
