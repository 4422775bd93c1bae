// Finds git repositories an agent made inside the worktree and takes their `.git` away before our git can meet them (SEC-33).
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { pathText, splitNul } from './diff.ts';
import { cleanEnv } from './environment.ts';
import { type GitPlace, git } from './git.ts';

/** Moves every nested `.git` to `quarantine` and returns the folders they were in. Ignored folders (node_modules) are left alone. */
export async function removeNested(place: GitPlace, root: string, quarantine: string): Promise<string[]> {
  const found = await findNested(root);
  if (found.length === 0) return [];
  const ignored = await ignoredOf(place, found);
  const nested = found.filter(path => !ignored.has(path.toString('latin1')));
  const folder = join(quarantine, new Date().toISOString().replaceAll(':', ''));
  for (const [n, path] of nested.entries()) await moveAway(root, path, join(folder, `${n}.git`));
  return nested.map(path => pathText(path.subarray(0, Math.max(0, path.lastIndexOf('/')))));
}

/** Paths of `.git` below the root, relative, as bytes. `find` follows no links and walks 50,000 files in a blink. */
async function findNested(root: string): Promise<Buffer[]> {
  const args = ['.', '-mindepth', '2', '-iname', '.git', '-prune', '-print0'];
  const options = { cwd: root, env: cleanEnv([]), extendEnv: false, encoding: 'buffer', reject: false } as const;
  const result = await execa('find', args, { ...options, stripFinalNewline: false });
  // A folder we may not read ends in an error of git's own; here only a missing `find` is one.
  if (result.code !== undefined) throw result;
  return splitNul(Buffer.from(result.stdout)).map(path => path.subarray(2));
}

async function ignoredOf(place: GitPlace, found: readonly Buffer[]): Promise<Set<string>> {
  // `./` in front: a folder named like pathspec magic is a folder (this command knows no literal pathspecs).
  const folders = new Map(found.map(path => [`./${path.subarray(0, path.lastIndexOf('/')).toString('latin1')}`, path]));
  const input = Buffer.from([...folders.keys()].map(folder => `${folder}\0`).join(''), 'latin1');
  const { stdout } = await git(place, ['--no-literal-pathspecs', 'check-ignore', '-z', '--stdin'], { input, ok: [1] });
  const ignored = splitNul(stdout).map(folder => folders.get(folder.toString('latin1')));
  return new Set(ignored.flatMap(path => (path ? [path.toString('latin1')] : [])));
}

async function moveAway(root: string, path: Buffer, target: string): Promise<void> {
  const from = Buffer.concat([Buffer.from(`${root}/`), path]);
  await mkdir(join(target, '..'), { recursive: true });
  // Another disk, or a target that cannot take it: gone is as good as away.
  await rename(from, target).catch(() => rm(from, { recursive: true, force: true }));
}
