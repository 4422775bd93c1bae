// Facts about the work itself that success needs: something is on the branch, the freeze holds, every check is green.
import type { BlockResult, CheckResult, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { iterations } from './past.ts';
import { isRefused } from './protected-change.ts';

/**
 * Whether the run's branch differs from where it began. Work that violated the freeze or was kept aside is not on the branch, and
 * work undone by a later iteration is no work: an empty result is never success (rule 12 of the seeds' settlement).
 */
export function hasWork(past: Past): boolean {
  const kept = iterations(past).filter(isKept);
  const changes = kept.flatMap(iteration => iteration.change ?? []).filter(change => change.files.length > 0);
  return changes.length > 0 && changes[0]?.from !== changes.at(-1)?.to;
}

function isKept(iteration: Iteration): boolean {
  const { cut, commit } = iteration;
  return !isRefused(iteration) && (cut === undefined || commit !== undefined);
}

/** Intact by our own verifying. A run with a freeze but no result is not known to be intact. */
export function freezeHolds(spec: Spec, iteration: Iteration): boolean {
  return spec.freeze === undefined ? iteration.freeze?.intact !== false : iteration.freeze?.intact === true;
}

export function checksOf(block: BlockResult): CheckResult[] {
  return [block.lint, block.unit, block.contract].filter(check => check !== undefined);
}

export function allGreen(blocks: BlockResult[]): boolean {
  return blocks.flatMap(checksOf).every(check => check.ok);
}

/** Every block of the spec that has commands was checked: an iteration that never reached its checks is not green. */
export function allChecked(spec: Spec, iteration: Iteration): boolean {
  const checked = new Set(iteration.blocks.filter(block => checksOf(block).length > 0).map(block => block.name));
  const wanted = spec.blocks.filter(block => block.lint ?? block.unit ?? block.contract);
  return wanted.every(block => checked.has(block.name));
}
