// Stage 2: runs the trigger with a live log and its share of the wall clock (C4, C5).
import { lastScalar } from '../../brakes/autoiter-past.ts';
import { row, type Stage } from '../cycle.ts';
import { factsOf, type Iter, runTrigger, told } from './iter.ts';

export const trigger = (iter: Iter): Stage => ({
  name: 'trigger',
  async run(cycle) {
    const live = `iter-${iter.number}/raw.log`;
    const ran = await runTrigger(cycle, iter.run, { stage: 'trigger', name: 'trigger', live });
    iter.ran = ran;
    const { last, baseline } = lastScalar(cycle.past);
    // Measured just now on this very tree: truer than what the last iteration saw before it took something back.
    const before = ran.scalar ?? last;
    factsOf(cycle).scalar = { before, after: null, baseline: baseline ?? ran.scalar };
    factsOf(cycle).allGreen = ran.green;
    row(cycle, {
      stage: 'trigger',
      by: iter.run.trigger.invocation,
      result: told(ran),
      state: ran.green ? 'ok' : 'bad',
    });
  },
});
