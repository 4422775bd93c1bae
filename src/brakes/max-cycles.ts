// MAX_CYCLES: the iterations since a person's last word reached the limit (U10).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { iterations, sinceLastWord } from './past.ts';

export function maxCycles(spec: Spec, past: Past): Exit | undefined {
  const limit = spec.limits.max_cycles;
  const done = sinceLastWord(past).length;
  if (done < limit) return undefined;
  const total = iterations(past).length;
  const evidence = total === done ? [] : [`${total} iterations in all`];
  return exit('MAX_CYCLES', `${done} of ${limit} iterations are used and the goal is not reached.`, evidence);
}
