// COMPLETE: all declared blocks merged, their contract tests green, every must-fix applied, the freeze intact (U10).
import type { BlockResult, Exit, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { allChecked, allGreen, freezeHolds, hasWork } from './kept-work.ts';
import { sinceLastWord } from './past.ts';

/** Work that nobody reviewed, or that stands on a failed iteration, is never complete. */
export function allMerged(spec: Spec, past: Past): Exit | undefined {
  const iteration = sinceLastWord(past).at(-1);
  if (iteration === undefined || iteration.failure || !freezeHolds(spec, iteration)) return undefined;
  const declared = iteration.blocks.filter(block => block.declared);
  const proven = declared.length > 0 && declared.every(isMerged) && allGreen(iteration.blocks);
  if (!proven || !allChecked(spec, iteration) || !allApplied(iteration) || !hasWork(past)) return undefined;
  const names = declared.map(block => block.name).join(', ');
  return exit('COMPLETE', 'All blocks are merged and their contract tests pass.', [`merged: ${names}`]);
}

/** A block without a contract command counts by its unit result; one with neither proves nothing. */
function isMerged(block: BlockResult): boolean {
  return block.status === 'merged' && (block.contract ?? block.unit)?.ok === true;
}

function allApplied({ review, improvements }: Iteration): boolean {
  if (review === undefined) return false;
  return review.priority1.every(wanted =>
    improvements.some(
      done => done.applied && done.file === wanted.file && done.line === wanted.line && done.what === wanted.what,
    ),
  );
}
