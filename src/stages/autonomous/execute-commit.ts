// 2.1 Executes the present commit of the plan, with what earlier iterations left open.
import { grantedAttempt } from '../../brakes/jidoka.ts';
import type { Cycle, Stage } from '../cycle.ts';
import { implement } from '../execute.ts';
import { commitBrief } from './briefs.ts';

export const executeCommit: Stage = { name: 'execute', run };

/** An attempt that a person granted after a Jidoka stop is made with the strongest model. */
async function run(cycle: Cycle): Promise<void> {
  const deep = grantedAttempt(cycle.past);
  return implement(cycle, { brief: commitBrief(cycle), ...(deep && { tier: 'deep' as const }) });
}
