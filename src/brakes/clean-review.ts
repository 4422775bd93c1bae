// CLEAN: the reviewer found nothing that must be fixed, over green checks and real work (U10, rule 4 of the settlement).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { allChecked, allGreen, checksOf, freezeHolds, hasWork } from './kept-work.ts';
import { sinceLastWord } from './past.ts';

export function cleanReview(spec: Spec, past: Past): Exit | undefined {
  const iteration = sinceLastWord(past).at(-1);
  const review = iteration?.review;
  if (iteration === undefined || review === undefined || iteration.failure) return undefined;
  const clean = review.verdict === 'CLEAN' && review.priority1.length === 0;
  const green = allGreen(iteration.blocks) && allChecked(spec, iteration);
  if (!clean || !green || !freezeHolds(spec, iteration) || !hasWork(past)) return undefined;
  const checks = iteration.blocks.flatMap(checksOf).length;
  const seen = checks === 0 ? 'no checks are configured' : `${checks} of ${checks} checks green`;
  return exit('CLEAN', 'The reviewer found nothing that must be fixed.', [seen]);
}
