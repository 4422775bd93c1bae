// Reads and writes git objects in this process, so that the contents and git data routes need no spawn.
import fs from 'node:fs';
import isomorphic, { type CommitObject, type TreeEntry } from 'isomorphic-git';

export type { CommitObject, TreeEntry };

// isomorphic-git parses a pack's index once per cache object.
const caches = new Map<string, object>();

function at(gitDir: string): { fs: typeof fs; gitdir: string; cache: object } {
  const cache = caches.get(gitDir) ?? {};
  caches.set(gitDir, cache);
  return { fs, gitdir: gitDir, cache };
}

export async function readCommit(gitDir: string, oid: string): Promise<CommitObject | null> {
  try {
    return (await isomorphic.readCommit({ ...at(gitDir), oid })).commit;
  } catch {
    return null;
  }
}

export async function readTree(gitDir: string, oid: string): Promise<{ oid: string; tree: TreeEntry[] } | null> {
  try {
    return await isomorphic.readTree({ ...at(gitDir), oid });
  } catch {
    return null;
  }
}

export async function readBlob(gitDir: string, oid: string): Promise<Buffer | null> {
  try {
    return Buffer.from((await isomorphic.readBlob({ ...at(gitDir), oid })).blob);
  } catch {
    return null;
  }
}

export async function findPath(gitDir: string, commit: string, path: string): Promise<TreeEntry | null> {
  const parts = path.split('/').filter(part => part !== '');
  const root = await readCommit(gitDir, commit);
  if (!root) return null;
  let found: TreeEntry = { mode: '040000', path: '', oid: root.tree, type: 'tree' };
  for (const part of parts) {
    if (found.type !== 'tree') return null;
    const tree = await readTree(gitDir, found.oid);
    const entry = tree?.tree.find(candidate => candidate.path === part);
    if (!entry) return null;
    found = entry;
  }
  return found;
}

export const writeBlob = (gitDir: string, content: Uint8Array): Promise<string> =>
  isomorphic.writeBlob({ ...at(gitDir), blob: content });

export const writeTree = (gitDir: string, tree: TreeEntry[]): Promise<string> =>
  isomorphic.writeTree({ ...at(gitDir), tree });

export interface Signature {
  name: string;
  email: string;
  date?: string | undefined;
}

export interface NewCommit {
  tree: string;
  parents: string[];
  message: string;
  author: Signature;
  committer?: Signature | undefined;
}

export function writeCommit(gitDir: string, input: NewCommit): Promise<string> {
  const message = input.message.endsWith('\n') ? input.message : `${input.message}\n`;
  const author = stamp(input.author);
  const committer = stamp(input.committer ?? input.author);
  return isomorphic.writeCommit({
    ...at(gitDir),
    commit: { tree: input.tree, parent: input.parents, message, author, committer },
  });
}

function stamp(who: Signature): CommitObject['author'] {
  const time = who.date === undefined ? Date.now() : Date.parse(who.date);
  return { name: who.name, email: who.email, timestamp: Math.floor(time / 1000), timezoneOffset: 0 };
}
