// The design freeze (U3, U9): one hash over the frozen files of a tree, and a comparison that costs nothing while nothing changed.
import { createHash } from 'node:crypto';
import { covers } from '../config/globs.ts';
import type { Freeze, FreezeResult } from '../record.ts';
import { changedNames, diffTrees, pathText, splitNul } from './diff.ts';
import { type GitPlace, git } from './git.ts';

/** A glob of the freeze matches nothing: an empty freeze would protect nothing, so it is refused (U2, U3). */
export class EmptyFreeze extends Error {
  override readonly name = 'EmptyFreeze';
  readonly globs: readonly string[];
  constructor(globs: readonly string[]) {
    super(
      `Nothing to freeze: no file matches ${globs.map(glob => `\`${glob}\``).join(', ') || 'an empty list of paths'}`,
    );
    this.globs = globs;
  }
}

export type Verdict = Pick<FreezeResult, 'intact' | 'hash' | 'files' | 'violations'>;

/** Freezes what the globs match in a tree. Throws `EmptyFreeze` naming every glob that matches no file. */
export async function takeFreeze(place: GitPlace, tree: string, paths: readonly string[]): Promise<Freeze> {
  const entries = await listTree(place, tree);
  const empty = paths.filter(glob => !entries.some(entry => covers([glob])(entry.path)));
  if (empty.length > 0 || paths.length === 0) throw new EmptyFreeze(empty);
  const { hash, files } = hashOf(entries, paths);
  return { paths: [...paths], hash, files, tree, created_at: new Date().toISOString() };
}

/** Changed, removed, added, renamed or re-moded frozen files are violations. Lists the tree only when there are some. */
export async function verifyFreeze(place: GitPlace, freeze: Freeze, tree: string): Promise<Verdict> {
  const frozen = covers(freeze.paths);
  const changed = await changedNames(place, freeze.tree, tree);
  const intact = { intact: true, hash: freeze.hash, files: freeze.files, violations: [] };
  if (!changed.some(file => frozen(file.path))) return intact;
  const violations = (await diffTrees(place, freeze.tree, tree)).filter(file => frozen(file.path));
  return { intact: false, ...hashOf(await listTree(place, tree), freeze.paths), violations };
}

interface TreeEntry {
  /** `mode oid`. */
  id: string;
  raw: Buffer;
  path: string;
}

async function listTree(place: GitPlace, tree: string): Promise<TreeEntry[]> {
  const { stdout } = await git(place, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', tree]);
  return splitNul(stdout).map(record => {
    const tab = record.indexOf(9);
    const [mode, , oid] = record.subarray(0, tab).toString('latin1').split(' ');
    const raw = record.subarray(tab + 1);
    return { id: `${mode} ${oid}`, raw, path: pathText(raw) };
  });
}

/** sha256 over `mode oid path NUL` of the frozen files, sorted by the bytes of their paths. */
function hashOf(entries: readonly TreeEntry[], paths: readonly string[]): { hash: string; files: number } {
  const frozen = covers(paths);
  const files = entries.filter(entry => frozen(entry.path)).sort((a, b) => Buffer.compare(a.raw, b.raw));
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.id} `).update(file.raw).update('\0');
  return { hash: hash.digest('hex'), files: files.length };
}
