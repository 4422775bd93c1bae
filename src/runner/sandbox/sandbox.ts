// The seam every agent and check command goes through on its way to being started.
import type { JobLimits } from '../job-limits.ts';
import type { Account } from './account.ts';

export interface Walls {
  /** The one folder that may be written. */
  worktree: string;
  /** Folders that must be visible but not writable, such as the mirror behind the worktree. */
  readOnlyDirs: readonly string[];
  /** Other folders that may be written, such as the folder of the job's result file. */
  writableDirs: readonly string[];
  /** The command line is the operator's, so that what it names is to be seen. A repository's is not. */
  ours?: boolean;
  /** Folder of the sockets that lead out, see `openGate`. Absent = no network at all. */
  gate?: string | undefined;
}
export interface Wrapped {
  argv: readonly string[];
  /** Added to the child's clean environment. */
  env: Readonly<Record<string, string>>;
  /** Who the command runs as; absent = the app's own account. */
  account?: Account | undefined;
  /** What all its processes may take together. */
  limits?: JobLimits | undefined;
}
export interface Sandbox {
  /** Shown in reports; `none` is repeated in every one. */
  name: string;
  /** Who agents and checks run as, when that is somebody else than the app: worktrees are theirs. */
  account?: Account | undefined;
  /** Why nothing may be run. */
  why?: string;
  /** Pure but for looking at where programs are. Throws the Failure `no-sandbox` when nothing may be run. */
  wrap(argv: readonly string[], walls: Walls): Wrapped;
}

/** No walls at all: only for operators that ask for it in a word. */
export const unsafeNone: Sandbox = {
  name: 'none',
  wrap: argv => ({ argv, env: {} }),
};
