// Stage 1: the iteration's beginning, where it stands and what it is for. Idempotent: it only reads.
import { lastScalar } from '../../brakes/autoiter-past.ts';
import { deferredPool } from '../../brakes/gates.ts';
import { row, type Stage } from '../cycle.ts';
import { newFacts } from './iter.ts';

export const kickoff: Stage = {
  name: 'kickoff',
  async run(cycle) {
    cycle.draft.autoiter ??= newFacts('iteration');
    const { last } = lastScalar(cycle.past);
    const pool = deferredPool(cycle.past).length;
    const result = `scalar ${last ?? 'none yet'} · ${pool} deferred`;
    row(cycle, { stage: 'kickoff', by: 'loop', result, state: 'ok' });
  },
};
