// CONVERGED: the goal is reached (SC2), or the scalar moves no more (SC3). Asked before the limits (rule 9 of the settlement).
import { lowerIsBetter, type RunSpec } from '../config/run-spec.ts';
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { type Iter, itersSinceWord } from './autoiter-past.ts';
import { exit } from './exit.ts';
import { freezeHolds } from './kept-work.ts';
import { repeatsItself } from './loop-no-progress.ts';
import { lockedRunSpec } from './run-spec-lock.ts';
import { scalarChange } from './scalar-change.ts';

export function converged(spec: Spec, past: Past): Exit | undefined {
  const run = lockedRunSpec(spec, past);
  const latest = itersSinceWord(past).at(-1);
  if (!run || !latest || latest.failure || latest.autoiter.escalate || !freezeHolds(spec, latest)) return undefined;
  return goalReached(spec, run, latest) ?? flattened(past);
}

/** SC2. The visible goal alone is not believed: where there is a held-out check it must agree (G4). */
function goalReached(spec: Spec, run: RunSpec, { autoiter }: Iter): Exit | undefined {
  const why = reached(run, autoiter);
  if (why === undefined) return undefined;
  if (spec.autoiter?.held_out === undefined) return exit('CONVERGED', why);
  return autoiter.heldOut?.ok === true ? exit('CONVERGED', why, ['the held-out check agrees']) : undefined;
}

function reached(run: RunSpec, { allGreen, scalar }: Iter['autoiter']): string | undefined {
  const { type, threshold } = run.success_criterion;
  // A trigger that runs to its end is no goal where a number is asked for.
  if ((type === 'all_green' || type === 'custom') && allGreen === true) return 'The trigger is all green.';
  const after = scalar?.after ?? null;
  if (threshold === undefined || after === null) return undefined;
  const met = lowerIsBetter(run) ? after <= threshold : after >= threshold;
  return met ? `The scalar reached ${after}; the goal is ${threshold}.` : undefined;
}

/** SC3, two iterations in a row. A plan that repeats itself is not done but stuck: that is for G7 to say (rule 8). */
function flattened(past: Past): Exit | undefined {
  const [before, latest] = itersSinceWord(past).slice(-2);
  if (!isFlat(before) || !isFlat(latest) || repeatsItself(past)) return undefined;
  const { after, baseline } = latest?.autoiter.scalar ?? { after: null, baseline: null };
  return exit('CONVERGED', 'The scalar did not move in the last two iterations.', [
    `scalar ${after}, at first ${baseline}`,
  ]);
}

function isFlat(iteration: Iter | undefined): boolean {
  const scalar = iteration?.autoiter.scalar;
  return scalar !== undefined && scalarChange(scalar, false) === 'flat';
}
