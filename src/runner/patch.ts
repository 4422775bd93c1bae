// Reads a patch without context (`-U0`) as the lines each file lost and got.
import type { FileDiff } from '../facts/guard.ts';
import type { Blob } from './diff.ts';

/**
 * Sections of a patch come in the order of the changed files; a file whose type changed has two. Names are not read from the
 * patch: there they may be quoted, and a name may hold anything.
 */
export function parsePatch(patch: string, blobs: readonly Pick<Blob, 'path' | 'status'>[]): FileDiff[] {
  const files = blobs.map(({ path, status }): FileDiff => ({ path, status, added: [], removed: [] }));
  const order = files.flatMap(file => (file.status === 'T' ? [file, file] : [file]));
  const at = { section: -1, old: 0, now: 0, inHunk: false };
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      at.section++;
      at.inHunk = false;
      continue;
    }
    const [, old, now] = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line) ?? [];
    if (old !== undefined && now !== undefined) Object.assign(at, { old: Number(old), now: Number(now), inHunk: true });
    else if (at.inHunk) take(order[at.section], at, line);
  }
  return files;
}

function take(file: FileDiff | undefined, at: { old: number; now: number }, line: string): void {
  if (line.startsWith('+')) file?.added.push({ n: at.now++, text: line.slice(1) });
  else if (line.startsWith('-')) file?.removed.push({ n: at.old++, text: line.slice(1) });
}
