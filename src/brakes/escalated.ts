// ESCALATED: the last iteration met something only a person can decide (C6, C8, C10, C16).
import type { AutoiterFacts } from '../facts/autoiter.ts';
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { sinceLastWord } from './past.ts';

type Reason = NonNullable<AutoiterFacts['escalate']>['reason'];

const WHY: Record<Reason, string> = {
  blocker_unrecoverable: 'The trigger cannot run, and every attempt at recovery failed.',
  loop_no_progress: 'The plan repeats itself while the scalar stands still (G7).',
  g6_diff_audit_failed: 'Files were changed that no fix accounts for (G6).',
  stage_anchor_drift: 'A stage ran out of its order.',
  prepare_failed: 'What the run needs is not there.',
};
const SHOWN = 10;

export function escalated(_spec: Spec, past: Past): Exit | undefined {
  const facts = sinceLastWord(past).at(-1)?.autoiter;
  if (facts?.escalate === undefined) return undefined;
  const { reason, detail } = facts.escalate;
  const seen = evidence(reason, facts);
  const lines = [`${reason}: ${detail}`, ...seen.slice(0, SHOWN)].map(oneLine);
  if (seen.length > SHOWN) lines.push(`and ${seen.length - SHOWN} more`);
  const files = reason === 'g6_diff_audit_failed' ? facts.audit?.untraceable.map(({ file }) => file) : undefined;
  return { ...exit('ESCALATED', WHY[reason], lines), ...(files && { files }) };
}

function evidence(reason: Reason, facts: AutoiterFacts): string[] {
  switch (reason) {
    case 'blocker_unrecoverable':
      return facts.recovery.map(
        (attempt, index) => `attempt ${index + 1} (${attempt.model}): ${attempt.root_cause} — ${attempt.result}`,
      );
    case 'loop_no_progress':
      return facts.plan ? [`Jaccard ${facts.plan.jaccard.toFixed(2)}, bucket ${facts.plan.bucket} of 5`] : [];
    case 'g6_diff_audit_failed':
      return facts.audit?.untraceable.map(({ file, why }) => `${file}: ${why}`) ?? [];
    default:
      return [];
  }
}
