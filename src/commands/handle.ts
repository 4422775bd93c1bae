// Handles one stored command: acknowledge, permit, obey, answer (K3, K4). May be repeated: every part of it is idempotent.
import { help } from '../reports/help.ts';
import { mistaken } from '../reports/mistaken.ts';
import { refusal } from '../reports/refusal.ts';
import type { Command, Here } from './command.ts';
import type { CommandDeps } from './deps.ts';
import { happened } from './happened.ts';
import { type Outcome, threadOf } from './outcome.ts';
import { signal } from './signal.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { refusalId, wordId } from './word-id.ts';

type Steering = Extract<
  Command,
  { kind: 'start' | 'continue' | 'abort' | 'finish' | 'approve' | 'status' | 'help' | 'mistaken' | 'button' }
>;

/** Answers what came of it, for the log. Throws when GitHub or the database is away: it is tried again. */
export async function handle(deps: CommandDeps, command: Command): Promise<string> {
  switch (command.kind) {
    case 'push':
    case 'closed':
    case 'transferred':
    case 'renamed':
    case 'removed':
    case 'reopened':
      return happened(deps, command);
    case 'comment':
      return comment(deps, command);
    case 'unlabeled':
      // Whoever may label may take the label off, also people who may not write: only of those who may it is an order (SEC-10).
      if (!(await maySteer(deps, command)))
        return 'ignored: the label was taken off by somebody without write permission';
      return happened(deps, command);
    default:
      return steered(deps, command);
  }
}

async function steered(deps: CommandDeps, command: Steering): Promise<string> {
  const thread = threadOf(command);
  const at = {
    ...thread,
    ...('commentId' in command && command.commentId !== undefined && { commentId: command.commentId }),
  };
  const react = async (content: 'eyes' | 'rocket' | 'confused' | '-1') => {
    if (command.kind !== 'button') await deps.react(at, content); // a button has nothing to react to
  };
  await react('eyes');
  const may = await maySteer(deps, command);
  const outcome: Outcome = may
    ? await obey(deps, command)
    : { refused: { kind: 'not-permitted', login: command.actor.login } };
  if ('silent' in outcome) return outcome.silent;
  if ('done' in outcome) {
    await react('rocket');
    return outcome.done;
  }
  await react(may ? 'confused' : '-1');
  await deps.answer(thread, refusal(outcome.refused, refusalId(outcome.refused, command, thread)));
  return `refused: ${outcome.refused.kind}`;
}

async function obey(deps: CommandDeps, command: Steering): Promise<Outcome> {
  const thread = threadOf(command);
  switch (command.kind) {
    case 'start':
      return start(deps, command);
    case 'status':
      return status(deps, command);
    case 'help':
      await deps.answer(thread, help(wordId(command)));
      return { done: 'helped' };
    case 'mistaken':
      await deps.react(
        { ...thread, ...(command.commentId !== undefined && { commentId: command.commentId }) },
        'confused',
      );
      await deps.answer(thread, mistaken(command.why, wordId(command)));
      return { silent: `mistaken: ${command.why}` };
    default:
      return signal(deps, command);
  }
}

/** A person's ordinary comment interrupts a run (K10). Of people who may not steer it is not even heard. */
async function comment(deps: CommandDeps, command: Extract<Command, { kind: 'comment' }>): Promise<string> {
  const thread = threadOf(command);
  const run = await deps.store.runs.active(command.repo.id, thread.number);
  if (!run) return 'no run here';
  if (!(await maySteer(deps, command))) return 'ignored: a comment by somebody without write permission';
  await deps.react({ ...thread, commentId: command.commentId }, 'eyes');
  await deps.store.record.say(run.id, {
    kind: 'word',
    id: wordId(command),
    word: 'comment',
    by: command.actor.login,
    at: command.at,
    text: command.text,
    ...(command.url !== undefined && { url: command.url }),
  });
  return 'heard';
}

/** Asked of GitHub now (K3). Throws when it does not say: the command is tried again. */
async function maySteer(deps: CommandDeps, command: Here): Promise<boolean> {
  const may = await deps.mayWrite(threadOf(command), command.actor.login);
  if (may === 'unknown') throw new Error('GitHub did not say whether the person may steer');
  return may === 'yes';
}
