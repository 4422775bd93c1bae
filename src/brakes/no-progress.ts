// NO_PROGRESS: several iterations in a row left the tree as it was; another one would only cost.
import type { Exit, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { sinceLastWord } from './past.ts';

export function noProgress(spec: Spec, past: Past): Exit | undefined {
  const limit = spec.limits.no_progress;
  const idle = idleInARow(past);
  if (idle.length < limit) return undefined;
  const evidence = idle.slice(-limit).map(iteration => `iteration ${iteration.n}: ${oneLine(said(iteration))}`);
  return exit('NO_PROGRESS', `${idle.length} iterations in a row changed no file; the limit is ${limit}.`, evidence);
}

/** The latest iterations without a change of the tree, up to the present and not before a person's last word. */
export function idleInARow(past: Past): Iteration[] {
  const counted = sinceLastWord(past);
  return counted.slice(counted.findLastIndex(changedTree) + 1);
}

function changedTree({ change }: Iteration): boolean {
  return change !== undefined && change.files.length > 0 && change.from !== change.to;
}

function said({ failure, steps }: Iteration): string {
  return failure?.detail ?? steps.find(step => step.stage === 'execute')?.result ?? 'no change';
}
