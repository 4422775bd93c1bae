// SEC-24, 25, 48, 49: files that steer checks, agents and people, or hold credentials, do not reach the branch changed.
import { covers } from '../config/globs.ts';
import { PROTECTED } from '../config/protected.ts';
import type { Sighting } from '../facts/guard.ts';
import type { FileChange } from '../record.ts';
import type { Spec } from '../spec.ts';

const WORDS: Record<string, string> = { A: 'is new', D: 'is gone', T: 'has another type' };

/** Adding, changing, removing and re-moding all count. Case does not: some file systems and agents do not see it. */
export function protectedPaths(files: readonly FileChange[], { guarded }: Pick<Spec, 'guarded'>): Sighting[] {
  const isProtected = covers(lower([...PROTECTED, ...(guarded?.protected ?? [])]));
  const isAllowed = allowed(guarded?.allowed ?? []);
  const hit = files.filter(({ path }) => isProtected(path.toLowerCase()) && !isAllowed(path));
  return hit.map(({ path, status }) => ({ path, what: WORDS[status] ?? 'is changed' }));
}

/** Whether `allow_protected` takes a path out. */
export function allowed(globs: readonly string[]): (path: string) => boolean {
  const matches = covers(lower(globs));
  return path => globs.length > 0 && matches(path.toLowerCase());
}

const lower = (globs: readonly string[]): string[] => globs.map(glob => glob.toLowerCase());
