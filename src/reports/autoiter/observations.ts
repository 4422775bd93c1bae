// iter-N/observations.md and iter-N/triage.md in the seed's forms (C5, C7).
import type { Issue, Verdict } from '../../facts/autoiter.ts';
import { fenced } from '../fence.ts';
import { text } from '../markdown.ts';

export function observationsFile(issues: readonly Issue[]): string {
  return issues.length === 0 ? 'No issues observed.\n' : `${issues.map(observed).join('\n\n')}\n`;
}

function observed({ id, title, evidence, severity, first_seen, blocking }: Issue): string {
  const lines = evidence.split('\n').slice(0, 5).join('\n');
  return [
    `## ${id}`,
    `- title: ${text(title)}`,
    '- evidence:',
    indented(fenced(lines)),
    `- severity: ${severity}`,
    `- first_seen_ts: ${text(first_seen)}`,
    `- blocking: ${blocking}`,
  ].join('\n');
}

export function triageFile(verdicts: readonly Verdict[]): string {
  return verdicts.length === 0 ? 'No issues to judge.\n' : `${verdicts.map(judged).join('\n\n')}\n`;
}

function judged({ issue, verdict, confidence, rationale }: Verdict): string {
  return [`## ${issue}`, `verdict: ${verdict}`, `confidence: ${confidence}`, `rationale: ${text(rationale)}`].join(
    '\n',
  );
}

/** A fence inside a list item stands under its words. */
const indented = (block: string): string => block.replace(/^/gm, '  ');
