// What a run cost, in one line and as a table: tokens, money and time per stage, also of stages that were killed (K20).

import { budget, RUN_CLOCK_MIN } from '../brakes/budget.ts';
import { iterations } from '../brakes/past.ts';
import { agentSpend, cost, minutes, tokens, type Used } from '../brakes/spent.ts';
import type { Iteration, Past, Spend } from '../record.ts';
import type { Spec } from '../spec.ts';
import { count, dollars, duration, tokenCount } from './figures.ts';
import { details, table, text } from './markdown.ts';

/** `0.82 M of 2.00 M tokens · $1.84 of $20 · 6 min 12 s of 240 min (agent 5 min 50 s)` for the whole run so far. */
export function spendLine(spec: Spec, past: Past): string {
  const limits = budget(spec, past);
  const all = iterations(past);
  const worked = (minutes(all).known ?? 0) * 60_000;
  const agent = all.flatMap(agentSpend).reduce((sum, row) => sum + row.ms, 0);
  // The usual run clock is far away; it is told once a run comes near it.
  const clock = limits.max_wallclock_min ?? RUN_CLOCK_MIN;
  const isNear = spec.budget.max_wallclock_min !== undefined || worked > clock * 30_000;
  const limit = isNear ? ` of ${clock} min` : '';
  return [
    amount(tokens(all), limits.max_tokens, { show: tokenCount, unit: ' tokens', unknown: 'tokens' }),
    amount(cost(all), limits.max_cost_usd, { show: dollars, unit: '', unknown: 'cost' }),
    `${duration(worked)}${limit} (agent ${duration(agent)})`,
  ].join(' · ');
}

/** The folded table of one iteration's stages. */
export function spendTable(iteration: Iteration): string {
  const rows = iteration.spend.map(row => [
    row.stage,
    text(row.role) + (row.killed ? ' (stopped)' : ''),
    tokensOf(row, iteration),
    row.costUsd === undefined ? unknownFor(row, iteration) : dollars(row.costUsd),
    duration(row.ms),
  ]);
  if (rows.length === 0) return '';
  const title = `Spend of this iteration, ${count(rows.length, 'row')}`;
  return details(title, table([['Stage', 'By', 'Tokens in / out', 'Cost', 'Time'], ...rows]));
}

interface Reading {
  show: (amount: number) => string;
  unit: string;
  unknown: string;
}

/** A missing amount is unknown, never zero; a missing limit is said. */
function amount({ known, untold }: Used, limit: number | undefined, { show, unit, unknown }: Reading): string {
  const bound = limit === undefined ? 'no limit' : `of ${show(limit)}${unit}`;
  if (known === undefined) return `${unknown} unknown (${limit === undefined ? bound : `limit ${show(limit)}`})`;
  const least = untold > 0 ? 'at least ' : '';
  return limit === undefined ? `${least}${show(known)}${unit} (${bound})` : `${least}${show(known)} ${bound}`;
}

function tokensOf(row: Spend, iteration: Iteration): string {
  if (row.tokensIn === undefined && row.tokensOut === undefined) return unknownFor(row, iteration);
  const [tokensIn, tokensOut] = [row.tokensIn, row.tokensOut].map(n => (n === undefined ? 'unknown' : tokenCount(n)));
  return `${tokensIn} / ${tokensOut}${row.scope === 'last-step' ? ' (last call only)' : ''}`;
}

function unknownFor(row: Spend, iteration: Iteration): string {
  return agentSpend(iteration).includes(row) ? 'unknown' : '-';
}
