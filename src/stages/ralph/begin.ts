// 1. Takes the next slice, or the end-to-end pass, and loads its entry: what comes next is read from the record (R1, R9).
import { course, type Task } from '../../brakes/ralph-course.ts';
import type { RalphFacts } from '../../facts/ralph.ts';
import type { RalphPlan } from '../../spec.ts';
import type { Cycle } from '../cycle.ts';
import { prepare } from '../prepare.ts';

export async function begin(cycle: Cycle): Promise<void> {
  const { plan, task } = present(cycle);
  cycle.draft.ralph = firstFacts(plan, task);
  await prepare(cycle);
}

/** What the stages of an iteration share. Throws when the run is none of this loop. */
export function present(cycle: Cycle): { plan: RalphPlan; task: Task } {
  const plan = cycle.spec.ralph;
  if (!plan) throw new Error('a ralph run without a plan');
  return { plan, task: course(plan, cycle.past) };
}

/** The facts begun by `begin`, to be filled in. */
export function factsOf({ draft }: Cycle): RalphFacts {
  if (!draft.ralph) throw new Error('a ralph iteration without facts');
  return draft.ralph;
}

function firstFacts(plan: RalphPlan, task: Task): RalphFacts {
  if (task.kind === 'e2e') return { attempt: 1, pass: 'e2e', done: false };
  const { slice, index, attempt, pass } = task;
  return { slice: { id: slice.id, name: slice.name, index, of: plan.slices.length }, attempt, pass, done: false };
}
