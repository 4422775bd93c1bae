// The database the app keeps its record in: the operator's Postgres, or one of its own inside the data folder.
import type { Logger } from 'pino';
import { openEmbedded } from './postgres-embedded.ts';
import { openGiven } from './postgres-given.ts';

export interface Database {
  /** Connection string, with the password: hand it to a client, never to a log or a child's environment. */
  url: string;
  kind: 'embedded' | 'given';
  /** Stops the app's own server when no other process of the app uses it. Safe to call twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Absolute path; made when missing. */
  dataDir: string;
  /** Operator's Postgres (`DATABASE_URL`). Absent = a server of our own, see docs/operating.md. */
  databaseUrl?: string | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Opens the database and answers when a query was answered. Any number of processes may call this on one data folder:
 * one starts the server, the others adopt it, and a server whose app was killed is adopted as well.
 * Throws an error whose message says what failed, where, and what to do; it never carries the password.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openGiven(options.databaseUrl) : openEmbedded(options);
}
