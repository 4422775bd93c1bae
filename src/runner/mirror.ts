// One bare mirror per repository, shared by its runs: cheap fetches, one at a time, and built anew when it is damaged.
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failures.ts';
import { type GitPlace, git, type Remote } from './git.ts';
import { isCorrupt } from './git-errors.ts';
import { withLock } from './lock.ts';

export interface Mirror {
  dir: string;
  /** For commands on objects and refs only. */
  place: GitPlace;
  /** Creates or repairs the mirror so that it exists and can be fetched into. */
  ensure(): Promise<void>;
  /** Fetches all branches, or only those that begin with the given names; branches gone on the remote go here too. */
  fetch(prefixes?: readonly string[]): Promise<void>;
  /** Moves a damaged mirror away and builds a new one. */
  rebuild(): Promise<void>;
}
export interface MirrorOptions {
  data: string;
  repoId: string;
  remote: Remote;
}

const HEADS = '+refs/heads/*:refs/remotes/origin/*';

export function openMirror({ data, repoId, remote }: MirrorOptions): Mirror {
  if (!/^[\w.-]+$/.test(repoId) || repoId.startsWith('.')) throw new Failure('bug', `bad repository id ${repoId}`);
  const dir = join(data, 'mirrors', `${repoId}.git`);
  const lock = `${dir}.lock`;
  const place: GitPlace = { gitDir: dir, remote, guard: () => writeConfig(dir, remote) };
  const ensure = async (): Promise<void> => {
    if (await isComplete(dir)) return;
    await withLock(lock, () => create(dir, remote));
  };
  const fetchNow = (prefixes?: readonly string[]) => git(place, fetchArgs(remote, prefixes), { network: true });
  return {
    dir,
    place,
    ensure,
    async fetch(prefixes) {
      await ensure();
      try {
        await withLock(lock, () => fetchNow(prefixes));
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'git-failed' && isCorrupt(error.detail))) throw error;
        await withLock(lock, () => recreate(dir, remote));
        await withLock(lock, () => fetchNow(prefixes));
      }
    },
    rebuild: () => withLock(lock, () => recreate(dir, remote)),
  };
}

async function create(dir: string, remote: Remote): Promise<void> {
  if (!(await isComplete(dir))) await recreate(dir, remote);
}

/** Built aside and moved into place, so that a half-made mirror is never seen and the old one stays until the new one is whole. */
async function recreate(dir: string, remote: Remote): Promise<void> {
  const aside = `${dir}.new`;
  const away = `${dir}.damaged`;
  for (const left of [aside, away]) await rm(left, { recursive: true, force: true });
  await mkdir(dirname(dir), { recursive: true, mode: 0o700 });
  const place: GitPlace = { gitDir: aside, remote };
  await git(place, ['init', '--quiet', '--bare', '--template=', aside]);
  await mkdir(join(aside, 'worktrees'), { recursive: true });
  await git({ ...place, guard: () => writeConfig(aside, remote) }, fetchArgs(remote), { network: true });
  await rename(dir, away).catch(() => {});
  await rename(aside, dir);
  await rm(away, { recursive: true, force: true });
}

/** Whole, and our own: what another account may write into, it may make our git run (SEC-41). */
async function isComplete(dir: string): Promise<boolean> {
  const parts = ['.', 'HEAD', 'objects', 'refs', 'worktrees'].map(part => stat(join(dir, part)));
  return Promise.all(parts).then(
    all => all.every(({ uid }) => uid === process.getuid?.()),
    () => false,
  );
}

function fetchArgs(remote: Remote, prefixes?: readonly string[]): string[] {
  const refs = prefixes?.map(name => `+refs/heads/${name}*:refs/remotes/origin/${name}*`) ?? [HEADS];
  // Over a network only what is checked out is downloaded; a remote without filters sends everything and warns.
  const filter = isFile(remote) ? [] : ['--filter=blob:none'];
  const quiet = ['--quiet', '--no-tags', '--prune', '--no-write-fetch-head', '--no-auto-maintenance'];
  return ['fetch', ...quiet, '--no-recurse-submodules', ...filter, '--end-of-options', 'origin', ...refs];
}

/** The whole configuration is ours: written before each command, so nothing planted in it is ever read by our git. */
async function writeConfig(dir: string, remote: Remote): Promise<void> {
  const file = join(dir, 'config');
  const partial = isFile(remote) ? [] : ['\tpromisor = true', '\tpartialclonefilter = blob:none'];
  const extension = isFile(remote) ? [] : ['[extensions]', '\tpartialClone = origin'];
  const url = remote.url.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  const text = [
    ...['[core]', '\trepositoryformatversion = 1', '\tbare = true', '\tlogallrefupdates = false', ...extension],
    ...['[remote "origin"]', `\turl = "${url}"`, `\tfetch = ${HEADS}`, '\ttagOpt = --no-tags', ...partial, ''],
  ].join('\n');
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const aside = `${file}.${process.pid}.new`;
  await writeFile(aside, text);
  await rename(aside, file);
}

function isFile(remote: Remote): boolean {
  return remote.url.startsWith('file:');
}
