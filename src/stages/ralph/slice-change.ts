// What a slice changed since its first attempt, not only this one: a file slipped in by an attempt that failed still counts.
import { attemptsAt, type SliceTask } from '../../brakes/ralph-course.ts';
import type { Change, Past } from '../../record.ts';
import type { Cycle } from '../cycle.ts';

/** Files of the log are the app's own and never part of it. */
export async function sliceChange(cycle: Cycle, task: SliceTask): Promise<Change> {
  const start = sliceStart(cycle.past, task, cycle.from);
  const own = cycle.draft.change;
  const change = own && start === cycle.from ? own : await cycle.tools.git.snapshot(start);
  return { ...change, files: change.files.filter(file => file.path !== cycle.spec.ralph?.log) };
}

/**
 * The tree before this slice, found by walking back through its attempts as long as each begins where the one before left the
 * branch. Work a person approved, and commits somebody else pushed, are where it ends: they were answered for.
 */
export function sliceStart(past: Past, { slice, pass }: Pick<SliceTask, 'slice' | 'pass'>, from: string): string {
  let start = from;
  for (const { change, commit, ralph } of attemptsAt(past, slice, pass).reverse()) {
    if (!change || (commit ? change.to : change.from) !== start || ralph.approved !== undefined) break;
    start = change.from;
  }
  return start;
}
