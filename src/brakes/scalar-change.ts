// Whether a scalar got better, worse or stayed: what counts as the same depends on its kind (SC3, C12).
import type { Scalar } from '../facts/autoiter.ts';

export type ScalarChange = 'improves' | 'flat' | 'degrades' | 'unknown';

/** Ratings from 1 to 5 are counted exactly; anything continuous wobbles, by a hundredth of where it began. */
export function epsilon({ before, after, baseline }: Scalar): number {
  const known = [before, after, baseline].filter(value => value !== null);
  const rating = known.every(value => Number.isInteger(value) && value >= 1 && value <= 5);
  return rating ? 0 : 0.01 * Math.abs(baseline ?? before ?? 0);
}

/** `unknown` where one of the two was not measured: that is neither progress nor the lack of it. */
export function scalarChange(scalar: Scalar, lowerIsBetter: boolean): ScalarChange {
  const { before, after } = scalar;
  if (before === null || after === null) return 'unknown';
  const delta = after - before;
  // Half an ulp or so: 0.1 + 0.2 must not decide whether a run ends.
  if (Math.abs(delta) <= epsilon(scalar) + 1e-12) return 'flat';
  return delta > 0 === lowerIsBetter ? 'degrades' : 'improves';
}
