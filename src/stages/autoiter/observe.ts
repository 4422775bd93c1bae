// Stage 3: what the output shows, as issues; what blocks the trigger goes to the recovery ladder first (C5, C6).
import { deferredPool } from '../../brakes/gates.ts';
import type { Issue } from '../../facts/autoiter.ts';
import { count } from '../../reports/figures.ts';
import { observeAnswer } from '../autoiter-answers.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { ask } from './ask.ts';
import { aboutOutput, aboutRun, aboutTask, head } from './briefs.ts';
import { factsOf, type Iter, type Ran, told } from './iter.ts';
import { recover } from './recover.ts';

export const observe = (iter: Iter): Stage => ({
  name: 'observe',
  async run(cycle) {
    const { ran } = iter;
    if (!ran || ran.result.cancelled) return;
    if (isDone(iter, ran))
      return row(cycle, { stage: 'observe', by: 'observer', result: 'all green, nothing to see', state: 'skipped' });
    const issues = await observed(cycle, iter, ran);
    const blocking = issues.filter(issue => issue.blocking).length;
    const result = `${count(issues.length, 'issue')}, ${blocking} blocking`;
    row(cycle, { stage: 'observe', by: 'observer', result, state: blocking > 0 ? 'bad' : 'ok' });
    factsOf(cycle).issues = issues;
    iter.open = issues.filter(issue => !issue.blocking);
    if (isBlocked(ran, issues)) await recover(cycle, iter);
  },
});

/** Where all green is the goal and it is, there is nothing left to look for. */
function isDone({ run }: Iter, { green }: Ran): boolean {
  const { type } = run.success_criterion;
  return green && (type === 'all_green' || type === 'custom');
}

async function observed(cycle: Cycle, iter: Iter, ran: Ran): Promise<Issue[]> {
  const pool = deferredPool(cycle.past).map(({ title, tag }) => `- ${title} (${tag})`);
  const brief = [
    head(iter.number, 'observe', `The trigger ended: ${told(ran)}. What does its output show?`),
    ...aboutTask(cycle),
    aboutRun(iter.run),
    aboutOutput(ran),
    ...(pool.length > 0
      ? [{ heading: 'Deferred in earlier iterations', text: pool.join('\n'), trust: 'data' as const }]
      : []),
  ];
  const answer = await ask(cycle, { stage: 'observe', role: 'observer', tier: 'fast', brief, schema: observeAnswer });
  return answer.issues.map((issue, at) => ({
    id: `ISSUE-${String(at + 1).padStart(3, '0')}`,
    ...issue,
    first_seen: cycle.draft.startedAt,
  }));
}

/** A test run that ends with 1 measured something. What blocks is a trigger that did not, or one whose failure no issue explains. */
function isBlocked({ stopped, green }: Ran, issues: readonly Issue[]): boolean {
  return stopped || issues.some(issue => issue.blocking) || (!green && issues.length === 0);
}
