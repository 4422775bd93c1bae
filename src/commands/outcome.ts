// What comes of a command, and the thread it came from.
import type { Refusal } from '../reports/refusal.ts';
import type { Here } from './command.ts';
import type { Thread } from './deps.ts';

/** `done` is answered with a rocket, a refusal with its reason, `silent` not at all. */
export type Outcome = { done: string } | { refused: Refusal } | { silent: string };

/** Where an answer goes: the thread it was said in. */
export function threadOf({ repo, installation, pull, issue }: Here): Thread {
  return { owner: repo.owner, repo: repo.name, installation, number: pull ?? issue ?? 0 };
}
