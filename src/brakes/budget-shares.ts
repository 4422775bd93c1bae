// How much of each budget is spent: what the next iteration is told, and what TOKEN_EXHAUSTION is decided by (U11).
import type { Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { budget } from './budget.ts';
import { isWait, iterations } from './past.ts';
import { cost, minutes, tokens, type Used } from './spent.ts';

export interface Share {
  kind: 'tokens' | 'cost' | 'minutes';
  unit: string;
  spent: number;
  limit: number;
  /** What the last iteration took, and so the next one may. */
  next: number;
  /** Some of it nobody told; it was estimated. */
  guessed: boolean;
}

/** Counts the whole run: a `/continue` does not make a budget new, only words that raise it do. */
export function budgetShares(spec: Spec, past: Past): Share[] {
  const limits = budget(spec, past);
  const all = iterations(past);
  return [
    ...share({ kind: 'tokens', unit: 'tokens', limit: limits.max_tokens }, all, tokens),
    ...share({ kind: 'cost', unit: 'US dollars', limit: limits.max_cost_usd }, all, cost),
    ...share({ kind: 'minutes', unit: 'minutes of work', limit: limits.max_wallclock_min }, all, minutes),
  ];
}

/** What is left cannot pay another iteration like the last. */
export function isShort({ spent, limit, next }: Share): boolean {
  return spent >= limit || spent + next > limit;
}

type Limited = Pick<Share, 'kind' | 'unit'> & { limit: number | undefined };
type Measure = (iterations: readonly Iteration[]) => Used;

/**
 * An iteration that told nothing is taken to have cost as much as the dearest that did; one that only waited for a model service
 * had nothing to tell. Where none ever told, the amount is unknown: nobody can see it and the reports say so; the other limits
 * still hold.
 */
function share({ limit, ...named }: Limited, all: Iteration[], measure: Measure): Share[] {
  if (limit === undefined || all.length === 0) return [];
  const each = all.map(iteration => ({ ...measure([iteration]), waited: isWait(iteration) }));
  const known = each.flatMap(used => used.known ?? []);
  if (known.length === 0) return [];
  const dearest = Math.max(...known);
  const isUntold = (used: (typeof each)[number]): boolean => used.untold > 0 && !used.waited;
  const amountOf = (used: (typeof each)[number]): number =>
    isUntold(used) ? Math.max(used.known ?? 0, dearest) : (used.known ?? 0);
  const spent = each.reduce((sum, used) => sum + amountOf(used), 0);
  const last = each.findLast(used => !used.waited);
  return [{ ...named, limit, spent, next: last ? amountOf(last) : 0, guessed: each.some(isUntold) }];
}
