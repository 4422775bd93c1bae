// ESCALATED by SC5: the same error in three iterations, or five that changed no file.
import { lowerIsBetter } from '../config/run-spec.ts';
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { type Iter, itersSinceWord } from './autoiter-past.ts';
import { exit, oneLine } from './exit.ts';
import { idleInARow } from './no-progress.ts';
import { lockedRunSpec } from './run-spec-lock.ts';
import { scalarChange } from './scalar-change.ts';

export const SAME_ERROR = 3;
export const NO_CHANGE = 5;

export function stuck(spec: Spec, past: Past): Exit | undefined {
  const { errors, times } = sameError(spec, past);
  if (times >= SAME_ERROR)
    return exit('ESCALATED', `The same error in ${times} iterations; the limit is ${SAME_ERROR}.`, errors.map(oneLine));
  const still = unchanged(past);
  if (still < NO_CHANGE) return undefined;
  return exit('ESCALATED', `${still} iterations in a row changed no file; the limit is ${NO_CHANGE}.`);
}

/** Errors that every one of the latest iterations has in common, and how many those are. */
export function sameError(spec: Spec, past: Past): { errors: string[]; times: number } {
  const latest = itersSinceWord(past).reverse();
  const run = lockedRunSpec(spec, past);
  const lower = run !== undefined && lowerIsBetter(run);
  let errors = [...new Set(latest[0]?.autoiter.errors ?? [])];
  let times = errors.length > 0 ? 1 : 0;
  for (const [index, earlier] of latest.slice(1).entries()) {
    const common = errors.filter(error => earlier.autoiter.errors?.includes(error));
    // Fewer failures with the same first one among them is progress.
    if (common.length === 0 || improved(latest[index], lower)) break;
    errors = common;
    times++;
  }
  return { errors, times };
}

/** Iterations in a row that left the tree as it was. */
export function unchanged(past: Past): number {
  return idleInARow(past).filter(({ autoiter }) => autoiter?.phase === 'iteration').length;
}

function improved(iteration: Iter | undefined, lower: boolean): boolean {
  const scalar = iteration?.autoiter.scalar;
  return scalar !== undefined && scalarChange(scalar, lower) === 'improves';
}
