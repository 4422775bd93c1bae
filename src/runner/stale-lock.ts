// A git that was killed leaves its lock files; one that nobody can still be holding is taken away.
import { rm, stat } from 'node:fs/promises';
import { sep } from 'node:path';

/** git holds these for milliseconds; our own index, held for longer, is cleaned by its one user. */
const STALE_MS = 20_000;

/** Removes the lock git complains of when it lies below `folder` and is old. True = trying again makes sense. */
export async function removeStaleLock(stderr: string, folder: string): Promise<boolean> {
  const file = /Unable to create '([^']+\.lock)': File exists/.exec(stderr)?.[1];
  if (file === undefined || !file.startsWith(folder + sep) || file.includes(`${sep}..${sep}`)) return false;
  const age = await stat(file).then(
    found => Date.now() - found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  if (age < STALE_MS) return false;
  await rm(file, { force: true });
  return true;
}
