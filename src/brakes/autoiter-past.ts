// Questions about an autoiter run's past: which records are its iterations, what they measured, what it last planned.
import type { AutoiterFacts } from '../facts/autoiter.ts';
import type { Iteration, Past } from '../record.ts';
import { iterations, sinceLastWord } from './past.ts';

export type Iter = Iteration & { autoiter: AutoiterFacts };

/** Iterations proper, in order: discovery and the prepare check are records too, but they are none (C1). */
export function iters(past: Past): Iter[] {
  return iterations(past).filter(isIter);
}

/** Those the counting brakes count (rule 13 of the seeds' settlement). */
export function itersSinceWord(past: Past): Iter[] {
  return sinceLastWord(past).filter(isIter);
}

/** The seed's number of an iteration: iter-1 is the first after discovery. 0 for the records before it. */
export function iterNumber(past: Past, iteration: Pick<Iteration, 'n' | 'autoiter'>): number {
  if (iteration.autoiter?.phase !== 'iteration') return 0;
  return iters(past).filter(({ n }) => n < iteration.n).length + 1;
}

/**
 * The scalar the branch has now, and the first one ever; null where none was measured (C11). What was taken back counts no
 * longer: then it is again the one the iteration began with.
 */
export function lastScalar(past: Past): { last: number | null; baseline: number | null } {
  const facts = iterations(past).flatMap(({ autoiter }) => autoiter ?? []);
  const now = facts.map(({ scalar, rollback }) => (rollback.length > 0 ? scalar?.before : scalar?.after) ?? null);
  const baseline = facts.flatMap(({ scalar }) => scalar?.baseline ?? []).at(0) ?? null;
  return { last: now.findLast(value => value !== null) ?? baseline, baseline };
}

function isIter(iteration: Iteration): iteration is Iter {
  return iteration.autoiter?.phase === 'iteration';
}
