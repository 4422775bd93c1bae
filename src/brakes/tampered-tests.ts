// SEC-50: signs that a change bends the tests that judge it. No proof, and no block: people are asked to look (docs/decisions.md).
import type { FileDiff, Line, Sighting } from '../facts/guard.ts';
import { isTestFile, isTestName } from './test-file.ts';
import { ASSERTION, CASE, isRunnerFile, SIGNS, WEAK } from './test-signs.ts';

const MOST = 30;
/** As much of a line as is looked at together: a longer one was not written for people, perhaps to keep the app busy. */
const PIECE = /[\s\S]{1,400}/g;

/** @param files everything the run changed, by lines  @returns at most 30 signs, in the order of the files */
export function tamperedTests(files: readonly FileDiff[]): Sighting[] {
  const gone = files.filter(({ status, path }) => status === 'D' && isTestFile(path));
  const moved = new Set(gone.filter(file => files.some(other => holds(other, file))));
  const here = files.filter(file => !moved.has(file)).map(inPieces);
  return here.flatMap(file => [...whole(file), ...lines(file), ...lowered(file)]).slice(0, MOST);
}

function inPieces(file: FileDiff): FileDiff {
  const pieces = (all: readonly Line[]): Line[] =>
    all.flatMap(({ n, text }) => (text.match(PIECE) ?? ['']).map(piece => ({ n, text: piece })));
  return { ...file, added: pieces(file.added), removed: pieces(file.removed) };
}

/** What a file as a whole says: gone, rewritten, or with fewer cases and assertions than before. */
function whole(file: FileDiff): Sighting[] {
  const { path, status, added, removed } = file;
  if (!isTestFile(path)) return [];
  if (status === 'D') return [{ path, what: 'a file of the tests is deleted' }];
  if (status === 'A') return [];
  if (/\.snap$|(?:^|\/)__snapshots__\//.test(path)) return [{ path, what: 'a snapshot is rewritten' }];
  const fewer = (pattern: RegExp): number => count(removed, pattern) - count(added, pattern);
  const [cases, assertions] = [fewer(CASE), fewer(ASSERTION)];
  if (cases > 0) return [{ path, what: `${cases} ${cases === 1 ? 'test case' : 'test cases'} fewer` }];
  return assertions > 0 ? [{ path, what: `${assertions} ${assertions === 1 ? 'assertion' : 'assertions'} fewer` }] : [];
}

function lines({ path, status, added, removed }: FileDiff): Sighting[] {
  const signs = SIGNS.filter(({ where }) => where(path));
  const had = new Set(removed.map(({ text }) => text.trim()));
  const fresh = added.filter(({ text }) => !had.has(text.trim()));
  const found = fresh.flatMap(({ n, text }) =>
    signs.filter(({ line }) => line.test(text)).map(({ what }) => ({ path, line: n, what })),
  );
  // A long line says the same in many of its pieces.
  const once = [...new Map(found.map(sign => [`${sign.line} ${sign.what}`, sign])).values()];
  return [...once, ...(status === 'M' && isTestFile(path) ? weakened(path, fresh, removed) : [])];
}

/** A weak assertion in the place of a telling one. A new weak one beside the old ones takes nothing away. */
function weakened(path: string, added: readonly Line[], removed: readonly Line[]): Sighting[] {
  const strong = removed.filter(({ text }) => ASSERTION.test(text) && !WEAK.test(text)).length;
  const kept = added.filter(({ text }) => ASSERTION.test(text) && !WEAK.test(text)).length;
  const weak = added.filter(({ text }) => WEAK.test(text));
  return weak
    .slice(0, Math.max(0, strong - kept))
    .map(({ n }) => ({ path, line: n, what: 'an assertion is weakened' }));
}

const THRESHOLD =
  /\b(statements|branches|functions|lines|fail[_-]under|\w*threshold\w*|coverage\w*|minimum\w*)["']?\s*[:=]\s*(\d+(?:\.\d+)?)/i;
const ALLOWANCE = /(max[_-]?warnings|\btimeout\w*|testTimeout)["']?(?:\s*[:=]\s*|\s+)(\d+)/i;

/** A number that decided what is good enough now lets more pass. */
function lowered({ path, added, removed }: FileDiff): Sighting[] {
  if (!isRunnerFile(path) && !isTestFile(path)) return [];
  const moved = (pattern: RegExp, worse: (now: number, before: number) => boolean, what: string): Sighting[] =>
    added.flatMap(({ n, text }) => {
      const [, key = '', now] = pattern.exec(text) ?? [];
      if (now === undefined) return [];
      const before = removed.map(line => pattern.exec(line.text)).find(old => old?.[1] === key)?.[2];
      return before !== undefined && worse(Number(now), Number(before))
        ? [{ path, line: n, what: `${what}: ${key}` }]
        : [];
    });
  return [
    ...moved(THRESHOLD, (now, before) => now < before, 'a threshold is lowered'),
    ...moved(ALLOWANCE, (now, before) => now > before, 'a limit is raised'),
  ];
}

/** A file of the tests that only has another name now, by which runners find it as before. */
function holds(other: FileDiff, gone: FileDiff): boolean {
  if (other.status !== 'A' || !isTestFile(other.path)) return false;
  if (isTestName(gone.path) && !isTestName(other.path)) return false;
  const there = new Set(other.added.map(({ text }) => text.trim()));
  const wanted = gone.removed.filter(({ text }) => text.trim() !== '');
  return wanted.length > 0 && wanted.filter(({ text }) => there.has(text.trim())).length >= wanted.length * 0.9;
}

const count = (lines: readonly Line[], pattern: RegExp): number =>
  lines.filter(({ text }) => pattern.test(text)).length;
