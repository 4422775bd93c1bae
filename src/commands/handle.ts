// Handles one stored command: acknowledge, permit, obey, answer (K3, K4). May be repeated: every part of it is idempotent.
import { help } from '../reports/help.ts';
import { mistaken } from '../reports/mistaken.ts';
import { refusal } from '../reports/refusal.ts';
import type { Command } from './command.ts';
import type { CommandDeps } from './deps.ts';
import { happened } from './happened.ts';
import { type Outcome, threadOf } from './outcome.ts';
import { signal } from './signal.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { strangerId, wordId } from './word-id.ts';

type Steering = Extract<
  Command,
  { kind: 'start' | 'continue' | 'abort' | 'finish' | 'approve' | 'status' | 'help' | 'mistaken' | 'button' }
>;

/** Answers what came of it, for the log. Throws when GitHub or the database is away: it is tried again. */
export async function handle(deps: CommandDeps, command: Command): Promise<string> {
  switch (command.kind) {
    case 'push':
    case 'closed':
    case 'unlabeled':
    case 'transferred':
    case 'renamed':
    case 'removed':
    case 'reopened':
      return happened(deps, command);
    case 'comment':
      return comment(deps, command);
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
  const may = await deps.mayWrite(thread, command.actor.login);
  if (may === 'unknown') throw new Error('GitHub did not say whether the person may steer');
  const outcome: Outcome =
    may === 'yes' ? await obey(deps, command) : { refused: { kind: 'not-permitted', login: command.actor.login } };
  if ('silent' in outcome) return outcome.silent;
  if ('done' in outcome) {
    await react('rocket');
    return outcome.done;
  }
  await react(may === 'yes' ? 'confused' : '-1');
  await deps.answer(thread, refusal(outcome.refused, may === 'yes' ? wordId(command) : strangerId(command, thread)));
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
  const may = await deps.mayWrite(thread, command.actor.login);
  if (may === 'unknown') throw new Error('GitHub did not say whether the person may steer');
  if (may === 'no') return 'ignored: a comment by somebody without write permission';
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
