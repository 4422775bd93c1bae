// The recovery ladder (C6): at most three attempts by ever stronger medics, each proved by a quick run of the trigger. What none of
// them can mend is for a person.
import { testEdits } from '../../brakes/test-edits.ts';
import type { Change } from '../../record.ts';
import { recoveryMessage } from '../../reports/fix-commit.ts';
import type { Tier } from '../../tools.ts';
import { type MedicAnswer, medicAnswer } from '../autoiter-answers.ts';
import { type Cycle, row } from '../cycle.ts';
import { ask, ofOneRole } from './ask.ts';
import { aboutOutput, aboutRules, aboutRun, aboutTask, head } from './briefs.ts';
import { commit } from './commit.ts';
import { factsOf, type Iter, isOver, type Ran, runTrigger, told } from './iter.ts';

const ATTEMPTS = 3;
const QUICK_MIN = 5;
const LADDER: Tier[] = ['fast', 'standard', 'deep'];
const ASSESSED: Record<MedicAnswer['complexity'], number> = { simple: 0, medium: 1, complex: 2 };

export async function recover(cycle: Cycle, iter: Iter): Promise<void> {
  const facts = factsOf(cycle);
  let rung = 0;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await cycle.tools.desk.cut()) return;
    const model = LADDER[Math.min(rung, LADDER.length - 1)] ?? 'deep';
    const { answer, change } = await mend(cycle, iter, { attempt, model });
    const tried = await prove(cycle, iter, { attempt, change });
    facts.recovery.push({ model, root_cause: answer.root_cause, fix: answer.fix, result: tried.result });
    if (tried.ran) return kept(cycle, iter, { ran: tried.ran, cause: answer.root_cause });
    cycle.tree = cycle.from;
    // Stronger each time up to the top, and not below what the medic itself found it to need.
    rung = Math.max(rung + 1, ASSESSED[answer.complexity]);
  }
  row(cycle, {
    stage: 'observe',
    by: 'medic',
    result: `BLOCKED: ${ATTEMPTS} attempts at recovery failed`,
    state: 'bad',
  });
  const detail = `${ATTEMPTS} attempts at recovery failed; the trigger: ${iter.ran ? told(iter.ran) : 'never ran'}`;
  facts.escalate = { reason: 'blocker_unrecoverable', detail };
}

async function mend(cycle: Cycle, iter: Iter, { attempt, model }: { attempt: number; model: Tier }) {
  const before = factsOf(cycle).recovery.map(
    ({ root_cause, fix, result }) => `- ${root_cause}; tried: ${fix}; ${result}`,
  );
  const brief = [
    head(iter.number, 'recover', 'The trigger is blocked. Find the cause and mend it.', `attempt-${attempt}`),
    ...(before.length > 0 ? [{ heading: 'What was tried', text: before.join('\n'), trust: 'data' as const }] : []),
    ...(iter.ran ? [aboutOutput(iter.ran)] : []),
    aboutRun(iter.run),
    ...aboutTask(cycle),
    ...aboutRules(cycle),
  ];
  const name = `attempt-${attempt}`;
  const medic = { stage: 'observe', role: 'medic', tier: model, name, brief, schema: medicAnswer } as const;
  // A medic that fails is an attempt that failed, and what it wrote is tried all the same.
  const answer = await ask(cycle, medic).catch(error => unanswered(ofOneRole(error)));
  const change = await cycle.tools.git.snapshot(cycle.from);
  cycle.tree = change.to;
  return { answer, change };
}

const unanswered = ({ message }: Error): MedicAnswer => ({
  complexity: 'complex',
  root_cause: `unknown: ${message}`,
  fix: 'not told',
});

/** Passed = the trigger runs to its end, or far enough to be measured. A medic that mends by changing tests has not mended. */
async function prove(
  cycle: Cycle,
  iter: Iter,
  { attempt, change }: { attempt: number; change: Change },
): Promise<{ result: string; ran?: Ran }> {
  const edits = testEdits(change.files, { id: 'the recovery', kind: 'mixed' });
  if (edits[0]) return { result: `refused: ${edits[0].why} (G1)` };
  const live = `iter-${iter.number}/recovery-${attempt}.log`;
  const ran = await runTrigger(cycle, iter.run, {
    stage: 'observe',
    name: `recovery ${attempt}`,
    live,
    capMin: QUICK_MIN,
  });
  const passed = ran.green || (!ran.stopped && ran.scalar !== null);
  return { result: told(ran), ...(passed && { ran }) };
}

async function kept(cycle: Cycle, iter: Iter, { ran, cause }: { ran: Ran; cause: string }): Promise<void> {
  await commit(cycle, recoveryMessage(cycle.spec, cycle.draft, cause));
  if (isOver(cycle)) return;
  iter.ran = ran;
  const { type } = iter.run.success_criterion;
  if (ran.green && type === 'all_green') iter.open = [];
  row(cycle, { stage: 'observe', by: 'medic', result: `recovered: ${told(ran)}`, state: 'ok' });
}
