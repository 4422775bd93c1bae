// Where a path that an agent names really is: links are followed, so that a link in the worktree is no way out of it.
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Places {
  cwd: string;
  resultFile: string;
}
export type Where = 'worktree' | 'result' | 'git' | 'outside';

export async function whereIs(path: string, { cwd, resultFile }: Places): Promise<Where> {
  const named = absolute(path, cwd);
  if (named === undefined) return 'outside';
  if (named === resultFile) return 'result';
  const [real, top] = await Promise.all([realOf(named), realpath(cwd).catch(() => undefined)]);
  if (real === undefined || top === undefined) return 'outside';
  if (real !== top && !real.startsWith(top + sep)) return 'outside';
  return relative(top, real).split(sep).some(isGit) ? 'git' : 'worktree';
}

/** Relative to the worktree, as people know it; undefined for what is not in it. */
export function shownPath(path: string, cwd: string): string | undefined {
  const named = absolute(path, cwd);
  const below = named === undefined ? '' : relative(cwd, named);
  return below === '' || below.split(sep)[0] === '..' ? undefined : below;
}

function absolute(path: string, cwd: string): string | undefined {
  if (path.includes('\0')) return undefined;
  try {
    return resolve(cwd, path.startsWith('file://') ? fileURLToPath(path) : path);
  } catch {
    return undefined;
  }
}

/** Of a path that is not there yet, where it would come to be; undefined behind a link to nowhere. */
async function realOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) return undefined;
    const there = await lstat(path).catch(() => undefined);
    const parent = there === undefined ? await realOf(dirname(path)) : undefined;
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}

const isGit = (name: string): boolean => name.toLowerCase() === '.git';
