// Makes a new tree out of an old one and a list of changes, writing only the folders that change.
import { readTree, type TreeEntry, writeBlob, writeTree } from './objects.ts';

export interface TreeChange {
  path: string;
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  oid: string | null; // null removes the path
}

export type Files = Record<string, string | Uint8Array | null>;

export async function filesToChanges(gitDir: string, files: Files): Promise<TreeChange[]> {
  return Promise.all(
    Object.entries(files).map(async ([path, content]): Promise<TreeChange> => {
      const oid = content === null ? null : await writeBlob(gitDir, Buffer.from(content));
      return { path, mode: '100644', type: 'blob', oid };
    }),
  );
}

export async function applyChanges(gitDir: string, base: string | null, changes: TreeChange[]): Promise<string | null> {
  const old = base === null ? null : await readTree(gitDir, base);
  const entries = new Map<string, TreeEntry>((old?.tree ?? []).map(entry => [entry.path, entry]));
  const below = new Map<string, TreeChange[]>();
  for (const change of changes) {
    const cut = change.path.indexOf('/');
    if (cut < 0) setEntry(entries, change);
    else {
      const folder = change.path.slice(0, cut);
      below.set(folder, [...(below.get(folder) ?? []), { ...change, path: change.path.slice(cut + 1) }]);
    }
  }
  for (const [folder, inside] of below) {
    const present = entries.get(folder);
    const oid = await applyChanges(gitDir, present?.type === 'tree' ? present.oid : null, inside);
    setEntry(entries, { path: folder, mode: '040000', type: 'tree', oid });
  }
  return entries.size === 0 ? null : writeTree(gitDir, [...entries.values()]);
}

function setEntry(entries: Map<string, TreeEntry>, change: TreeChange): void {
  if (change.oid === null) entries.delete(change.path);
  else entries.set(change.path, { path: change.path, mode: change.mode, type: change.type, oid: change.oid });
}
