// What a worktree remembers of its setups: in the app's own git directory, where no agent can write, and gone with the worktree.
import { createHash } from 'node:crypto';
import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { covers } from '../config/globs.ts';
import type { ShellJob } from '../tools.ts';
import { pathText, splitNul } from './diff.ts';
import { git } from './git.ts';
import { type Site, strayFiles } from './site.ts';

export interface SetupMemory {
  /** Whether the setup has run here on files that are the same in the tree, and what it left is still there. */
  isDone(job: SetupJob): Promise<boolean>;
  /** To be called before it runs: half of a setup is none. */
  forget(job: SetupJob): Promise<void>;
  /** After it ran well. */
  remember(job: SetupJob): Promise<void>;
  /** Files that differ from the tree and that git does not ignore, at most five names. */
  strays(): Promise<string[]>;
}
export type SetupJob = ShellJob & Required<Pick<ShellJob, 'from' | 'setup'>>;

interface Done {
  key: string;
  /** The folder itself: another one in its place has seen no setup. */
  folder: string;
  /** What git ignores at its top, such as `node_modules/`: an agent may have taken it away since. */
  left: string[];
}

export function setupMemory(site: Site): SetupMemory {
  return {
    async isDone(job) {
      const done = (await recall(site))[job.name];
      if (done === undefined || done.key !== (await keyOf(site, job)) || done.folder !== (await folderOf(site)))
        return false;
      const there = await Promise.all(done.left.map(name => lstat(join(site.path, name)).catch(() => undefined)));
      return there.every(found => found !== undefined);
    },
    async forget({ name }) {
      const { [name]: _, ...others } = await recall(site);
      await store(site, others);
    },
    async remember(job) {
      const done = { key: await keyOf(site, job), folder: await folderOf(site), left: await ignoredOf(site) };
      await store(site, { ...(await recall(site)), [job.name]: done });
    },
    strays: async () =>
      splitNul(await strayFiles(site))
        .map(pathText)
        .slice(0, 5),
  };
}

/** After the worktree was swept nothing of a setup is left. */
export async function forgetSetups(site: Site): Promise<void> {
  await rm(fileOf(site), { force: true });
}

const fileOf = (site: Site): string => join(site.admin, 'ultraloop-setups.json');

async function recall(site: Site): Promise<Record<string, Done>> {
  const text = await readFile(fileOf(site), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) as Record<string, Done>;
  } catch {
    return {}; // A write that was cut: the setup is done once more.
  }
}

async function store(site: Site, done: Record<string, Done>): Promise<void> {
  await writeFile(fileOf(site), JSON.stringify(done), { mode: 0o600 });
}

/** Object ids of the files that decide, the command, and where it may go. */
async function keyOf(site: Site, { command, from, setup }: SetupJob): Promise<string> {
  const { stdout } = await git(site.objects, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', from]);
  const decides = covers(setup.when);
  const entries = splitNul(stdout).map(entry => entry.toString('utf8'));
  const files = entries.filter(entry => decides(entry.slice(entry.indexOf('\t') + 1)));
  return createHash('sha256')
    .update(JSON.stringify([command, setup.hosts, files]))
    .digest('hex');
}

async function folderOf({ path }: Site): Promise<string> {
  const { ino, birthtimeMs } = await lstat(path);
  return `${ino} ${birthtimeMs}`;
}

async function ignoredOf(site: Site): Promise<string[]> {
  const list = ['ls-files', '-z', '-o', '-i', '--exclude-standard', '--directory'];
  const names = splitNul((await git(site.files, list)).stdout).map(pathText);
  return names.filter(name => !name.replace(/\/$/, '').includes('/')).slice(0, 100);
}
