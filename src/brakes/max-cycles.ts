// MAX_CYCLES: all iterations are used (U10); a person may grant as many again.
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { isWait, iterations } from './past.ts';

export function maxCycles(spec: Spec, past: Past): Exit | undefined {
  const limit = iterationLimit(spec, past);
  const done = iterations(past).length;
  if (done < limit) return undefined;
  const { max_cycles } = spec.limits;
  const granted = limit - max_cycles - iterations(past).filter(isWait).length;
  const evidence = granted === 0 ? [] : [`the limit is ${max_cycles}; people granted ${granted} more`];
  return exit('MAX_CYCLES', `${done} of ${limit} iterations are used and the goal is not reached.`, evidence);
}

/**
 * The number of the last iteration this run may reach. Only a `/continue` said when all were used grants as many again:
 * one said earlier steers, it does not move the limit (a limit that creeps is none). Numbers are never reused, so one that only
 * waited for a model service moves the limit by one.
 */
export function iterationLimit(spec: Spec, past: Past): number {
  const { max_cycles } = spec.limits;
  let done = 0;
  let limit = max_cycles;
  for (const entry of past) {
    if (entry.kind === 'iteration') done++;
    if (entry.kind === 'iteration' && isWait(entry)) limit++;
    if (entry.kind === 'word' && entry.word === 'continue' && done >= limit) limit = done + max_cycles;
  }
  return limit;
}
