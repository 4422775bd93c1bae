// (a) Executes the target; from the second iteration on, resumes it with what is known since (U1, U5a).
import { Failure } from '../failures.ts';
import type { Change } from '../record.ts';
import { type Ask, agentTurn, failureOfWork, wasStopped } from './agent-turn.ts';
import { isWorkAnswer, workAnswer } from './answers.ts';
import { taskBrief } from './brief.ts';
import { type Cycle, row, type Stage } from './cycle.ts';

export const execute: Stage = { name: 'execute', run };

async function run(cycle: Cycle): Promise<void> {
  return implement(cycle, { brief: taskBrief(cycle.spec, cycle.past) });
}

/** The implementer works on what the brief says; what it left in the tree is the result, whatever it says itself. */
export async function implement(cycle: Cycle, job: Pick<Ask, 'brief' | 'tier'>): Promise<void> {
  const turn = await agentTurn(cycle, { stage: 'execute', role: 'implementer', ...job });
  const change = await cycle.tools.git.snapshot(cycle.from);
  const hadEffect = change.to !== cycle.tree || isWorkAnswer(turn.value);
  cycle.draft.change = change;
  cycle.tree = change.to;
  const failure = failureOfWork(turn, hadEffect) ?? impossible(turn.value);
  row(cycle, {
    stage: 'execute',
    by: 'implementer',
    result: [failure?.message.split('\n')[0], wasStopped(turn), counts(change)].filter(Boolean).join('; '),
    state: failure || wasStopped(turn) ? 'bad' : 'ok',
  });
  if (failure) throw failure;
}

/** The legal way out: an agent may say that it cannot be done, and a person decides. */
export function impossible(value: unknown): Failure | undefined {
  const answer = workAnswer.safeParse(value);
  if (answer.data?.outcome !== 'impossible') return undefined;
  return new Failure('impossible', answer.data.because ?? answer.data.summary ?? 'it gave no reason');
}

/** `4 files, +62 −9`. */
export function counts(change: Change): string {
  const { files, added, removed } = change;
  if (files.length === 0) return 'no change';
  return `${files.length} ${files.length === 1 ? 'file' : 'files'}, +${added} −${removed}`;
}
