// The budget that holds now: the spec's, raised where a person said so with `/continue --max-cost 40`. Words never lower it.
import type { Past } from '../record.ts';
import type { Budget, Spec } from '../spec.ts';

const FLAGS = {
  'max-tokens': 'max_tokens',
  'max-cost': 'max_cost_usd',
  'max-minutes': 'max_wallclock_min',
} as const satisfies Record<string, keyof Budget>;

const RAISE = /(?:^|\s)--(max-tokens|max-cost|max-minutes)[ =]\$?(\d+(?:\.\d+)?)([kKmM])?(?=\s|$)/g;

/** The run clock: minutes of work a run may take where nobody said otherwise, far above what honest runs need. */
export const RUN_CLOCK_MIN = 24 * 60;

/** There always is a run clock. Any other limit the spec leaves open stays open: a word can only raise. */
export function budget(spec: Spec, past: Past): Budget {
  const raised: Budget = { max_wallclock_min: RUN_CLOCK_MIN, ...spec.budget };
  for (const entry of past) {
    if (entry.kind !== 'word' || entry.word !== 'continue') continue;
    for (const [, flag, digits, unit] of entry.text.matchAll(RAISE)) {
      const name = FLAGS[flag as keyof typeof FLAGS];
      const before = raised[name];
      if (before !== undefined) raised[name] = Math.max(before, Number(digits) * scale(unit));
    }
  }
  return raised;
}

function scale(unit: string | undefined): number {
  if (unit === undefined) return 1;
  return unit.toLowerCase() === 'k' ? 1_000 : 1_000_000;
}
