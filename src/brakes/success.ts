// SUCCESS: every commit of the plan is done, over reviewed, green and real work (A3, rule 12 of the seeds' settlement).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { commits, doneCommits, succeeded } from './commits.ts';
import { exit, oneLine } from './exit.ts';
import { allChecked, allGreen, freezeHolds, hasWork } from './kept-work.ts';
import { sinceLastWord } from './past.ts';

export function success(spec: Spec, past: Past): Exit | undefined {
  const iteration = sinceLastWord(past).at(-1);
  if (iteration === undefined || !succeeded(iteration) || !freezeHolds(spec, iteration)) return undefined;
  if (!allGreen(iteration.blocks) || !allChecked(spec, iteration) || !hasWork(past)) return undefined;
  const planned = commits(spec, past);
  const done = doneCommits(past);
  if (planned.length === 0 || planned.some((_, index) => !done.has(index))) return undefined;
  const of = `${planned.length} of ${planned.length} ${planned.length === 1 ? 'commit' : 'commits'}`;
  return exit('SUCCESS', `${of} of the plan done: reviewed, checks green, contract met.`, [
    ...planned.slice(0, 20).map(commit => oneLine(commit.title)),
  ]);
}
