// `/status`: where the run is, as a comment (K2).
import { currentView } from '../engine/view.ts';
import { statusAnswer } from '../reports/status-answer.ts';
import type { Plain } from './command.ts';
import type { CommandDeps } from './deps.ts';
import { type Outcome, threadOf } from './outcome.ts';
import { wordId } from './word-id.ts';

/** Longer than any record. */
const ALL = 2 ** 31 - 1;

export async function status({ store, answer }: CommandDeps, command: Plain): Promise<Outcome> {
  const thread = threadOf(command);
  const run = await store.runs.latest(command.repo.id, thread.number);
  if (!run?.spec) return { refused: { kind: 'no-run' } };
  const past = await store.record.past(run.id, ALL);
  await answer(thread, statusAnswer(currentView({ ...run, spec: run.spec }, past), wordId(command)));
  return { done: 'status shown' };
}
