// Stage 5.0: the fix plan as batches of a dependency graph. G7 is asked first: the same plan over a flat scalar ends the iteration
// here, with the plan in its record and nothing made (C8).
import { fixBatches } from '../../brakes/fix-batches.ts';
import { loopNoProgress, planText } from '../../brakes/loop-no-progress.ts';
import { row, type Stage } from '../cycle.ts';
import { factsOf } from './iter.ts';

export const planFixes: Stage = {
  name: 'fix',
  async run(cycle) {
    const facts = factsOf(cycle);
    if (facts.fixes.length === 0)
      return row(cycle, { stage: 'fix', by: 'fix plan', result: 'nothing to fix', state: 'skipped' });
    const text = planText(facts.fixes);
    const { jaccard, bucket, flat, deadlock } = loopNoProgress(cycle.past, text);
    const { batches, left } = fixBatches(facts.fixes);
    facts.plan = { batches, text, jaccard, bucket, ...(left.length > 0 && { left }) };
    for (const { id, why } of left) fail(facts.fixes, id, why);
    const alike = `Jaccard ${jaccard.toFixed(2)}, bucket ${bucket} of 5`;
    if (deadlock) {
      row(cycle, { stage: 'fix', by: 'fix plan', result: `G7 deadlock: ${alike}, ${flat} flat scalars`, state: 'bad' });
      facts.escalate = { reason: 'loop_no_progress', detail: `${alike}, ${flat} flat scalars in a row` };
      return;
    }
    const sizes = batches.map(batch => batch.length).join(' + ') || 'none';
    const result = `fixes in order: ${sizes}${left.length > 0 ? `, ${left.length} left out` : ''} · ${alike}`;
    row(cycle, { stage: 'fix', by: 'fix plan', result, state: left.length > 0 ? 'bad' : 'ok' });
  },
};

function fail(fixes: { id: string; failed?: string }[], id: string, why: string): void {
  const fix = fixes.find(found => found.id === id);
  if (fix) fix.failed = why;
}
