// The facts of an autonomous iteration, begun by its first stage and filled in by the others.
import type { AutonomousFacts } from '../../facts/autonomous.ts';
import type { Cycle } from '../cycle.ts';

export function facts({ draft }: Cycle): AutonomousFacts {
  if (!draft.autonomous) throw new Error('an autonomous iteration without facts');
  return draft.autonomous;
}

/** An error is kept once, in the order it was found. */
export function noteErrors(cycle: Cycle, errors: readonly string[]): void {
  const known = facts(cycle).errors;
  known.push(...errors.filter((error, at) => !known.includes(error) && errors.indexOf(error) === at));
}
