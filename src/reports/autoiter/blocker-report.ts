// iter-N/blocker-report.md: what blocks the trigger, and what each attempt at recovery found and did (C6).
import type { AutoiterFacts } from '../../facts/autoiter.ts';
import { fenced } from '../fence.ts';
import { text } from '../markdown.ts';

export function blockerReport(iter: number, { issues, recovery }: AutoiterFacts): string {
  const blocking = issues.filter(issue => issue.blocking);
  const blocked = blocking.map(({ id, title, evidence }) => `### ${id} · ${text(title)}\n\n${fenced(evidence)}`);
  return `${[
    `# Blocker report — iter-${iter}`,
    ...(blocked.length > 0 ? ['## Blocking issues', ...blocked] : []),
    ...recovery.map(attempt),
  ].join('\n\n')}\n`;
}

function attempt({ model, root_cause, fix, result }: AutoiterFacts['recovery'][number], index: number): string {
  return [
    `## Attempt ${index + 1}`,
    `- model: ${text(model)}`,
    `- root_cause: ${text(root_cause)}`,
    `- fix_applied: ${text(fix)}`,
    `- result: ${text(result)}`,
  ].join('\n');
}
