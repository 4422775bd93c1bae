// One iteration: stages in order, a safe point before each, and a record at the end whatever happened.
import { reachedGoal } from '../brakes/exit.ts';
import { isWait } from '../brakes/past.ts';
import { Failure } from '../failures.ts';
import type { CheckResult, Exit, FailureRecord, Iteration, Past, StageName, Step, WordName } from '../record.ts';
import type { Spec } from '../spec.ts';
import type { Tools } from '../tools.ts';
import type { Wanted } from './check.ts';
import { keepAside } from './keep-aside.ts';
import { prove } from './prove.ts';
import { setUp } from './setup.ts';

/** What the stages of one iteration share. `draft` is the record in the making. */
export interface Cycle {
  spec: Spec;
  past: Past;
  tools: Tools;
  draft: Iteration;
  /** Tree the iteration began with, and the newest one staged. */
  from: string;
  tree: string;
  /** Checks that passed when they were run last, by their command. */
  green: Map<string, Wanted>;
  /** The tree that setups ran for last, and the one that failed on it. */
  setUp?: { tree: string; failed?: CheckResult };
}
export interface Stage {
  name: StageName;
  run(cycle: Cycle): Promise<void>;
}
interface Plan {
  prepare(cycle: Cycle): Promise<void>;
  /** Stages that change the tree; a person's word cuts them short. */
  work: Stage[];
  /** Stages that judge what is there. */
  verify: Stage[];
  publish(cycle: Cycle): Promise<void>;
  /** The loop's exits: a goal is proven before it is believed. */
  stop(spec: Spec, past: Past): Exit | undefined;
}

/** After these words nothing more may reach the branch; what was begun is kept aside. */
const STOPS: ReadonlySet<WordName> = new Set(['abort', 'closed', 'unlabeled', 'push']);

export function iteration(plan: Plan) {
  return async (spec: Spec, tools: Tools, past: Past): Promise<Iteration> => {
    const cycle = await begin(spec, tools, past);
    try {
      await plan.prepare(cycle);
      if (!cycle.draft.cut) await stages(plan, cycle);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      fail(cycle, error);
    }
    cycle.draft.endedAt = await tools.clock.now();
    return cycle.draft;
  };
}

async function stages(plan: Plan, cycle: Cycle): Promise<void> {
  await setUp(cycle);
  await work(plan.work, cycle);
  const { cut } = cycle.draft;
  // Nothing was done, so there is nothing to judge: the checks would say what they said before.
  if (cycle.tree === cycle.from && isWait(cycle.draft)) return;
  if (cut && STOPS.has(cut)) return keepAside(cycle, cut);
  if (cut !== 'comment') await inOrder(plan.verify, cycle);
  else await inOrder(plan.verify.slice(-1), cycle); // a person waits for an answer: only what guards the branch
  if (!cycle.draft.freeze || cycle.draft.freeze.intact) await plan.publish(cycle);
  const exit = plan.stop(cycle.spec, [...cycle.past, cycle.draft]);
  if (exit && reachedGoal(exit)) await prove(cycle);
}

/** A stage that fails ends the work, not the iteration: what was written is still verified and kept. */
async function work(list: Stage[], cycle: Cycle): Promise<void> {
  try {
    for (const stage of list) {
      const word = await cycle.tools.desk.cut();
      if (word) cycle.draft.cut = word;
      if (word) return;
      await cycle.tools.desk.stage(stage.name);
      await stage.run(cycle);
    }
    const word = await cycle.tools.desk.cut();
    if (word) cycle.draft.cut = word;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    fail(cycle, error);
  }
}

async function inOrder(list: Stage[], cycle: Cycle): Promise<void> {
  for (const stage of list) {
    await cycle.tools.desk.stage(stage.name);
    await stage.run(cycle);
  }
}

async function begin(spec: Spec, tools: Tools, past: Past): Promise<Cycle> {
  const startedAt = await tools.clock.now();
  const n = past.filter(entry => entry.kind === 'iteration').length + 1;
  const draft: Iteration = {
    kind: 'iteration',
    n,
    known: past.length,
    startedAt,
    endedAt: startedAt,
    steps: [],
    improvements: [],
    blocks: [],
    spend: [],
    notes: [],
  };
  return { spec, tools, past, draft, from: '', tree: '', green: new Map() };
}

/** The first failure is the cause; later ones follow from it and become notes. */
function fail(cycle: Cycle, failure: Failure): void {
  if (cycle.draft.failure) cycle.draft.notes.push(failure.message);
  else cycle.draft.failure = asRecord(failure);
}

function asRecord({ code, detail, log, until }: Failure): FailureRecord {
  return { code, detail, ...(log && { log }), ...(until !== undefined && { until }) };
}

/** Adds a row to the steps table. */
export function row(cycle: Cycle, step: Step): void {
  cycle.draft.steps.push(step);
}
