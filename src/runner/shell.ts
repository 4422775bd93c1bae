// Runs the repository's check commands: in the sandbox, with a clean environment, with a hard time limit.
import { Failure } from '../failures.ts';
import type { Shell, ShellJob, ShellResult } from '../tools.ts';
import { openLiveLog } from './live-log.ts';
import { runProcess } from './process.ts';
import { reapJob } from './process-tree.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface ShellOptions {
  run: string;
  sandbox: Sandbox;
  /** The worktree, and folders that may only be read. */
  worktree: string;
  readOnlyDirs: readonly string[];
  /** Folder of the sockets that lead out, for what may go out. Absent = no network at all. */
  gate?: string;
  /** The whole environment, see `cleanEnv`. */
  env: Readonly<Record<string, string>>;
  /** Asked at each command: what a person's `/abort` fires. */
  signal?: (() => AbortSignal | undefined) | undefined;
  onOutput?: ((name: string, chunk: Buffer) => void) | undefined;
  /** Where the run's files are; without it `live` means nothing. */
  runFolder?: string;
}

/** `/bin/sh -c command` in the worktree. Every ending is a result; only a lost worktree throws. */
export function makeShell(options: ShellOptions): Shell {
  return { run: job => runCheck(options, job) };
}

async function runCheck(options: ShellOptions, job: ShellJob): Promise<ShellResult> {
  const { worktree, readOnlyDirs, gate } = options;
  const id = jobId(options.run, `check-${job.name}`);
  await reapJob(id);
  // Checks have no network at all: they judge what is there, the same way each time.
  const walls = { worktree, readOnlyDirs, writableDirs: [], gate };
  const wrapped = options.sandbox.wrap(['/bin/sh', '-c', job.command], walls);
  const live = options.runFolder && job.live ? await openLiveLog(options.runFolder, job.live) : undefined;
  const ended = await runProcess({
    argv: wrapped.argv,
    account: wrapped.account,
    cwd: worktree,
    env: { ...options.env, ...wrapped.env },
    limits: wrapped.limits,
    job: id,
    run: options.run,
    signal: options.signal?.(),
    timeoutMs: job.timeoutMin * 60_000,
    onOutput: chunk => {
      live?.push(chunk);
      options.onOutput?.(job.name, chunk);
    },
  });
  await live?.end(ended.exitCode);
  // A shell is always there: what is missing is its folder, or the sandbox's own program.
  if (ended.outcome === 'missing') throw new Failure('workspace-lost', ended.log.head + ended.log.tail);
  const { exitCode, over, leftovers, ms, log } = ended;
  return {
    exitCode,
    ...(over && { over }),
    timedOut: ended.outcome === 'timeout',
    cancelled: ended.outcome === 'cancelled',
    leftovers,
    ms,
    log,
  };
}

/** The mark of a job's processes: the same after a restart of the app, so that strays of a killed app are found. */
export function jobId(run: string, name: string): string {
  return `${run}.${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}`;
}
