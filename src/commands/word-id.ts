// The same thing heard twice, by webhook and by looking, is one word: its id names the thing, not the delivery.
import type { Refusal } from '../reports/refusal.ts';
import type { Command, Removed } from './command.ts';
import type { Thread } from './deps.ts';

export const wordIds = {
  comment: (id: number): string => `comment/${id}`,
  push: (sha: string): string => `push/${sha}`,
  closed: (at: string): string => `closed/${at}`,
  labeled: (event: number): string => `labeled/${event}`,
};

/** Whether a start came from looking, not from a delivery. */
export const isFound = (delivery: string): boolean => delivery.startsWith('labeled/');

/** What a command is known by in inboxes and in the markers of answers. */
export function wordId(command: Command): string {
  if ('commentId' in command && command.commentId !== undefined) return wordIds.comment(command.commentId);
  return command.kind === 'push' ? wordIds.push(command.sha) : command.delivery;
}

/**
 * What a refusal is known by. Who may not steer is told so once in a thread, and of a used up budget an issue hears once a day, however
 * often it is tried and by whatever way: nobody must be able to make the app talk (SEC-01, SEC-14).
 */
export function refusalId(refused: Refusal, command: Exclude<Command, Removed>, { number }: Thread): string {
  const here = `${command.repo.id}.${number}`;
  if (refused.kind === 'not-permitted') return `${here}.${command.actor.login.toLowerCase()}`;
  return refused.kind === 'over-budget' ? `${here}.budget.${command.at.slice(0, 10)}` : wordId(command);
}
