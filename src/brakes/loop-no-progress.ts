// G7: the same plan again while the scalar stands still is a deadlock. Asked before the fixes are made (rules 8 and 10).
import type { Fix } from '../facts/autoiter.ts';
import type { Past } from '../record.ts';
import { itersSinceWord } from './autoiter-past.ts';
import { bucketize, jaccard } from './jaccard.ts';
import { scalarChange } from './scalar-change.ts';

export interface Repetition {
  /** In [0, 1], against the plan before; 0 when there is none. */
  jaccard: number;
  /** 1 to 5. */
  bucket: number;
  /** Flat scalars in a row up to now. */
  flat: number;
  /** bucket ≥ 4 and two flat scalars. */
  deadlock: boolean;
}

const ALIKE = 4;
const FLAT = 2;

/** What a new plan is, seen from the past. @param planned `planText` of its fixes */
export function loopNoProgress(past: Past, planned: string): Repetition {
  const ratio = jaccard(planned, plans(past).at(-1) ?? '');
  const bucket = bucketize(ratio);
  const flat = flatInARow(past);
  return { jaccard: ratio, bucket, flat, deadlock: bucket >= ALIKE && flat >= FLAT };
}

/** Whether the last plan already was the one before it: then a flat scalar is no convergence, and G7 gets to ask first (rule 8). */
export function repeatsItself(past: Past): boolean {
  const [before, last] = plans(past).slice(-2);
  if (before === undefined || last === undefined) return false;
  const latest = itersSinceWord(past).at(-1)?.autoiter;
  return latest?.plan !== undefined && bucketize(jaccard(before, last)) >= ALIKE;
}

/** The seed's task subjects, joined: what two plans are compared by. */
export function planText(fixes: readonly Pick<Fix, 'title'>[]): string {
  return fixes.map(({ title }) => title).join('\n');
}

/** An iteration that measured nothing neither adds to the row nor breaks it. */
export function flatInARow(past: Past): number {
  const changes = itersSinceWord(past)
    .flatMap(({ autoiter }) => (autoiter.scalar ? [scalarChange(autoiter.scalar, false)] : []))
    .filter(change => change !== 'unknown');
  return changes.length - 1 - changes.findLastIndex(change => change !== 'flat');
}

function plans(past: Past): string[] {
  return itersSinceWord(past).flatMap(({ autoiter }) => autoiter.plan?.text ?? []);
}
