// MAX: all attempts are used; the run reports and waits for guidance (A1). A person's `/continue` grants as many again.
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { commits, doneCommits } from './commits.ts';
import { exit } from './exit.ts';
import { iterationLimit } from './max-cycles.ts';
import { iterations } from './past.ts';

export function max(spec: Spec, past: Past): Exit | undefined {
  const limit = iterationLimit(spec, past);
  const done = iterations(past).length;
  if (done < limit) return undefined;
  const planned = commits(spec, past).length;
  const evidence = planned > 0 ? [`${doneCommits(past).size} of ${planned} commits of the plan are done`] : [];
  return exit('MAX', `${done} of ${limit} iterations are used and the goal is not reached.`, evidence);
}
