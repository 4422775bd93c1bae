// Stage 4b: one adversarial verifier per issue, all at once; each tries to falsify its issue before it outlines a fix (C7, G2, G3, G8).
import { verifyGate } from '../../brakes/gates.ts';
import type { Fix, Issue, Verdict } from '../../facts/autoiter.ts';
import { Failure } from '../../failures.ts';
import { ofModel } from '../agent-turn.ts';
import { type VerifyAnswer, verifyAnswer } from '../autoiter-answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { askAll } from './ask.ts';
import { aboutIssues, aboutRun, aboutTask, aboutVerdict, head } from './briefs.ts';
import { factsOf, type Iter } from './iter.ts';

export const deepVerify = (iter: Iter): Stage => ({
  name: 'triage',
  async run(cycle) {
    if (iter.open.length === 0) return;
    const facts = factsOf(cycle);
    const answers = await askAll(
      cycle,
      iter.open.map(issue => question(cycle, iter, issue)),
    );
    const fixes = answers.flatMap((answer, at) => {
      const issue = iter.open[at];
      if (!(answer instanceof Failure) && issue) return toFix(issue, answer, verdictOf(cycle, issue));
      // One verifier that fails must not cost the others: its issue waits for the next iteration. An absent model doubts nothing.
      if (issue && !(answer instanceof Failure && ofModel(answer)))
        facts.deferred.push({
          id: issue.id,
          title: issue.title,
          tag: 'deep_verify_low_confidence',
          iteration: iter.number,
        });
      return [];
    });
    const failures = answers.filter(answer => answer instanceof Failure);
    if (failures[0] && fixes.length === 0) throw failures[0];
    const { eligible, deferred } = verifyGate(fixes, iter.number);
    facts.deferred.push(...deferred);
    facts.fixes = eligible;
    const result = `${iter.open.length} verified, ${eligible.length} eligible, ${iter.open.length - eligible.length} deferred`;
    row(cycle, { stage: 'triage', by: 'verifier', result, state: failures.length > 0 ? 'bad' : 'ok' });
  },
});

function question(cycle: Cycle, iter: Iter, issue: Issue) {
  const verdict = verdictOf(cycle, issue);
  const brief = [
    head(
      iter.number,
      'verify',
      'Adversarial: try to falsify the issue first. Only what survives gets a fix.',
      issue.id,
    ),
    aboutIssues([issue]),
    ...(verdict ? [aboutVerdict(verdict)] : []),
    aboutRun(iter.run),
    ...aboutTask(cycle),
  ];
  return { stage: 'triage', role: 'verifier', tier: 'deep', name: issue.id, brief, schema: verifyAnswer } as const;
}

const verdictOf = (cycle: Cycle, { id }: Issue): Verdict | undefined =>
  factsOf(cycle).verdicts.find(({ issue }) => issue === id);

/** `ISSUE-003` becomes `FIX-003`, also where another fix depends on it. */
function toFix(issue: Issue, answer: VerifyAnswer, verdict: Verdict | undefined): Fix {
  return {
    ...answer,
    id: fixId(issue.id),
    issue: issue.id,
    dependencies: [...new Set(answer.dependencies.map(fixId))],
    uncertainty_tag: verdict?.verdict === 'Unclear' ? 'triage_unclear' : 'none',
  };
}

const fixId = (id: string): string => id.replace(/^ISSUE-/, 'FIX-');
