// The same thing heard twice, by webhook and by looking, is one word: its id names the thing, not the delivery.
import type { Command, Here } from './command.ts';
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

/** Who may not steer is told so once in a thread, however often they try: outsiders must not make the app talk (SEC-01). */
export function strangerId({ actor, repo }: Here, { number }: Thread): string {
  return `${repo.id}.${number}.${actor.login.toLowerCase()}`;
}
