// Identity of a failing check (A6): the failing tests a reporter names, else its error frames, without what changes from run to
// run. The same failure in another order or on another line is the same; words that only sound like a failure are none.
import type { Log } from '../record.ts';
import type { Reporter } from './reporters/failing-test.ts';
import { frames } from './reporters/frames.ts';
import { cargoJson, goJson, jestJson } from './reporters/json.ts';
import { junit } from './reporters/junit.ts';
import { normalise, testName } from './reporters/normalise.ts';
import { cargoText, compiler, goText, pytest } from './reporters/plain.ts';
import { tap } from './reporters/tap.ts';

/** The most exact first. */
const REPORTERS: Reporter[] = [junit, jestJson, goJson, cargoJson, tap, pytest, goText, cargoText, compiler];
const MOST = 50;
const LONGEST = 300;

/** One text for the whole check: the same when the same things fail. */
export function fingerprint(name: string, exitCode: number | null, log: Log): string {
  return shortened(identities(name, exitCode, log).join(' & '));
}

/**
 * What failed, one identity each, sorted: `check › test: first words` for every failing test, else one for all error frames
 * together. Never empty: a check that failed without a word has its exit code.
 */
export function identities(name: string, exitCode: number | null, log: Log): string[] {
  const output = `${log.head}\n${log.tail}`.replace(/\r/g, '');
  const tests = REPORTERS.reduce<ReturnType<Reporter>>(
    (found, reporter) => found ?? reporter(plain(output)),
    undefined,
  );
  const named = tests?.map(({ test, message }) => `${name} › ${join(test, message)}`) ?? [
    unnamed(name, exitCode, output),
  ];
  return [...new Set(named.map(shortened))].sort().slice(0, MOST);
}

function unnamed(name: string, exitCode: number | null, output: string): string {
  return `${name} › exit ${exitCode ?? 'killed'}: ${frames(output).join(' & ')}`;
}

function join(test: string, message: string): string {
  const words = message.split('\n').map(normalise).find(Boolean);
  return words === undefined ? testName(test) : `${testName(test)}: ${words}`;
}

/** Reporters look at the start of lines, where colours may stand. */
function plain(output: string): string {
  return output.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
}

/** A long text keeps its beginning and a sum over all of it, so that two long ones that differ late still differ. */
function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const sum = [...text].reduce((hash, char) => (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0, 7);
  return `${text.slice(0, LONGEST - 9).replace(/[\uD800-\uDBFF]$/, '')} ${(sum >>> 0).toString(16).padStart(8, '0')}`;
}
