// What became of each issue of an iteration: seen, judged, planned, made, taken back or put off (C5–C9).
import type { AutoiterFacts, Fix, Issue } from '../../facts/autoiter.ts';
import { commitUrl, type Run } from '../links.ts';
import { link, table, text } from '../markdown.ts';

export function issuesTable(run: Run, facts: AutoiterFacts): string {
  if (facts.issues.length === 0) return '';
  const rows = facts.issues.map(issue => {
    const fix = facts.fixes.find(({ issue: id }) => id === issue.id);
    return [
      named(issue),
      `${issue.severity}/5`,
      judged(facts, issue),
      planned(fix),
      outcome(run, { facts, issue, fix }),
    ];
  });
  return table([['Issue', 'Severity', 'Triage', 'Fix', 'Outcome'], ...rows]);
}

function named({ id, title, blocking }: Issue): string {
  return `${text(id)} ${text(title)}${blocking ? ' (blocking)' : ''}`;
}

function judged({ verdicts }: AutoiterFacts, { id }: Issue): string {
  const verdict = verdicts.find(({ issue }) => issue === id);
  return verdict ? `${verdict.verdict} ${verdict.confidence}/5` : '-';
}

function planned(fix: Fix | undefined): string {
  return fix ? `${text(fix.id)} ${fix.kind} ${fix.fix_confidence}/5` : '-';
}

function outcome(run: Run, of: { facts: AutoiterFacts; issue: Issue; fix: Fix | undefined }): string {
  const { facts, issue, fix } = of;
  if (fix?.commit)
    return `${fix.reverted ? 'reverted' : '✔'} ${link(fix.commit.slice(0, 7), commitUrl(run, fix.commit))}`;
  if (fix?.failed) return `✘ ${text(fix.failed)}`;
  const deferred = facts.deferred.find(({ id }) => id === fix?.id || id === issue.id);
  if (deferred) return `deferred: ${deferred.tag}`;
  if (facts.verdicts.some(verdict => verdict.issue === issue.id && verdict.verdict === 'Discarded')) return 'not real';
  return fix ? 'not made' : '-';
}
