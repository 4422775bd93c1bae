// One real Postgres for the whole suite, in a temporary data folder; each world gets a database of its own in it.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
// Named so that the compiler knows the module that is extended below.
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/engine/database.ts';

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
  project.provide('postgres', database.url);
  return async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A new, empty database on the server of `url`. */
export async function freshDatabase(url: string): Promise<string> {
  const name = `world_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return fresh.href;
}
