// TOKEN_EXHAUSTION: what is left of the budget cannot pay another iteration like the last (U11).
import type { Exit, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { budget } from './budget.ts';
import { exit } from './exit.ts';
import { iterations } from './past.ts';
import { cost, minutes, tokens, type Used } from './spent.ts';

type Measure = (iterations: readonly Iteration[]) => Used;

/** Counts the whole run: a `/continue` does not make a budget new, only words that raise it do. */
export function tokenExhaustion(spec: Spec, past: Past): Exit | undefined {
  const limits = budget(spec, past);
  const all = iterations(past);
  const evidence = [
    shortage('tokens', all, { measure: tokens, limit: limits.max_tokens }),
    shortage('US dollars', all, { measure: cost, limit: limits.max_cost_usd }),
    shortage('minutes of work', all, { measure: minutes, limit: limits.max_wallclock_min }),
  ].filter(line => line !== undefined);
  if (evidence.length === 0) return undefined;
  return exit('TOKEN_EXHAUSTION', 'What is left of the budget cannot pay another iteration like the last.', evidence);
}

/**
 * An iteration that told nothing is taken to have cost as much as the dearest that did. Where none ever told, the amount is
 * unknown: this brake cannot see it and the reports say so; the other limits still hold.
 */
function shortage(unit: string, all: Iteration[], { measure, limit }: { measure: Measure; limit: number | undefined }) {
  if (limit === undefined || all.length === 0) return undefined;
  const each = all.map(iteration => measure([iteration]));
  const known = each.flatMap(used => used.known ?? []);
  if (known.length === 0) return undefined;
  const dearest = Math.max(...known);
  const amounts = each.map(used => (used.untold === 0 ? (used.known ?? 0) : Math.max(used.known ?? 0, dearest)));
  const spent = amounts.reduce((sum, amount) => sum + amount, 0);
  const next = amounts.at(-1) ?? 0;
  if (spent < limit && spent + next <= limit) return undefined;
  const guessed = each.some(used => used.untold > 0) ? ', some of it unknown and estimated' : '';
  return `${figure(spent)} of ${figure(limit)} ${unit} used${guessed}; the last iteration took ${figure(next)}`;
}

function figure(amount: number): string {
  return String(Math.round(amount * 100) / 100);
}
