// A Postgres of our own inside the data folder: real, durable, on 127.0.0.1 only, shared by all processes of this folder.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareDataDir } from './data-dir.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { postgresAccount } from './postgres-account.ts';
import { postgresBinaries, postgresPackage, sweepBinaries } from './postgres-binaries.ts';
import { type Cluster, ensureCluster, ensureLog, POSTGRES_NAME, postgresPassword } from './postgres-cluster.ts';
import { postgresError } from './postgres-error.ts';
import { withPostgresLock } from './postgres-lock.ts';
import { boundLog } from './postgres-log.ts';
import { findOrStart, stopServer } from './postgres-server.ts';
import { refuseElsewhere, signIn, signOut } from './postgres-users.ts';

const LOG_CHECK_MS = 10 * 60_000;

/** Starts or adopts the server of the data folder; see `openDatabase` for what it promises. */
export async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  try {
    return await openIn(join(options.dataDir, 'postgres'), options);
  } catch (cause) {
    throw explainFolder(options.dataDir, cause);
  }
}

async function openIn(home: string, options: DatabaseOptions): Promise<Database> {
  await prepareDataDir(options.dataDir);
  await mkdir(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const users = join(home, 'users');
  const lock = join(home, 'lock');
  const user = await signIn(users);
  const leave = (cluster?: Cluster) =>
    withPostgresLock(lock, async () => {
      const inUse = await signOut(users, user);
      if (!inUse && cluster) await stopServer(cluster);
    });
  try {
    const { cluster, url } = await withPostgresLock(lock, async () => {
      await refuseElsewhere(users);
      return bringUp(home, options);
    });
    return { url, kind: 'embedded', close: closer(cluster, () => leave(cluster)) };
  } catch (error) {
    await leave().catch(() => undefined);
    throw error;
  }
}

/** The system's own refusals (no permission, disk full, read-only) get a folder and a remedy. */
function explainFolder(dataDir: string, cause: unknown): unknown {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (!/^E[A-Z]+$/.test(code ?? '')) return cause;
  const space = code === 'ENOSPC' || code === 'EDQUOT';
  const todo = space
    ? `free space on the disk of ${dataDir}, then start again.`
    : `let the user of the app read and write ${dataDir}, or set ULTRALOOP_DATA to another folder.`;
  return postgresError(`The data folder ${dataDir} cannot be used (${code}).`, todo, message);
}

async function bringUp(home: string, options: DatabaseOptions): Promise<{ cluster: Cluster; url: string }> {
  const { dataDir, log } = options;
  const begun = Date.now();
  const programs = await postgresPackage();
  // Databases of different majors do not fit together.
  const data = join(home, `data-${Number.parseInt(programs.version, 10)}`);
  const account = await postgresAccount([data, dataDir]);
  const bin = await postgresBinaries(programs, home, account);
  const logFile = join(home, 'server.log');
  const cluster: Cluster = { home, data, logFile, bin, account, password: await postgresPassword(home), log };
  await ensureLog(cluster);
  await ensureCluster(cluster);
  const { pid, port, started } = await findOrStart(cluster);
  if (started) await sweepBinaries(home, bin);
  const url = await ensureDatabase(cluster, port);
  const facts = { pid, port, data, account: account?.name, ms: Date.now() - begun };
  log.info(facts, started ? 'The built-in Postgres was started' : 'The built-in Postgres was running and is adopted');
  return { cluster, url };
}

/** Proves by a query that the server answers to our password, and makes the app's database in it. */
async function ensureDatabase(cluster: Cluster, port: number): Promise<string> {
  const urlOf = (name: string) =>
    `postgresql://${POSTGRES_NAME}:${cluster.password}@127.0.0.1:${port}/${name}?sslmode=disable`;
  const client = new Client({ connectionString: urlOf('postgres'), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const known = await client.query('select 1 from pg_database where datname = $1', [POSTGRES_NAME]);
    if (known.rowCount === 0) await client.query(`create database ${POSTGRES_NAME}`);
  } catch (cause) {
    throw noAnswer(cluster, cause as { code?: string; message: string });
  } finally {
    await client.end().catch(() => undefined);
  }
  return urlOf(POSTGRES_NAME);
}

function noAnswer(cluster: Cluster, { code, message }: { code?: string; message: string }): Error {
  const todo =
    code === '28P01'
      ? `the password in ${join(cluster.home, 'password')} is not that of this database: put the file back from a backup.`
      : `read ${cluster.logFile}, then start again.`;
  return postgresError(`The built-in Postgres runs but does not serve (folder ${cluster.data}).`, todo, message);
}

/** Looks after the log while the database is open; closes once. */
function closer(cluster: Cluster, leave: () => Promise<void>): () => Promise<void> {
  const check = () => boundLog(cluster.logFile).catch(error => cluster.log.warn(error, 'The log could not be cut'));
  const timer = setInterval(check, LOG_CHECK_MS).unref();
  let closed: Promise<void> | undefined;
  return () => {
    clearInterval(timer);
    closed ??= leave();
    return closed;
  };
}
