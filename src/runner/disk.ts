// Looks for free space before work starts, so that a full disk is a clear message and not a half-written tree.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../failures.ts';

const MIN_FREE_BYTES = 512 * 1024 * 1024;

/** Throws `disk-full` when less than `minBytes` are free for us where `folder` is, or will be. */
export async function requireDisk(folder: string, minBytes = MIN_FREE_BYTES): Promise<void> {
  const { bavail, bsize } = await statfsAbove(folder);
  const free = bavail * bsize;
  if (free >= minBytes) return;
  throw new Failure(
    'disk-full',
    `${megabytes(free)} MB are free under ${folder}, ${megabytes(minBytes)} MB are needed`,
  );
}

async function statfsAbove(folder: string): Promise<{ bavail: number; bsize: number }> {
  try {
    return await statfs(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return statfsAbove(dirname(folder));
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
