// What lies between two commits: files with patches, commits, and whether they merge. Remembered, since ids never change.
import { mergeBase, revList } from './repository.ts';
import { git, tryGit } from './spawn.ts';

export interface ChangedFile {
  path: string;
  previousPath: string | null;
  oid: string;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  additions: number;
  deletions: number;
  patch: string | null;
}

const memory = new Map<string, Promise<unknown>>();

function remember<T>(key: string, work: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known as Promise<T>;
  if (memory.size > 2_000) memory.clear();
  const made = work();
  memory.set(key, made);
  made.catch(() => memory.delete(key));
  return made;
}

export const baseOf = (gitDir: string, a: string, b: string): Promise<string | null> =>
  remember(`base ${gitDir} ${a} ${b}`, () => mergeBase(gitDir, a, b));

// Newest last, as GitHub lists them.
export const commitsBetween = (gitDir: string, base: string, head: string): Promise<string[]> =>
  remember(`commits ${gitDir} ${base} ${head}`, () =>
    revList(gitDir, ['--reverse', '--topo-order', `${base}..${head}`]),
  );

export const countBetween = async (gitDir: string, base: string, head: string): Promise<number> =>
  base === head ? 0 : (await commitsBetween(gitDir, base, head)).length;

export const diffText = (gitDir: string, from: string, to: string): Promise<string> =>
  remember(`text ${gitDir} ${from} ${to}`, () =>
    git(gitDir, ['diff', '--no-color', '--find-renames', '--full-index', from, to]),
  );

export const diffFiles = (gitDir: string, from: string, to: string): Promise<ChangedFile[]> =>
  remember(`files ${gitDir} ${from} ${to}`, () => readDiff(gitDir, from, to));

// The tree of the merge, or null when it conflicts.
export const mergeTree = (gitDir: string, base: string, head: string): Promise<string | null> =>
  remember(`merge ${gitDir} ${base} ${head}`, async () => {
    const result = await tryGit(gitDir, ['merge-tree', '--write-tree', '--allow-unrelated-histories', base, head]);
    if (result.code > 1) throw new Error(`git merge-tree failed: ${result.stderr}`);
    return result.code === 0 ? result.stdout.trim() : null;
  });

async function readDiff(gitDir: string, from: string, to: string): Promise<ChangedFile[]> {
  if (from === to) return [];
  const options = ['--no-color', '--find-renames', '--full-index'];
  const [lists, text] = await Promise.all([
    git(gitDir, ['diff', '--raw', '--numstat', '-z', ...options, from, to]),
    diffText(gitDir, from, to),
  ]);
  const files = parseLists(lists.split('\0'));
  const patches = text.split(/^(?=diff --git )/m).filter(part => part !== '');
  return files.map((file, index) => ({ ...file, patch: hunks(patches[index] ?? '') }));
}

const STATUS: Record<string, ChangedFile['status']> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  T: 'changed',
};

function parseLists(fields: string[]): ChangedFile[] {
  const files: ChangedFile[] = [];
  let at = 0;
  while (fields[at]?.startsWith(':')) {
    const [, , before = '', after = '', letter = 'M'] = (fields[at] ?? '').split(' ');
    const renamed = letter.startsWith('R');
    const status = STATUS[letter.charAt(0)] ?? 'modified';
    const path = fields[at + (renamed ? 2 : 1)] ?? '';
    const previousPath = renamed ? (fields[at + 1] ?? '') : null;
    files.push({
      path,
      previousPath,
      oid: status === 'removed' ? before : after,
      status,
      additions: 0,
      deletions: 0,
      patch: null,
    });
    at += renamed ? 3 : 2;
  }
  for (const file of files) {
    const [added = '0', deleted = '0', name] = (fields[at] ?? '').split('\t');
    file.additions = Number.parseInt(added, 10) || 0;
    file.deletions = Number.parseInt(deleted, 10) || 0;
    at += name === '' ? 3 : 1;
  }
  return files;
}

// GitHub's `patch` starts at the first hunk and is absent for binary files.
function hunks(text: string): string | null {
  const start = text.search(/^@@ /m);
  return start < 0 ? null : text.slice(start).replace(/\n$/, '');
}
