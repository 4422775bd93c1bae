// The brakes' counters as reports and the dashboard show them: never a number without its limit.
import type { Counter, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { failuresInARow } from './broken.ts';
import { budget } from './budget.ts';
import { jidokaCounters } from './jidoka.ts';
import { iterationLimit } from './max-cycles.ts';
import { idleInARow } from './no-progress.ts';
import { iterations } from './past.ts';
import { cost, minutes, tokens, type Used } from './spent.ts';

/**
 * In a fixed order. A budget without a limit, or an amount nobody told, has no counter; an amount told in part is named
 * "at least".
 */
export function counters(spec: Spec, past: Past): Counter[] {
  const { limits } = spec;
  const money = budget(spec, past);
  const all = iterations(past);
  return [
    { name: 'iterations', value: all.length, limit: iterationLimit(spec, past) },
    { name: 'failures in a row', value: failuresInARow(past).length, limit: limits.failures },
    { name: 'no progress', value: idleInARow(past).length, limit: limits.no_progress },
    ...(spec.loop === 'autonomous' ? jidokaCounters(past) : []),
    ...amount('tokens', tokens(all), money.max_tokens),
    ...amount('cost', cost(all), money.max_cost_usd),
    ...amount('minutes', minutes(all), money.max_wallclock_min),
  ];
}

function amount(name: string, { known, untold }: Used, limit: number | undefined): Counter[] {
  if (known === undefined || limit === undefined) return [];
  return [{ name: untold > 0 ? `${name}, at least` : name, value: Math.round(known * 100) / 100, limit }];
}
