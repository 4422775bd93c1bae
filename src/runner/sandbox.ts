// The seam every agent and check command goes through on its way to being started.
interface Walls {
  /** The one folder that may be written. */
  worktree: string;
  /** Folders that must be visible but not writable, such as the mirror behind the worktree. */
  readOnlyDirs: readonly string[];
  /** Other folders that may be written, such as the folder of the job's result file. */
  writableDirs: readonly string[];
  network: boolean;
}
interface Wrapped {
  argv: readonly string[];
  /** Added to the child's clean environment. */
  env: Readonly<Record<string, string>>;
}
export interface Sandbox {
  /** Shown in reports; `none` is repeated in every one. */
  name: string;
  wrap(argv: readonly string[], walls: Walls): Wrapped;
}

/** No walls at all: only for operators that ask for it in a word. */
export const unsafeNone: Sandbox = {
  name: 'none',
  wrap: argv => ({ argv, env: {} }),
};
