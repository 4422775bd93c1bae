// Where a run's work lies: its worktree, and the bot-owned git directory behind it that the agent may only read.
import { copyFile, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failures.ts';
import type { Head } from './branch.ts';
import { type GitPlace, git, type Remote } from './git.ts';
import type { Eyes } from './inspect.ts';
import { type Mirror, openMirror } from './mirror.ts';
import type { Seal } from './ours.ts';
import { removeTree } from './remove-tree.ts';
import type { Account } from './sandbox/account.ts';
import { giveTree, letThrough } from './sandbox/ownership.ts';

export interface WorkspaceOptions {
  /** The app's data folder: mirrors/, worktrees/ and runs/ are below it. */
  data: string;
  /** GitHub's number of the repository: it survives a rename. */
  repoId: string;
  run: string;
  remote: Remote;
  branch: string;
  /** Commit the run starts from. */
  base: string;
  /** The bot, as author and committer. */
  author: { name: string; email: string };
  /** Makes the seal of the app's commits. */
  seal: Seal;
  /** Who agents and checks run as, when that is not the app itself: the worktree is theirs. */
  account?: Account | undefined;
  /** What is looked for in a change before it is pushed; absent = nothing. */
  eyes?: Eyes | undefined;
  /** Globs of agents' files that the repository lets runs change: what the branch says in them is what agents read. */
  allowed?: readonly string[] | undefined;
}
export interface Site {
  options: WorkspaceOptions;
  mirror: Mirror;
  /** The worktree. */
  path: string;
  /** Its git directory: `<mirror>/worktrees/<run>`. */
  admin: string;
  /** For commands on objects and refs. */
  objects: GitPlace;
  /** For commands on files; with an index of our own, so that the agent's `git add` never mixes with ours. */
  files: GitPlace;
  /** What this process knows: the branch's head, and the tree index and worktree hold. Absent = look first. */
  known: { head?: Head; tree?: string };
}

export function openSite(options: WorkspaceOptions, suffix = ''): Site {
  const name = `${options.run}${suffix}`;
  if (!/^[\w][\w.-]*$/.test(name)) throw new Failure('bug', `bad run id ${options.run}`);
  const mirror = openMirror(options);
  const path = join(options.data, 'worktrees', name);
  const admin = join(mirror.dir, 'worktrees', name);
  const objects = { ...mirror.place, author: options.author };
  const files = { ...objects, gitDir: admin, workTree: path, index: join(admin, 'index.ultraloop') };
  return { options, mirror, path, admin, objects, files, known: {} };
}

/** Creates or mends the files that tie worktree and mirror together (gitrepository-layout); `head` as in a HEAD file. */
export async function mendSite(site: Site, head: string): Promise<void> {
  // Whatever an agent put in the worktree's place would lead our git to files that are not the run's.
  if ((await kindOf(site.path)) !== 'folder') await rm(site.path, { recursive: true, force: true });
  await mkdir(site.path, { recursive: true, mode: 0o700 });
  await mkdir(site.admin, { recursive: true });
  const pointer = join(site.path, '.git');
  // The agent may have put a repository of its own in its place.
  const plain = await lstat(pointer).then(
    found => found.isFile() && found.nlink === 1,
    () => false,
  );
  if (!plain) await rm(pointer, { recursive: true, force: true });
  await writeIfOther(join(site.admin, 'commondir'), '../..\n');
  await writeIfOther(join(site.admin, 'gitdir'), `${pointer}\n`);
  await writeIfOther(join(site.admin, 'HEAD'), `${head}\n`);
  await writeIfOther(pointer, `gitdir: ${site.admin}\n`);
  // A process that was killed in the middle of its work leaves its lock; one turn at a time works here, so it is nobody's.
  await rm(`${site.files.index}.lock`, { force: true });
}

/** Makes index and worktree equal to a tree, writing only what differs. Ignored files such as node_modules stay, or go too. */
export async function restoreTree(site: Site, tree: string, ignored: 'stay' | 'go' = 'stay'): Promise<void> {
  delete site.known.tree;
  // The first checkout fetches what the partial clone left out. Later nearly all is here: what is not is asked for again.
  const first = await lstat(site.files.index ?? '').then(
    () => false,
    () => true,
  );
  const empty = first && (await readdir(site.path)).every(name => name === '.git');
  await git(site.files, ['read-tree', '--reset', '-u', tree], { network: first });
  if (!empty) await git(site.files, ['clean', ignored === 'go' ? '-ffdqx' : '-ffdq']);
  await lend(site);
  await showIndex(site);
  site.known.tree = tree;
}

/** What our git wrote is given to those who work on it. */
export async function lend({ options, path, mirror }: Site): Promise<void> {
  if (options.account === undefined) return;
  for (const folder of [dirname(path), dirname(mirror.dir)]) await letThrough(options.data, folder, options.account);
  await giveTree(path, options.account);
}

/** Gives the agent's git a copy of our index, so that its `git status` and `git diff` speak of what it changed. */
export async function showIndex(site: Site): Promise<void> {
  const aside = join(site.admin, 'index.new');
  await copyFile(site.files.index ?? '', aside);
  await rename(aside, join(site.admin, 'index'));
}

/** Files that differ from our index, as bytes split by NUL; nothing = the worktree holds what the index says. */
export async function strayFiles(site: Site): Promise<Buffer> {
  const { stdout } = await git(site.files, ['ls-files', '-z', '-m', '-d', '-o', '--exclude-standard']);
  return stdout;
}

/** Throws `workspace-lost` unless worktree and index are there, and no link in their place; `prepare()` builds them anew. */
export async function requireSite(site: Site): Promise<void> {
  const [path, admin, index] = await Promise.all([site.path, site.admin, site.files.index ?? ''].map(kindOf));
  if (path === 'folder' && admin === 'folder' && index === 'file') return;
  throw new Failure('workspace-lost', `${site.path} or its git directory is missing`);
}

async function kindOf(path: string): Promise<'folder' | 'file' | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) return 'folder';
  return found?.isFile() ? 'file' : undefined;
}

export async function removeSite(site: Site): Promise<void> {
  await removeTree(site.path);
  await rm(site.admin, { recursive: true, force: true });
  delete site.known.tree;
}

async function writeIfOther(file: string, text: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return;
  const aside = join(dirname(file), '.ultraloop-new');
  await rm(aside, { recursive: true, force: true });
  await writeFile(aside, text, { flag: 'wx' });
  await rename(aside, file);
}
