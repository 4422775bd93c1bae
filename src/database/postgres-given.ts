// The operator's own Postgres: asked once at the start, so that a wrong address is told at once and in plain words.
import { Client } from 'pg';
import type { Database } from './database.ts';
import { postgresError } from './postgres-error.ts';

const TIMEOUT_MS = 10_000;
const OLDEST = 130_000;

/** Checks that the server answers, accepts writes and is not too old. Nothing of it is stopped by `close`. */
export async function openGiven(databaseUrl: string): Promise<Database> {
  const target = targetOf(databaseUrl);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS });
  // A connection lost between query and end would otherwise be an uncaught event.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const sql = `select pg_is_in_recovery() as standby, current_setting('server_version_num')::int as version`;
    const { rows } = await client.query<{ standby: boolean; version: number }>(sql);
    refuseUnfit(target.name, rows[0]);
  } catch (cause) {
    throw explainGiven(target, cause);
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url: databaseUrl, kind: 'given', close: async () => undefined };
}

interface Target {
  /** `user@host:port/database`, for messages. */
  name: string;
  secrets: string[];
}

function targetOf(databaseUrl: string): Target {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    const form = 'postgresql://user:password@host:5432/database';
    throw postgresError('DATABASE_URL is not the address of a Postgres database.', `give it the form ${form}.`);
  }
  const host = url.hostname || url.searchParams.get('host') || 'localhost';
  const name = `${url.username || 'the default user'}@${host}:${url.port || 5432}${url.pathname}`;
  const secrets = [url.password, decodeURIComponent(url.password), url.searchParams.get('password') ?? ''];
  return { name, secrets: secrets.filter(Boolean) };
}

function refuseUnfit(name: string, row: { standby: boolean; version: number } | undefined): void {
  if (row?.standby) throw postgresError(`The Postgres at ${name} is a read-only standby.`, 'name the primary server.');
  if (row && row.version < OLDEST) {
    throw postgresError(`The Postgres at ${name} is older than version 13.`, 'use version 13 or newer.');
  }
}

function explainGiven(target: Target, cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'DatabaseError') return cause;
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  const said = [code, message].filter(Boolean).join(' ');
  const clean = target.secrets.reduce((text, secret) => text.replaceAll(secret, '***'), said);
  return postgresError(`The Postgres at ${target.name} does not answer.`, todo(code), clean);
}

const TODO: Record<string, string> = {
  ECONNREFUSED: 'start the server, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'correct the host name in DATABASE_URL.',
  EAI_AGAIN: 'check the host name in DATABASE_URL and the name service of this machine.',
  '28P01': 'correct user and password in DATABASE_URL.',
  '28000': 'let this user in from this machine (pg_hba.conf), or name another user in DATABASE_URL.',
  '3D000': 'create the database, or correct its name in DATABASE_URL.',
  '53300': 'raise max_connections on the server, or close other clients.',
};

function todo(code: string): string {
  return (
    TODO[code] ?? 'check DATABASE_URL, the server and the network between; or unset it to use the built-in database.'
  );
}
