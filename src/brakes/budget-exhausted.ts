// BUDGET_EXHAUSTED: the run spec's iterations (SC1), tokens or minutes (SC4) are used up. A `/continue` then grants as much again.
import type { RunSpec } from '../config/run-spec.ts';
import type { Counter, Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { type Iter, iters } from './autoiter-past.ts';
import { exit } from './exit.ts';
import { isWait, iterations } from './past.ts';
import { lockedRunSpec } from './run-spec-lock.ts';
import { minutes, tokens } from './spent.ts';

export function budgetExhausted(spec: Spec, past: Past): Exit | undefined {
  const run = lockedRunSpec(spec, past);
  const spent = run ? budgetUse(run, past).filter(({ value, limit }) => value >= limit) : [];
  if (spent.length === 0) return undefined;
  const evidence = spent.map(({ name, value, limit }) => `${figure(value)} of ${figure(limit)} ${name}`);
  const names = spent.map(({ name }) => name).join(' and ');
  return exit('BUDGET_EXHAUSTED', `The run spec’s ${names} are used up and the goal is not reached.`, evidence);
}

/** What of the run spec's budget is used: iterations, tokens, minutes of work. Unlimited amounts are left out. */
export function budgetUse(run: RunSpec, past: Past): Counter[] {
  const { max_iterations, max_tokens, max_wallclock_min } = run.budget;
  return [
    withWaits(past, counter('iterations', past, { first: max_iterations, used: upto => worked(upto).length })),
    ...(max_tokens === 'unlimited' ? [] : [counter('tokens', past, { first: max_tokens, used: tokensOf })]),
    ...(max_wallclock_min === 'unlimited'
      ? []
      : [counter('minutes', past, { first: max_wallclock_min, used: minutesOf })]),
  ];
}

const worked = (past: Past): Iter[] => iters(past).filter(iteration => !isWait(iteration));

/** Numbers are never reused: an iteration that only waited for a model service moves number and limit alike. */
function withWaits(past: Past, { name, value, limit }: Counter): Counter {
  const waits = iters(past).length - worked(past).length;
  return { name, value: value + waits, limit: limit + waits };
}

interface Measured {
  first: number;
  used: (past: Past) => number;
}

/** Only a `/continue` said when all was used moves a limit, by as much again: a limit that creeps is none. */
function counter(name: string, past: Past, { first, used }: Measured): Counter {
  let limit = first;
  for (const [index, entry] of past.entries()) {
    if (entry.kind !== 'word' || entry.word !== 'continue') continue;
    const value = used(past.slice(0, index));
    if (value >= limit) limit = value + first;
  }
  return { name, value: used(past), limit };
}

/** Tokens nobody told are unknown: this brake cannot see them, and reports say "at least". */
const tokensOf = (past: Past): number => tokens(iterations(past)).known ?? 0;
const minutesOf = (past: Past): number => minutes(iterations(past)).known ?? 0;

const figure = (amount: number): string => String(Math.round(amount * 100) / 100);
