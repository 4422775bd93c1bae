// Tells a run what a person said: a word in its inbox, once per delivery, which wakes it when it waits.
import type { WordName } from '../record.ts';
import type { Run } from '../store/run-row.ts';
import { approval } from './approval.ts';
import type { Abort, Button, Continue, Plain } from './command.ts';
import type { CommandDeps } from './deps.ts';
import { type Outcome, threadOf } from './outcome.ts';
import { wordId } from './word-id.ts';

export async function signal(deps: CommandDeps, command: Continue | Abort | Plain | Button): Promise<Outcome> {
  const { store } = deps;
  const word = wordOf(command);
  const run = await store.runs.latest(command.repo.id, threadOf(command).number);
  if (!run) return { refused: { kind: 'no-run' } };
  if (word !== 'approve' && !listens(run, word)) return { refused: { kind: 'nothing-to-continue' } };
  const approved = word === 'approve' ? await approval(deps, run, wordId(command)) : { text: textOf(command) };
  if ('refused' in approved) return approved;
  await store.record.say(run.id, {
    kind: 'word',
    id: wordId(command),
    word,
    by: command.actor.login,
    at: command.at,
    text: approved.text,
    ...(command.url !== undefined && { url: command.url }),
  });
  return { done: `${word} said to ${run.id}` };
}

/** An ended run hears `/continue` when its exit left it resumable; while it asks, it also hears that nobody wants more of it. */
function listens(run: Run, word: WordName): boolean {
  if (run.endedAt === undefined) return true;
  if (run.spec === undefined || !run.exit?.resumable) return false;
  return word === 'continue' || (run.exit.asks && (word === 'abort' || word === 'finish'));
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
