// Reads a file of a tree as text, without a worktree and without following links.
import { safeText } from './capture.ts';
import { type GitPlace, git } from './git.ts';

const CAP = 1024 * 1024;

/** At most `cap` bytes (1 MiB by default); undefined when the path is not a plain file of the tree. */
export async function readBlob(
  place: GitPlace,
  { tree, path, cap = CAP }: { tree: string; path: string; cap?: number | undefined },
): Promise<string | undefined> {
  const name = path.replace(/^(\.?\/)+/, '');
  if (name === '' || name.includes('\0') || name.split('/').includes('..')) return undefined;
  const { stdout } = await git(place, ['ls-tree', '-z', '--full-tree', '--end-of-options', tree, name]);
  const [, oid] = /^100(?:644|755) blob ([0-9a-f]+)\t/.exec(stdout.toString('latin1')) ?? [];
  if (oid === undefined) return undefined;
  const blob = await git(place, ['cat-file', 'blob', oid], { cap });
  return safeText(blob.stdout.subarray(0, cap));
}

/** Where a symbolic link leads, by the id of its blob. @param network a mirror may have left the blob out */
export async function readLink(place: GitPlace, id: string, { network = false } = {}): Promise<string> {
  const { stdout } = await git(place, ['cat-file', 'blob', id], { cap: 4096, network });
  return stdout.toString('utf8');
}
