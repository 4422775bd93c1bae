// What came of a delivery: a command, or why it is none. Webhooks never throw: a payload is whatever arrived.
import type { Command } from '../commands/command.ts';

export type Heard = { command: Command; why?: never } | { command?: never; why: string };

/** What is known of a delivery besides its payload. */
export interface Delivery {
  /** `X-GitHub-Delivery`. */
  id: string;
  /** ISO time it arrived; used where the payload has no time of its own. */
  at: string;
  /** The app's own login, such as `ultraloop[bot]`. */
  bot: string;
  /** Address of the GitHub it comes from, without a slash at the end: repositories are there and nowhere else (SEC-40). */
  server: string;
}

/** `why` is for the log: it names fields and rules, never outside text. */
export const ignored = (why: string): Heard => ({ why });
export const heard = (command: Command): Heard => ({ command });
