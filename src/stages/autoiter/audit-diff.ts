// Stage 5.2: the diff audit (G6). Every changed file must follow from a fix; the auditor may point out more, never excuse (C10).
import { audit } from '../../brakes/audit.ts';
import type { FileChange } from '../../record.ts';
import { count } from '../../reports/figures.ts';
import { auditAnswer } from '../autoiter-answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { ask } from './ask.ts';
import { aboutFix, head } from './briefs.ts';
import { factsOf, type Iter } from './iter.ts';

export const auditDiff = (iter: Iter): Stage => ({
  name: 'fix',
  async run(cycle) {
    if (iter.made.length === 0) return;
    const facts = factsOf(cycle);
    const files = iter.made.flatMap(({ change }) => change.files);
    const fixes = iter.made.map(({ fix }) => fix);
    const ruled = audit(files, fixes).untraceable;
    const pointedOut = (await secondLook(cycle, iter, files)).filter(
      ({ file }) => files.some(({ path }) => path === file) && !ruled.some(known => known.file === file),
    );
    const untraceable = [...ruled, ...pointedOut];
    const ok = untraceable.length === 0;
    facts.audit = { ok, untraceable };
    const names = untraceable.map(({ file }) => file).join(', ');
    const result = ok ? `G6 PASS: ${count(files.length, 'file')} traced` : `G6 FAIL: ${names}`;
    row(cycle, { stage: 'fix', by: 'diff audit', result, state: ok ? 'ok' : 'bad' });
    if (!ok) facts.escalate = { reason: 'g6_diff_audit_failed', detail: names.slice(0, 500) };
  },
});

async function secondLook(cycle: Cycle, iter: Iter, files: readonly FileChange[]) {
  const list = files.map(({ status, path }) => `${status} ${path}`).join('\n');
  const brief = [
    head(iter.number, 'audit', 'Which of these changes does no fix account for?'),
    { heading: 'Files changed', text: list, trust: 'data' as const },
    ...iter.made.map(({ fix }) => aboutFix(fix)),
  ];
  const answer = await ask(cycle, { stage: 'fix', role: 'auditor', tier: 'standard', brief, schema: auditAnswer });
  return answer.untraceable;
}
