// Where a run stands in its commit plan (A3): which commits are done, which one is next.
import type { ContractItem, PlannedCommit } from '../facts/autonomous.ts';
import type { Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { iterations } from './past.ts';

/** The checklist, else the planner's plan; empty until there is one. */
export function commits(spec: Spec, past: Past): PlannedCommit[] {
  const own = spec.autonomous?.commits ?? [];
  if (own.length > 0) return own;
  return iterations(past).findLast(iteration => iteration.autonomous?.plan)?.autonomous?.plan ?? [];
}

/** 0-based. After the last one is done a person's words are worked on in that one. */
export function nextCommit(planned: readonly PlannedCommit[], past: Past): number {
  const done = doneCommits(past);
  const open = planned.findIndex((_, index) => !done.has(index));
  return open < 0 ? Math.max(0, planned.length - 1) : open;
}

export function doneCommits(past: Past): Set<number> {
  return new Set(
    iterations(past)
      .filter(succeeded)
      .map(iteration => iteration.autonomous?.commit.index ?? 0),
  );
}

/** SUCCESS counts once the work is on the branch. */
export function succeeded({ autonomous, failure, freeze, change, commit }: Iteration): boolean {
  if (autonomous?.outcome !== 'SUCCESS' || failure || freeze?.intact === false) return false;
  return commit !== undefined || change === undefined || change.from === change.to;
}

/** What the commit must satisfy in words; the issue's own acceptance list is due with the last one. */
export function contractOf(spec: Spec, planned: readonly PlannedCommit[], index: number): string[] {
  const own = planned[index]?.contract ?? [];
  const whole = index >= planned.length - 1 ? (spec.autonomous?.acceptance ?? []) : [];
  return [...new Set([...own, ...whole])];
}

export function missed(items: readonly ContractItem[]): ContractItem[] {
  return items.filter(item => !item.ok);
}
