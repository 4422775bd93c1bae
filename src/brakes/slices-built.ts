// SUCCESS of the ralph loop: every slice passed its gateway and, in build mode, the end-to-end checks pass over all of them.
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { freezeHolds } from './kept-work.ts';
import { sinceLastWord } from './past.ts';
import { allBuilt } from './ralph-course.ts';

export function slicesBuilt(spec: Spec, past: Past): Exit | undefined {
  const last = sinceLastWord(past).at(-1);
  const { ralph: plan } = spec;
  if (!plan || last === undefined || last.failure || !freezeHolds(spec, last) || !allBuilt(plan, past))
    return undefined;
  const ids = plan.slices.map(slice => slice.id).join(', ');
  if (plan.mode === 'implement')
    return last.ralph?.done ? exit('SUCCESS', `Slice ${ids} is built and its verification passes.`) : undefined;
  if (last.ralph?.e2e?.ok !== true) return undefined;
  return exit('SUCCESS', 'All slices are built and the end-to-end checks pass.', [`slices: ${ids}`]);
}
