// Which issues and fixes go on, and which wait in the deferred pool (G2, G8): low confidence is never acted on and never forgotten.
import type { Deferred, Fix, Issue, Verdict } from '../facts/autoiter.ts';
import type { Past } from '../record.ts';
import { iterations } from './past.ts';

/** Confidence from which something goes on, of 5. */
const ENOUGH = 3;

export interface Triaged {
  /** Go to deep verification, each with its verdict. */
  verify: { issue: Issue; verdict: Verdict }[];
  deferred: Deferred[];
  /** Ids of issues that are not real: dropped, not deferred. */
  dropped: string[];
}

/** G8 after triage. An issue the triager passed over has no verdict to act on: it is deferred, like a weak one. */
export function triageGate(issues: readonly Issue[], verdicts: readonly Verdict[], iteration: number): Triaged {
  const triaged: Triaged = { verify: [], deferred: [], dropped: [] };
  for (const issue of issues) {
    const verdict = verdicts.find(({ issue: id }) => id === issue.id);
    if (verdict?.verdict === 'Discarded') triaged.dropped.push(issue.id);
    else if (verdict !== undefined && verdict.confidence >= ENOUGH) triaged.verify.push({ issue, verdict });
    else triaged.deferred.push({ id: issue.id, title: issue.title, tag: 'triage_low_confidence', iteration });
  }
  return triaged;
}

/** G8 and G2 after deep verification: without a root cause and a reproduction nothing is fixed, however sure the verifier is. */
export function verifyGate(fixes: readonly Fix[], iteration: number): { eligible: Fix[]; deferred: Deferred[] } {
  const eligible: Fix[] = [];
  const deferred: Deferred[] = [];
  for (const fix of fixes) {
    const tag = tagOf(fix);
    if (tag === undefined) eligible.push(fix);
    else deferred.push({ id: fix.id, title: fix.title, tag, iteration });
  }
  return { eligible, deferred };
}

function tagOf({ fix_confidence, root_cause, reproduction_test }: Fix): Deferred['tag'] | undefined {
  if (fix_confidence < ENOUGH) return 'deep_verify_low_confidence';
  return root_cause.trim() === '' || reproduction_test.trim() === '' ? 'g2_incomplete' : undefined;
}

/** What earlier iterations put off and none has settled since, oldest first, each title once (C7). */
export function deferredPool(past: Past): Deferred[] {
  const pool = new Map<string, Deferred>();
  for (const { autoiter } of iterations(past)) {
    if (!autoiter) continue;
    const dropped = autoiter.verdicts.filter(({ verdict }) => verdict === 'Discarded').map(({ issue }) => issue);
    const settled = [
      ...autoiter.fixes.filter(({ commit }) => commit !== undefined),
      ...autoiter.issues.filter(({ id }) => dropped.includes(id)),
    ];
    for (const { title } of settled) pool.delete(key(title));
    for (const item of autoiter.deferred) if (!pool.has(key(item.title))) pool.set(key(item.title), item);
  }
  return [...pool.values()];
}

/** Ids begin anew in each iteration; a title is what stays. */
const key = (title: string): string => title.toLowerCase().replace(/\s+/g, ' ').trim();
