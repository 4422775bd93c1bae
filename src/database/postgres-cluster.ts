// The database folder: made once, in a folder of its own that is renamed when it is complete, so that no crash leaves half.
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Account, runAs } from './postgres-account.ts';
import { postgresError } from './postgres-error.ts';
import { explainPostgres } from './postgres-explain.ts';

/** Name of the superuser and of the database in it. */
export const POSTGRES_NAME = 'ultraloop';

/** All that is known of the server of one data folder. */
export interface Cluster {
  /** `<data>/postgres`, of the app: lock, users, password, copied programs. */
  home: string;
  /** `<data>/postgres/data-<major>`, of the account. */
  data: string;
  /** `<data>/postgres/server.log`. */
  logFile: string;
  bin: string;
  account: Account | undefined;
  password: string;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** The random password of this data folder: 0600, of the app alone, made at the first start and kept. */
export async function postgresPassword(home: string): Promise<string> {
  const file = join(home, 'password');
  const known = await readFile(file, 'utf8').catch(error => (error.code === 'ENOENT' ? '' : Promise.reject(error)));
  if (known.trim()) return known.trim();
  const password = randomBytes(24).toString('base64url');
  const half = `${file}.new`;
  await writeFile(half, password, { mode: 0o600, flush: true });
  await rename(half, file);
  return password;
}

/** Makes the database folder when there is none. Call under the lock. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  await sweepHalves(cluster.home);
  if (await has(join(cluster.data, 'PG_VERSION'))) return;
  await setAside(cluster);
  const half = await mkdtemp(join(cluster.home, 'init-'));
  const pwfile = `${half}.password`;
  try {
    await give(half, cluster.account);
    await writeFile(pwfile, cluster.password, { mode: 0o600 });
    await give(pwfile, cluster.account);
    await initdb(cluster, half, pwfile);
    await rename(half, cluster.data);
  } finally {
    await rm(pwfile, { force: true });
    await rm(half, { recursive: true, force: true });
  }
}

/** Gives a file or folder to the account that runs the server; nothing to do when that is the app's own. */
async function give(path: string, account: Account | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

/**
 * The log is the account's, the folder it is in is not: the app cuts the log, perhaps as root, and must not be led
 * elsewhere by a link.
 */
export async function ensureLog({ logFile, account }: Cluster): Promise<void> {
  await writeFile(logFile, '', { flag: 'a', mode: 0o600 });
  await give(logFile, account);
}

async function initdb(cluster: Cluster, half: string, pwfile: string): Promise<void> {
  const names = ['-U', POSTGRES_NAME, '--pwfile', pwfile, '--auth=scram-sha-256', '--no-instructions'];
  // Postgres' own C.UTF-8 sorts the same on every system, so a folder may be moved to another machine.
  const words = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const result = await runAs(cluster.account, join(cluster.bin, 'initdb'), ['-D', half, ...names, ...words]);
  if (result.failed) throw await explainPostgres(cluster, 'initdb', result.said);
}

/** What a killed start left. An orphaned initdb may still write into it: what cannot be removed now goes next time. */
async function sweepHalves(home: string): Promise<void> {
  const halves = (await readdir(home)).filter(name => /^(init|copy)-/.test(name));
  await Promise.allSettled(halves.map(name => rm(join(home, name), { recursive: true, force: true })));
}

/** A folder without a version is no database, but it is somebody's: it is moved, never deleted. */
async function setAside({ home, data, log }: Cluster): Promise<void> {
  const others = (await readdir(home)).filter(name => /^data-\d+$/.test(name) && join(home, name) !== data);
  if (others.length > 0) throw otherMajor(home, others);
  const names = await readdir(data).catch(error => (error.code === 'ENOENT' ? [] : Promise.reject(error)));
  if (names.length === 0) return;
  const aside = `${data}.incomplete-${new Date().toISOString().replaceAll(':', '')}`;
  await rename(data, aside);
  log.warn({ aside }, 'The database folder was incomplete; it was moved aside and a new one is made');
}

function otherMajor(home: string, names: string[]): Error {
  const what = `${home} holds a database of another Postgres version (${names.join(', ')}).`;
  return postgresError(
    what,
    'go back to the ultraloop version that made it, or move that folder away to start afresh.',
  );
}

async function has(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
