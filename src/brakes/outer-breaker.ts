// OUTER_BREAKER: the end-to-end pass still fails after its one targeted retry (R9).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { sinceLastWord } from './past.ts';
import { ralphs } from './ralph-course.ts';

const SHOWN = 10;

/** The first failing pass sends its slices back; every later one asks a person, also after a person granted another. */
export function outerBreaker(_spec: Spec, past: Past): Exit | undefined {
  const e2e = sinceLastWord(past).at(-1)?.ralph?.e2e;
  if (e2e === undefined || e2e.ok) return undefined;
  const failed = ralphs(past).filter(({ ralph }) => ralph.e2e?.ok === false);
  if (failed.length < 2) return undefined;
  return exit('OUTER_BREAKER', 'The end-to-end checks still fail after the targeted retry.', [
    `slices still failing: ${e2e.flagged.join(', ')}`,
    ...e2e.flows.slice(0, SHOWN).map(flow => oneLine(`broken: ${flow}`)),
  ]);
}
