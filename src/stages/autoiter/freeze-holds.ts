// The freeze at the end of every turn of autoiter, unless a commit already met a violation (U9). Without a freeze it says nothing.
import type { Stage } from '../cycle.ts';
import { verifyFreeze } from '../verify-freeze.ts';

export const freezeHolds: Stage = {
  name: 'freeze',
  async run(cycle) {
    if (cycle.spec.freeze && cycle.draft.freeze === undefined) await verifyFreeze.run(cycle);
  },
};
