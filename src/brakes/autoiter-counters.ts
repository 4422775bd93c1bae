// Autoiter's counters as its reports show them: never a number without its limit.
import type { Counter, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { failuresInARow } from './broken.ts';
import { budgetUse } from './budget-exhausted.ts';
import { flatInARow } from './loop-no-progress.ts';
import { lockedRunSpec } from './run-spec-lock.ts';
import { NO_CHANGE, SAME_ERROR, sameError, unchanged } from './stuck.ts';

/** The run spec's budget first, once it is locked; then what SC3, SC5 and failures have counted. */
export function autoiterCounters(spec: Spec, past: Past): Counter[] {
  const run = lockedRunSpec(spec, past);
  return [
    ...(run ? budgetUse(run, past) : []),
    { name: 'flat scalar', value: flatInARow(past), limit: 2 },
    { name: 'same error', value: sameError(spec, past).times, limit: SAME_ERROR },
    { name: 'no file changed', value: unchanged(past), limit: NO_CHANGE },
    { name: 'failures in a row', value: failuresInARow(past).length, limit: spec.limits.failures },
  ];
}
