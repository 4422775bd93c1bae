// Stage anchors (C16): the six stages are announced when an iteration begins and pass in their order. One out of its order ends the
// iteration with a question. What a stage changed is told at the end, whatever came of it.
import type { StageName } from '../../record.ts';
import type { Cycle, Stage } from '../cycle.ts';
import { factsOf, isOver, newFacts } from './iter.ts';

/** The stages, each only when it is its turn. Several may share an anchor; once one is left it does not come back. */
export function anchored(order: readonly StageName[], stages: readonly Stage[]): Stage[] {
  let at = 0;
  return stages.map(stage => ({
    name: stage.name,
    async run(cycle) {
      if (isOver(cycle)) return;
      const place = order.indexOf(stage.name);
      if (place === at || place === at + 1) {
        at = place;
        await stage.run(cycle);
      } else drift(cycle, `${stage.name} came ${place < at ? 'after' : 'before its turn; the last was'} ${order[at]}`);
    },
  }));
}

function drift(cycle: Cycle, detail: string): void {
  cycle.draft.autoiter ??= newFacts('iteration');
  factsOf(cycle).escalate = { reason: 'stage_anchor_drift', detail };
}
