// Reads from what an agent said whether its model service refused it. The app's own proxy knows better and is asked first.
import type { ModelTrouble } from '../tools.ts';
import { toldWait } from './told-wait.ts';

/** Only the end counts: an agent that works on limits and errors also speaks of them. */
const LAST = 2_000;

/** A bare number is a number of anything: it counts beside a word of failure. */
const status = (codes: string): string =>
  `\\b(?:error|status|http|code|api)\\b[^\\n\\d]{0,24}\\b(?:${codes})\\b|\\b(?:${codes})\\b[^\\n\\d]{0,24}\\b(?:error|status)\\b`;
const sign = (codes: string, ...words: string[]): RegExp => new RegExp([status(codes), ...words].join('|'), 'i');

const SIGNS: readonly { kind: ModelTrouble['kind']; says: string; pattern: RegExp }[] = [
  {
    kind: 'unauthorised',
    says: 'it was not let in (401): its key was refused, or there is none',
    pattern: sign(
      ...['401|403', '(?:invalid|incorrect) (?:x-)?api[ _-]?key', 'authentication (?:required|failed|error)'],
      ...['authentication_error', 'unauthori[sz]ed', 'not logged in', 'please (?:log in|run /login)'],
    ),
  },
  {
    kind: 'limited',
    says: 'it was told to wait (429): too many requests',
    pattern: sign(
      '429',
      'rate[ _-]?limit',
      'too many requests',
      'quota (?:exceeded|exhausted)',
      'resource_exhausted',
      'usage limit',
    ),
  },
  {
    kind: 'overloaded',
    says: 'its model service failed (5xx)',
    pattern: sign(
      ...['500|502|503|504|529', 'overloaded', 'service unavailable', 'internal server error', 'bad gateway'],
      'gateway time-?out',
    ),
  },
];

/** Only for turns without effect: the words alone prove nothing. @param now milliseconds */
export function readTrouble(said: string, now: number): ModelTrouble | undefined {
  const end = said.slice(-LAST);
  const found = SIGNS.find(({ pattern }) => pattern.test(end));
  if (found === undefined) return undefined;
  const until = found.kind === 'unauthorised' ? undefined : toldWait(end, now);
  const detail = `The agent says ${found.says}`;
  return { kind: found.kind, detail, source: 'agent', ...(until !== undefined && { until }) };
}
