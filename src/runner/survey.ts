// The first look at a repository, before anything is started: the default branch's head and the names of its files.
import type { Survey } from '../board.ts';
import { type Entry, linkedInstructions } from './agent-links.ts';
import { splitNul } from './diff.ts';
import { git, gitText } from './git.ts';
import { openMirror } from './mirror.ts';
import { readBlob } from './read-blob.ts';
import type { WorkspaceOptions } from './site.ts';

/** The empty file's object id, in SHA-1 and SHA-256 repositories: sizes are unknown where blobs were left out of the clone. */
const EMPTY =
  /^(?:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391|473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813)$/;

export async function survey(options: Omit<WorkspaceOptions, 'base'>, defaultBranch: string): Promise<Survey> {
  const mirror = openMirror(options);
  await mirror.fetch([defaultBranch]);
  const ref = `refs/remotes/origin/${defaultBranch}`;
  const base = await gitText(mirror.place, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]);
  const { stdout } = await git(mirror.place, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', base]);
  const entries = splitNul(stdout).map(entryOf);
  const files = entries.map(({ path, id }) => ({ path, empty: EMPTY.test(id) }));
  return { base, files, linked: await linkedInstructions(mirror.place, entries) };
}

function entryOf(bytes: Buffer): Entry {
  const line = bytes.toString('utf8');
  const tab = line.indexOf('\t');
  const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
  return { path: line.slice(tab + 1), mode, id };
}

/** A file of a commit as text; undefined when it is not there or not a plain file. */
export function readAt(
  options: Omit<WorkspaceOptions, 'base'>,
  commit: string,
  path: string,
): Promise<string | undefined> {
  return readBlob(openMirror(options).place, { tree: commit, path, cap: 512 * 1024 });
}
