// Tells a run what a person said: a word in its inbox, once per delivery, which wakes it when it waits.
import type { ExitCode, WordName } from '../record.ts';
import type { Run } from '../store/runs.ts';
import type { Abort, Button, Continue, Plain } from './command.ts';
import type { CommandDeps } from './deps.ts';
import { type Outcome, threadOf } from './outcome.ts';
import { wordId } from './word-id.ts';

export async function signal({ store }: CommandDeps, command: Continue | Abort | Plain | Button): Promise<Outcome> {
  const word = wordOf(command);
  const run = await store.runs.latest(command.repo.id, threadOf(command).number);
  if (!run) return { refused: { kind: 'no-run' } };
  if (!listens(run, word))
    return { refused: { kind: word === 'approve' ? 'nothing-to-approve' : 'nothing-to-continue' } };
  await store.record.say(run.id, {
    kind: 'word',
    id: wordId(command),
    word,
    by: command.actor.login,
    at: command.at,
    text: textOf(command),
    ...(command.url !== undefined && { url: command.url }),
  });
  return { done: `${word} said to ${run.id}` };
}

/** What a parked run may be waiting for `/approve` for: a drift to let pass (R5), a run spec to lock (C2). */
const APPROVABLE: ReadonlySet<ExitCode | undefined> = new Set(['CONTEXT_DRIFT', 'SPEC_DRIFT', 'SPEC_WAITING']);

/** An ended run hears only `/continue`, and only when its exit left it resumable; only a run that asks hears `/approve`. */
function listens(run: Run, word: WordName): boolean {
  if (word === 'approve') return run.state === 'needs-human' && APPROVABLE.has(run.exit?.code);
  if (run.endedAt === undefined) return true;
  return word === 'continue' && run.spec !== undefined && (run.exit?.resumable ?? false);
}

function wordOf(command: Continue | Abort | Plain | Button): WordName {
  if (command.kind === 'button') return command.button;
  if (command.kind === 'continue' || command.kind === 'abort' || command.kind === 'approve') return command.kind;
  return 'finish';
}

function textOf(command: Continue | Abort | Plain | Button): string {
  if (command.kind === 'continue') return command.words;
  return command.kind === 'abort' ? command.reason : '';
}
