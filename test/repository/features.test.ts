// docs/features.md is the answer to "where is U9?": every id once, every file there, every test naming the id.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

const GROUPS = { K: 20, U: 13, A: 9, R: 10, C: 16 };
const IDS = Object.entries(GROUPS).flatMap(([group, last]) =>
  Array.from({ length: last }, (_, index) => `${group}${index + 1}`),
);

interface Row {
  id: string;
  what: string;
  files: string[];
  tests: string[];
}

const paths = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

async function rows(): Promise<Row[]> {
  const lines = (await read('docs/features.md')).split('\n').filter(line => /^\| [A-Z]\d+ \|/.test(line));
  return lines.map(line => {
    const [, id = '', what = '', files = '', tests = ''] = line.split('|').map(cell => cell.trim());
    return { id, what, files: paths(files), tests: paths(tests) };
  });
}

/** Comments and titles; an id that only happens to stand in a value says nothing. */
function names(text: string, id: string): boolean {
  const said = text.split('\n').filter(line => /^\s*(?:\/\/|\/?\*)|\b(?:describe|test|it)\b|^\s*[\]}]*\)\(/.test(line));
  return said.some(line => new RegExp(`\\b${id}\\b`).test(line));
}

test('every id has one row, in order, and no row has another', async () => {
  expect((await rows()).map(({ id }) => id)).toEqual(IDS);
});

test('every id has files and tests; one that is not built at all has neither', async () => {
  const wrong = (await rows()).filter(({ what, files, tests }) => {
    const counts = [files.length, tests.length];
    return what.startsWith('Not built') ? counts.some(count => count > 0) : counts.includes(0);
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('every file is there', async () => {
  const missing: string[] = [];
  for (const { id, files, tests } of await rows())
    for (const path of [...files, ...tests]) await read(path).catch(() => missing.push(`${id}: ${path}`));
  expect(missing).toEqual([]);
});

test('every test names the id it is said to hold', async () => {
  const silent: string[] = [];
  for (const { id, tests } of await rows())
    for (const path of tests) if (!names(await read(path), id)) silent.push(`${id}: ${path}`);
  expect(silent).toEqual([]);
});
