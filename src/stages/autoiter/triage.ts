// Stage 4a: triage by reverse suspicion, one verdict per issue; what is uncertain is deferred, what is not real is dropped (C7, G3, G8).
import { deferredPool, triageGate } from '../../brakes/gates.ts';
import { triageAnswer } from '../autoiter-answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { ask } from './ask.ts';
import { aboutIssues, aboutRun, aboutTask, head } from './briefs.ts';
import { factsOf, type Iter } from './iter.ts';

export const triage = (iter: Iter): Stage => ({
  name: 'triage',
  async run(cycle) {
    if (iter.open.length === 0)
      return row(cycle, { stage: 'triage', by: 'triager', result: 'no issues to judge', state: 'skipped' });
    const facts = factsOf(cycle);
    const brief = [
      head(iter.number, 'triage', 'Reverse suspicion: begin with why each issue is not real.'),
      aboutIssues(iter.open),
      aboutRun(iter.run),
      ...pool(cycle),
      ...aboutTask(cycle),
    ];
    const answer = await ask(cycle, { stage: 'triage', role: 'triager', tier: 'deep', brief, schema: triageAnswer });
    const known = new Set(iter.open.map(({ id }) => id));
    facts.verdicts = answer.verdicts.filter(({ issue }) => known.has(issue));
    const { verify, deferred, dropped } = triageGate(iter.open, facts.verdicts, iter.number);
    facts.deferred.push(...deferred);
    iter.open = verify.map(({ issue }) => issue);
    const result = `${verify.length} to deep verify, ${deferred.length} deferred, ${dropped.length} discarded`;
    row(cycle, { stage: 'triage', by: 'triager', result, state: 'ok' });
  },
});

function pool(cycle: Cycle) {
  const lines = deferredPool(cycle.past).map(({ title, tag, iteration }) => `- ${title} (iter-${iteration}, ${tag})`);
  return lines.length > 0 ? [{ heading: 'Deferred earlier', text: lines.join('\n'), trust: 'data' as const }] : [];
}
