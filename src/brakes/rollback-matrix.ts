// Which fixes an iteration takes back (C12): by goal, by what the scalar did, by what kinds of fixes it was made of.
// Only optimization fixes are ever reverted; correctness fixes never are, whatever the scalar says.
import { lowerIsBetter, type RunSpec } from '../config/run-spec.ts';
import type { Fix, Scalar } from '../facts/autoiter.ts';
import { type ScalarChange, scalarChange } from './scalar-change.ts';

export interface Rollback {
  change: ScalarChange;
  /** Fixes to revert, the newest first so that the reverts apply. */
  revert: { fix: string; commit: string; why: string }[];
  /** Which row of the matrix decided, in one sentence. */
  why: string;
}

/** From this share of correctness fixes on a regression is taken for the price of no longer crashing. */
const CRASH_FIX = 0.8;

/** @param fixes those of the iteration, in the order they were made */
export function rollbackMatrix(run: RunSpec, scalar: Scalar, fixes: readonly Fix[]): Rollback {
  const change = scalarChange(scalar, lowerIsBetter(run));
  const made = fixes.filter(({ commit, reverted }) => commit !== undefined && !reverted);
  const { keep, why } = row(run, change, made);
  const revert = keep ? [] : made.filter(({ kind }) => kind === 'optimization').reverse();
  return { change, why, revert: revert.map(({ id, commit = '' }) => ({ fix: id, commit, why })) };
}

function row(run: RunSpec, change: ScalarChange, made: readonly Fix[]): { keep: boolean; why: string } {
  const keep = (why: string) => ({ keep: true, why });
  if (run.iter_rollback_policy === 'none') return keep('the run spec wants nothing rolled back');
  if (change === 'unknown') return keep('the scalar was not measured, so nothing says that it got worse');
  if (change !== 'degrades') return keep(change === 'flat' ? 'the scalar stayed as it was' : 'the scalar got better');
  const kinds = made.filter(({ kind }) => kind === 'correctness').length;
  const share = made.length === 0 ? 0 : kinds / made.length;
  if (run.primary_goal === 'both' && share >= CRASH_FIX)
    return keep(`the scalar got worse, but ${kinds} of ${made.length} fixes are for correctness, and those come first`);
  const goal = run.primary_goal === 'both' ? 'both goals count' : `the goal is ${run.primary_goal}`;
  return { keep: false, why: `the scalar got worse and ${goal}: optimization fixes go, the others stay` };
}
