// SEC-55: secrets in the lines a change adds and in the names of new files, told by file and line, never by value.
import type { FileDiff, Line, Sighting } from '../facts/guard.ts';

/** Finds secrets in a text: where each begins, and what kind it is. */
export type FindSecrets = (text: string) => { at: number; what: string }[];

const MOST = 20;
/** Of what is found in a file, as many as are looked up: one is enough to refuse it. */
const LOOKED_UP = 1000;

/** Lines that only moved are not new: they were in the repository before. */
export function secretsInDiff(files: readonly FileDiff[], find: FindSecrets): Sighting[] {
  const moved = counted(files.flatMap(({ removed }) => removed));
  const found = files.flatMap(({ path, added }) => inLines(path, added.filter(isNew(moved)), find));
  const named = files.filter(({ status }) => status === 'A').flatMap(({ path }) => inName(path, find));
  return [...named, ...found].slice(0, MOST);
}

function inName(path: string, find: FindSecrets): Sighting[] {
  const [first] = find(path);
  return first ? [{ path: `${path.slice(0, first.at)}…`, what: `has ${first.what} in its name` }] : [];
}

function inLines(path: string, lines: readonly Line[], find: FindSecrets): Sighting[] {
  if (lines.length === 0) return [];
  const starts: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length + 1;
  }
  const seen = new Set<string>();
  const found = find(lines.map(({ text }) => text).join('\n')).slice(0, LOOKED_UP);
  return found.flatMap(({ at, what }) => {
    const line = lines[starts.findLastIndex(start => start <= at)]?.n ?? 1;
    if (seen.has(`${line} ${what}`)) return [];
    seen.add(`${line} ${what}`);
    return [{ path, line, what }];
  });
}

function counted(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of lines) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function isNew(moved: Map<string, number>): (line: Line) => boolean {
  return ({ text }) => {
    const left = moved.get(text) ?? 0;
    moved.set(text, left - 1);
    return left <= 0;
  };
}
