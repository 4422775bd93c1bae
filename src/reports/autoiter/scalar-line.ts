// The scalar in one line: from where to where, how far from the goal.
import { lowerIsBetter, type RunSpec } from '../../config/run-spec.ts';
import type { Scalar } from '../../facts/autoiter.ts';
import { figure } from './figure.ts';
import { signed } from './moment.ts';

/** `**Scalar** 0.71 → 0.84 (Δ +0.13), at first 0.52, goal ≥ 0.9`; empty where none is measured. */
export function scalarLine(scalar: Scalar | undefined, run: RunSpec | undefined): string {
  if (scalar === undefined) return '';
  const { before, after, baseline } = scalar;
  if (before === null && after === null) return '';
  const delta = before === null || after === null ? '' : ` (Δ ${signed(after - before)})`;
  return `**Scalar** ${figure(before)} → ${figure(after)}${delta}, at first ${figure(baseline)}${goal(run)}`;
}

function goal(run: RunSpec | undefined): string {
  const threshold = run?.success_criterion.threshold;
  return run === undefined || threshold === undefined
    ? ''
    : `, goal ${lowerIsBetter(run) ? '≤' : '≥'} ${figure(threshold)}`;
}
