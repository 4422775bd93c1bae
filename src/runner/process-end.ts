// How a command comes to its end: by itself, at a limit or by a person's word; and what is done so that nothing of it is left.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OverLimit } from '../tools.ts';
import { type JobLimits, watchJob } from './job-limits.ts';
import { jobProcesses, killJob } from './process-tree.ts';

export type Stop = 'timeout' | 'idle' | 'cancelled';
type How = { stop?: Stop; over?: OverLimit; exitCode: number | null };
interface Limits {
  job: string;
  limits?: JobLimits | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** Longest time without a sign of life; absent = none. */
  idleMs?: number;
}

const LONGEST_MS = 2 ** 31 - 1;
const SETTLE_MS = 1_000;
const DRAIN_MS = 500;

/** `end` resolves when the first process has ended by itself, or when it has to end; an error is why it never began. */
export function watch(child: ChildProcess, command: Limits): { end: Promise<Error | How>; alive(): void } {
  let alive = (): void => {};
  const end = new Promise<Error | How>(resolve => {
    const done = (result: Error | How): void => {
      alive = () => {};
      clearTimeout(limit);
      clearTimeout(silence);
      unwatch?.();
      command.signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const stop = (why: Stop) => () => done({ stop: why, exitCode: null });
    const cancel = stop('cancelled');
    const limit = setTimeout(stop('timeout'), Math.min(command.timeoutMs, LONGEST_MS));
    const silence = setTimeout(stop('idle'), Math.min(command.idleMs ?? LONGEST_MS, LONGEST_MS));
    const watched = command.limits && { job: command.job, root: child.pid ?? 0, limits: command.limits };
    const unwatch = watched && watchJob(watched, over => done({ over, exitCode: null }));
    alive = () => void silence.refresh();
    command.signal?.addEventListener('abort', cancel, { once: true });
    child.once('error', done);
    child.once('exit', exitCode => done({ exitCode }));
  });
  return { end, alive: () => alive() };
}

/** Ends what is left. Only what outlives a normal exit by more than a moment counts as left over. */
export async function sweep(child: ChildProcess, job: string, { stop, over }: How): Promise<number> {
  if (stop || over) {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    // What takes too much would go on taking it while it is asked to end.
    await (over ? killJob(job, child.pid, 0) : killJob(job, child.pid));
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
export async function drain(child: ChildProcess, closed: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => {})]);
  waiting.abort();
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
}
