// Which processes use the server of a data folder: the last one to leave stops it, and another machine is kept out.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresError } from './postgres-error.ts';
import { isAlive, processIdentity } from './postgres-process.ts';

const BEAT_MS = 5000;

export interface User {
  /** File that says we are here. */
  entry: string;
  /** Ends the sign of life. */
  stop(): void;
}

/**
 * Signs this process in, before it takes the lock, so that nobody stops a server it is about to adopt. The entry is
 * written anew every few seconds: that is all another machine or container can see of us.
 */
export async function signIn(folder: string): Promise<User> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entry = join(folder, `${hostname()}.${randomUUID()}`);
  const identity = (await processIdentity(process.pid)) ?? String(process.pid);
  await writeFile(entry, identity);
  const timer = setInterval(() => writeFile(entry, identity).catch(() => undefined), BEAT_MS).unref();
  return { entry, stop: () => clearInterval(timer) };
}

/** Signs out and tells whether a living process is left; entries of dead ones are swept. Call under the lock. */
export async function signOut(folder: string, user: User): Promise<boolean> {
  user.stop();
  await rm(user.entry, { force: true });
  const here = (await readdir(folder)).filter(name => !isElsewhere(name));
  const left = await Promise.all(here.map(name => keepIfAlive(join(folder, name))));
  return left.some(Boolean);
}

/**
 * Throws when a process of another machine or container uses this data folder: its server cannot be seen from here, and a
 * second one would destroy the data. Entries that show no life for three beats are of the dead and are swept; clocks are not
 * compared. Call under the lock.
 */
export async function refuseElsewhere(folder: string, watchMs = 3 * BEAT_MS): Promise<void> {
  const names = (await readdir(folder)).filter(isElsewhere);
  if (names.length === 0) return;
  const before = await Promise.all(names.map(name => written(join(folder, name))));
  await sleep(watchMs);
  for (const [i, name] of names.entries()) {
    const now = await written(join(folder, name));
    if (now !== undefined && now !== before[i]) throw occupied(folder, hostOf(name));
    await rm(join(folder, name), { force: true });
  }
}

async function keepIfAlive(entry: string): Promise<boolean> {
  const identity = await readFile(entry, 'utf8').catch(() => undefined);
  // Empty = being written this moment.
  if (identity === '' || (identity !== undefined && (await isAlive(identity)))) return true;
  await rm(entry, { force: true });
  return false;
}

async function written(entry: string): Promise<number | undefined> {
  return (await stat(entry).catch(() => undefined))?.mtimeMs;
}

function hostOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function isElsewhere(name: string): boolean {
  return hostOf(name) !== hostname();
}

function occupied(folder: string, host: string): Error {
  const what = `The data folder is in use by another machine or container, ${host} (${folder}).`;
  const todo = 'stop that one, or give each a data folder of its own and all of them one DATABASE_URL.';
  return postgresError(what, todo);
}
