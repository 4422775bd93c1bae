// One real Postgres for the whole suite, in a temporary data folder; each world gets a database of its own in it, a copy of one
// whose tables are made: making them takes a second, a copy a tenth of it.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
// Named so that the compiler knows the module that is extended below.
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/database.ts';
import { launch } from '../../src/engine/launch.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ultraloop-postgres-'));
  await chmod(dataDir, 0o711);
  const log = { info: () => undefined, warn: console.warn };
  const database = await openDatabase({ dataDir, log });
  endWithUs(dataDir);
  await hurry(database.url);
  await makeTemplate(database.url);
  project.provide('postgres', database.url);
  return async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Who ends the tests by a signal, as `timeout` does, must not be left with a server. */
function endWithUs(dataDir: string): void {
  const file = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find(path =>
    path.endsWith('postmaster.pid'),
  );
  const pid = Number(readFileSync(join(dataDir, file ?? ''), 'utf8').split('\n')[0]);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      process.kill(pid, 'SIGQUIT');
      process.kill(process.pid, signal);
    });
}

/** What is here need not outlive a power cut: a commit does not wait for the disk. */
async function hurry(url: string): Promise<void> {
  await ask(url, 'alter system set fsync = off', 'alter system set full_page_writes = off', 'select pg_reload_conf()');
}

const TEMPLATE = 'world_template';

/** A new database on the server of `url`: all tables, and nothing in them. */
export async function freshDatabase(url: string): Promise<string> {
  return createDatabase(url, `world_${randomUUID().replaceAll('-', '')}`, `template ${TEMPLATE}`);
}

/** The app's own way of making its tables; nobody may be connected to a database that is copied. */
async function makeTemplate(url: string): Promise<void> {
  const nothing = () => undefined;
  const template = await createDatabase(url, TEMPLATE);
  const options = { log: pino({ level: 'silent' }), lost: nothing, stopWork: nothing, build: nothing };
  await (await launch(template, options)).close();
}

async function createDatabase(url: string, name: string, how = ''): Promise<string> {
  await ask(url, `create database ${name} ${how}`);
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return fresh.href;
}

async function ask(url: string, ...queries: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const query of queries) await client.query(query);
  await client.end();
}
