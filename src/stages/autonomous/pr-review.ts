// 2.2 pr-review: PASS, or BLOCK because of a hard rule or a convention (A4). A block is an error; it goes to debug.
import { normalise } from '../../brakes/reporters/normalise.ts';
import type { Finding } from '../../record.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { askReviewer } from '../review.ts';
import { prReviewBrief } from './briefs.ts';
import { facts, noteErrors } from './facts.ts';

export const prReview: Stage = { name: 'review', run };

async function run(cycle: Cycle): Promise<void> {
  const { verdict, priority1, notes } = await askReviewer(cycle, prReviewBrief(cycle), 'pr-review');
  const passes = verdict === 'CLEAN';
  facts(cycle).review = { verdict: passes ? 'PASS' : 'BLOCK', findings: priority1 };
  if (!passes)
    noteErrors(cycle, priority1.length > 0 ? priority1.map(identity) : ['pr-review › blocked without a reason']);
  const noted = notes.length > 0 ? `, ${notes.length} ${notes.length === 1 ? 'note' : 'notes'}` : '';
  row(cycle, {
    stage: 'review',
    by: 'pr-review',
    result: passes ? `PASS${noted}` : `BLOCK: ${priority1.length} must-fix${noted}`,
    state: passes ? 'ok' : 'bad',
  });
}

/** The line may move; the file and the words stay. */
function identity({ file, what }: Finding): string {
  return `pr-review › ${file}: ${normalise(what)}`.slice(0, 300);
}
