// What agents obey or run by themselves in a repository is the default branch's, whatever a branch or an agent's leftovers say (SEC-24, 25).
import { realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { AGENT_FILES, listed } from '../config/protected.ts';
import { type Blob, changedBlobs, pathText, splitNul } from './diff.ts';
import { cleanEnv } from './environment.ts';
import { git, gitText } from './git.ts';
import { lend, type Site } from './site.ts';

export interface Instructed {
  /** The tree to show to an agent; the one asked about when nothing differs. */
  tree: string;
  asked: string;
  /** Files shown as the base has them. */
  files: Blob[];
}

/** The tree with every agent's file as it is at the run's base. Files that `allow_protected` takes out are left as they are. */
export async function instructed(site: Site, asked: string): Promise<Instructed> {
  const differ = await changedBlobs(site.objects, asked, site.options.base);
  const files = differ.filter(({ path }) => concerns(site, path));
  if (files.length === 0) return { tree: asked, asked, files };
  const index = join(site.admin, 'index.instructed');
  await rm(`${index}.lock`, { force: true });
  const place = { ...site.objects, index };
  await git(place, ['read-tree', '--end-of-options', asked]);
  const entries = files.map(({ mode, id, path }) => `${mode === '000000' ? '0' : mode} ${id}\t${path}\0`);
  await git(place, ['update-index', '-z', '--index-info'], { input: entries.join('') });
  const tree = await gitText(place, ['write-tree']);
  await rm(index, { force: true });
  return { tree, asked, files };
}

/** Agents' files that no commit knows, such as ignored settings an earlier turn left: a way to tell a later one what to do. */
export async function sweepInstructions(site: Site): Promise<void> {
  const found = (await lying(site)).filter(path => concerns(site, path));
  if (found.length === 0) return;
  const known = new Set(splitNul((await git(site.files, ['ls-files', '-z'])).stdout).map(pathText));
  for (const path of found.filter(path => !known.has(path))) await remove(site, path);
}

/**
 * By `find`, which also comes into repositories an agent made in ignored folders, and sees a link in the place of a folder. What lies in
 * node_modules is nobody's instruction here, and there may be a hundred thousand files.
 */
async function lying({ path }: Site): Promise<string[]> {
  const args = [
    '.',
    '(',
    '-name',
    'node_modules',
    '-o',
    '-path',
    './.git',
    ')',
    '-prune',
    '-o',
    '!',
    '-type',
    'd',
    ...NAMES,
  ];
  const options = { cwd: path, env: cleanEnv([], { LC_ALL: 'C' }), extendEnv: false, encoding: 'buffer' } as const;
  const result = await execa('find', [...args, '-print0'], { ...options, reject: false, stripFinalNewline: false });
  // A folder we may not read ends in an error of its own; here only a missing `find` is one.
  if (result.code !== undefined) throw result;
  return splitNul(Buffer.from(result.stdout)).map(found => pathText(found.subarray(2)));
}

/** The globs as `find` reads them: there `*` is any number of folders, and a folder may be something else. */
const NAMES = [
  '(',
  ...AGENT_FILES.map(glob => (glob.startsWith('**/') ? glob.slice(1) : `./${glob}`))
    .flatMap(glob => (glob.endsWith('/**') ? [glob.slice(0, -3), glob.slice(0, -1)] : [glob]))
    .flatMap((glob, at) => [...(at === 0 ? [] : ['-o']), '-ipath', glob]),
  ')',
];

/** After the turn: what the agent left alone becomes again what the branch says, so that a person's change of it is not undone. */
export async function putBack(site: Site, { asked, files }: Instructed): Promise<void> {
  if (files.length === 0) return;
  const touched = await touchedOf(site, files);
  const ours = files.filter(({ path }) => !touched.has(path)).map(({ path }) => path);
  const there = new Set(await namesIn(site, asked, ours));
  for (const path of ours.filter(path => !there.has(path))) await remove(site, path);
  const input = [...there].map(path => `${path}\0`).join('');
  const from = ['--worktree', `--source=${asked}`, '--pathspec-from-file=-', '--pathspec-file-nul'];
  if (there.size > 0) await git(site.files, ['restore', ...from], { input });
  await lend(site);
}

function concerns({ options }: Site, path: string): boolean {
  return listed(AGENT_FILES)(path) && !listed(options.allowed ?? [])(path);
}

async function touchedOf(site: Site, files: readonly Blob[]): Promise<Set<string>> {
  const paths = files.map(({ path }) => path);
  const { stdout } = await git(site.files, ['ls-files', '-z', '-m', '-d', '-o', '--', ...paths]);
  return new Set(splitNul(stdout).map(pathText));
}

async function namesIn(site: Site, tree: string, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { stdout } = await git(site.objects, ['ls-tree', '-z', '--name-only', '--full-tree', tree, '--', ...paths]);
  return splitNul(stdout).map(pathText);
}

/** Never through a link an agent put in the place of a folder. */
async function remove({ path: root }: Site, path: string): Promise<void> {
  const file = join(root, path);
  const folder = await realpath(dirname(file)).catch(() => undefined);
  if (folder === join(await realpath(root), dirname(path))) await rm(file, { recursive: true, force: true });
}
