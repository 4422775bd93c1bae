// Context drift (R4): the agent's account of a slice is much shorter than those before it, or says nothing one could look up.
import type { ContextDrift } from '../facts/ralph.ts';
import { wordsOf } from './implementation-log.ts';

/** An entry below this part of the median word count has drifted. */
const SHARE = 0.5;

const PATH = /(?:^|[\s`'",(])(?:[\w.@-]+\/)+[\w.@-]+|\b[\w-]+\.[a-z][a-z0-9]{0,4}\b/im;
const TEST_COUNT = /\b\d+\s+(?:[\w-]+\s+){0,2}(?:tests?|specs?|cases?|scenarios?)\b/i;
const ENDPOINT = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\/|(?:^|\s)\/[\w{:][\w/:{}.-]*/m;

/** @param earlier entries of the slices before, in any order; with none of them there is no median to fall short of. */
export function contextDrift(entry: string, earlier: readonly string[]): ContextDrift | undefined {
  const sorted = [...earlier].sort((a, b) => wordsOf(a).length - wordsOf(b).length || (a < b ? -1 : 1));
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? '';
  const why = tooShort(entry, sorted) ?? tooVague(entry);
  return why === undefined ? undefined : { kind: 'context', why, entry, median };
}

function tooShort(entry: string, sorted: readonly string[]): string | undefined {
  if (sorted.length === 0) return undefined;
  const words = wordsOf(entry).length;
  const middle = medianOf(sorted.map(other => wordsOf(other).length));
  if (words >= middle * SHARE) return undefined;
  const of = `${sorted.length} earlier ${sorted.length === 1 ? 'entry' : 'entries'}`;
  return `The entry has ${words} words; the median of ${of} is ${middle}, and at least half of that is wanted.`;
}

/** Only when all three are missing: a slice without endpoints is no drift. */
function tooVague(entry: string): string | undefined {
  const said = entry.replace(/^## .*$/m, '').replace(/Files created\/modified:/i, '');
  if (PATH.test(said) || TEST_COUNT.test(said) || ENDPOINT.test(said)) return undefined;
  return 'The entry names no file, no number of tests and no endpoint.';
}

function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
