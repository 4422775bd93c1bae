// JIDOKA: stops the line before an error is made again and again (A6). Tier 1 fixes and goes on, tier 2 presents options, tier 3
// asks for triage. Counted since a person last answered; the fifth error is tier 3, not MAX (7.7).
import type { Counter, Exit, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { afterSteering, sinceLastWord } from './past.ts';

/** Times the same error may come before tier 2, and any error before tier 3. */
const SAME = 3;
const ANY = 5;

export type Tier = 1 | 2 | 3;

export interface Errors {
  /** Iterations with an error of any kind. */
  any: Iteration[];
  /** The error seen most often, in which iterations; absent when there was none. */
  most?: { error: string; in: Iteration[] };
  tier: Tier;
}

/** An error counts once an iteration, wherever and however often it was reported there. */
export function errorsSoFar(past: Past): Errors {
  const any = sinceLastWord(past).filter(iteration => errorsOf(iteration).length > 0);
  const seen = new Map<string, Iteration[]>();
  for (const iteration of any)
    for (const error of new Set(errorsOf(iteration))) seen.set(error, [...(seen.get(error) ?? []), iteration]);
  const [first, ...rest] = [...seen].map(([error, where]) => ({ error, in: where }));
  const most = rest.reduce((best, one) => (best && one.in.length <= best.in.length ? best : one), first);
  return { any, ...(most && { most }), tier: tierOf(any.length, most?.in.length ?? 0) };
}

function tierOf(any: number, same: number): Tier {
  if (any >= ANY) return 3;
  return same >= SAME ? 2 : 1;
}

export function jidoka(_spec: Spec, past: Past): Exit | undefined {
  const { any, most, tier } = errorsSoFar(past);
  if (tier === 1 || most === undefined) return undefined;
  if (tier === 2) {
    const why = `Jidoka tier 2: the same error in iterations ${numbers(most.in)}; the limit is ${SAME}.`;
    return exit('JIDOKA', why, [oneLine(most.error)]);
  }
  const why = `Jidoka tier 3: errors in ${any.length} iterations; the limit is ${ANY}. A person has to sort them out.`;
  return exit('JIDOKA', why, any.map(line));
}

/** A person answered a Jidoka stop and no iteration has followed yet: the next one is the attempt that counts. */
export function grantedAttempt(past: Past): boolean {
  const answered = past.length - afterSteering(past).length;
  return sinceLastWord(past).length === 0 && errorsSoFar(past.slice(0, Math.max(0, answered - 1))).tier > 1;
}

/** Section 6: never a number without its limit. */
export function jidokaCounters(past: Past): Counter[] {
  const { any, most } = errorsSoFar(past);
  return [
    { name: 'same error', value: most?.in.length ?? 0, limit: SAME },
    { name: 'errors', value: any.length, limit: ANY },
  ];
}

/** `2, 3 and 4`. */
export function numbers(list: readonly Pick<Iteration, 'n'>[]): string {
  const all = list.map(({ n }) => String(n));
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

function line(iteration: Iteration): string {
  const [first = '', ...more] = errorsOf(iteration);
  return oneLine(`iteration ${iteration.n}: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`);
}

function errorsOf({ autonomous }: Iteration): string[] {
  return autonomous?.errors ?? [];
}
