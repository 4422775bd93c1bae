// What a command may take of memory and disk: said by the operator, else by the size of the host (SEC-84).
import { totalmem } from 'node:os';
import type { JobLimits } from '../job-limits.ts';
import type { Sandbox } from './sandbox.ts';

export type Quota = Omit<JobLimits, 'folders'>;

const MEGABYTE = 1024 * 1024;
/** Files and folders of a worktree, dependencies included. */
const USUAL_FILES = 1_000_000;
const USUAL_DISK = 10_240 * MEGABYTE;

/** Half of the memory that the app itself may use, so that one command can never take all of it. */
export function usualQuota(): Quota {
  const allowed = process.constrainedMemory() || totalmem();
  return { memory: Math.floor(Math.min(totalmem(), allowed) / 2), disk: USUAL_DISK, files: USUAL_FILES };
}

/** The same sandbox; commands are watched besides. */
export function limited(sandbox: Sandbox, quota: Quota): Sandbox {
  return {
    ...sandbox,
    wrap: (argv, walls) => ({
      ...sandbox.wrap(argv, walls),
      limits: { ...quota, folders: [walls.worktree, ...walls.writableDirs] },
    }),
  };
}
