// One fix, test first (C9): a reproduction test that is red, an implementation that makes it green, a review whose must-fix items
// are applied, a simplification that may change nothing. Which is red and green our own runs of the test say.
import type { Fix } from '../../facts/autoiter.ts';
import { Failure } from '../../failures.ts';
import type { Change } from '../../record.ts';
import type { Brief } from '../../tools.ts';
import { agentTurn, failureOf } from '../agent-turn.ts';
import { isWorkAnswer } from '../answers.ts';
import { type TesterAnswer, testerAnswer } from '../autoiter-answers.ts';
import { check, checkOutput } from '../check.ts';
import type { Cycle } from '../cycle.ts';
import { impossible } from '../execute.ts';
import { ask, ofOneRole } from './ask.ts';
import { aboutFix, aboutRules, aboutTask, head } from './briefs.ts';
import { onlyNewTests } from './guard-fix.ts';
import type { Iter } from './iter.ts';
import { reviewFix } from './review-fix.ts';

/** `why` = it was not made, and this is the reason; `change` is what there is of it. */
export interface Attempt {
  change: Change;
  why?: string;
  /** The agent says that it cannot be made. */
  impossible?: true;
}
export interface Making {
  iter: Iter;
  fix: Fix;
  test: TesterAnswer;
}
/** The first and one more, told what is still red. */
const TRIES = 2;

export async function makeFix(cycle: Cycle, iter: Iter, fix: Fix): Promise<Attempt> {
  try {
    const test = await writeTest(cycle, iter, fix);
    if (typeof test === 'string') return ended(cycle, test);
    const making = { iter, fix, test };
    const red = await implement(cycle, making);
    if (red !== undefined) return ended(cycle, red);
    const open = await reviewFix(cycle, making);
    if (open !== undefined) return ended(cycle, open);
    await simplify(cycle, making);
    return ended(cycle);
  } catch (error) {
    const { code, message } = ofOneRole(error);
    return { ...(await ended(cycle, message)), ...(code === 'impossible' && { impossible: true }) };
  }
}

async function writeTest(cycle: Cycle, iter: Iter, fix: Fix): Promise<TesterAnswer | string> {
  const text =
    'Write the reproduction test into the repository: it must fail now, for the root cause below. Change nothing else.';
  const brief = [head(iter.number, 'reproduce', text, fix.id), aboutFix(fix), ...aboutRules(cycle)];
  const test = await ask(cycle, {
    stage: 'fix',
    role: 'tester',
    tier: 'standard',
    name: fix.id,
    brief,
    schema: testerAnswer,
  });
  if (test.files.length === 0) return `the tester found no test that could show it: ${test.summary}`;
  const change = await staged(cycle);
  const edit = onlyNewTests(change);
  if (edit !== undefined) return edit;
  const seen = await testRun(cycle, { fix, test, when: 'red' });
  if (seen.ok) return 'its reproduction test is green before the fix, so it reproduces nothing (G2)';
  const started = !seen.timedOut && seen.exitCode !== null && seen.exitCode < 126;
  return started ? test : 'its reproduction test could not be run';
}

async function implement(cycle: Cycle, making: Making): Promise<string | undefined> {
  const { iter, fix } = making;
  let red: Brief[] = [];
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const text = 'Make the fix, so that its reproduction test passes. Leave every test as it is.';
    const brief = [
      head(iter.number, 'implement', text, fix.id),
      ...red,
      aboutFix(fix),
      ...aboutTask(cycle),
      ...aboutRules(cycle),
    ];
    await work(cycle, fix, brief);
    const seen = await testRun(cycle, { ...making, when: 'green' });
    if (seen.ok) return undefined;
    red = [{ heading: 'The reproduction test is still red', text: checkOutput(seen), trust: 'data' }];
  }
  return `its reproduction test is still red after ${TRIES} attempts`;
}

/** A simplification that breaks the test is not taken: the tree before it stands. */
async function simplify(cycle: Cycle, making: Making): Promise<void> {
  const { iter, fix } = making;
  const before = cycle.tree;
  const text =
    'Make the change simpler without changing what it does; leave it when it is simple enough. Leave every test as it is.';
  await work(cycle, fix, [head(iter.number, 'simplify', text, fix.id), aboutFix(fix), ...aboutRules(cycle)]);
  if (cycle.tree === before || (await testRun(cycle, { ...making, when: 'simplified' })).ok) return;
  cycle.tree = before;
  cycle.draft.notes.push(`${fix.id}: the simplification broke its test and was not taken.`);
}

/** The implementer at work; what it changed is the newest tree. */
export async function work(cycle: Cycle, fix: Fix, brief: Brief[]): Promise<void> {
  const before = cycle.tree;
  const turn = await agentTurn(cycle, { stage: 'fix', role: 'implementer', tier: 'standard', name: fix.id, brief });
  await staged(cycle);
  const hadEffect = cycle.tree !== before || isWorkAnswer(turn.value);
  const failure = failureOf(turn, hadEffect) ?? impossible(turn.value);
  if (failure) throw failure;
  if (turn.outcome === 'cancelled') throw new Failure('agent-failed', 'it was stopped by a person');
}

export function testRun(cycle: Cycle, { fix, test, when }: { fix: Fix; test: TesterAnswer; when: string }) {
  return check(cycle, { stage: 'fix', name: `${fix.id} ${when}`, command: test.command, from: cycle.tree });
}

async function staged(cycle: Cycle): Promise<Change> {
  const change = await cycle.tools.git.snapshot(cycle.from);
  cycle.tree = change.to;
  return change;
}

/** The change is told against what the fix began with; an earlier tree may be the one that counts. */
async function ended(cycle: Cycle, why?: string): Promise<Attempt> {
  const change = await cycle.tools.git.compare(cycle.from, cycle.tree);
  return { change, ...(why !== undefined && { why }) };
}
