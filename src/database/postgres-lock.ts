// One process at a time looks after the server of a data folder; a lock left by a dead process is taken over.
// The lock saves work and makes messages clear. It is not what keeps the data safe: a new cluster appears by one rename,
// and Postgres itself refuses a second server on its folder.
import { randomUUID } from 'node:crypto';
import { readlink, rename, rm, symlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresError } from './postgres-error.ts';
import { isAlive, processIdentity } from './postgres-process.ts';

const POLL_MS = 50;
const PATIENCE_MS = 120_000;

/** Runs `work` while holding the lock; waits for a living holder, at most two minutes. */
export async function withPostgresLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const me = (await processIdentity(process.pid)) ?? `${process.pid} unknown`;
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await take(file, me))) {
    const holder = await readlink(file).catch(() => undefined);
    if (holder === undefined) continue;
    if (!(await isAlive(holder))) await clear(file, holder);
    else if (Date.now() > deadline) throw stuck(file, holder);
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** A symbolic link is made whole or not at all, so a lock never lacks the name of its holder. */
async function take(file: string, me: string): Promise<boolean> {
  return symlink(me, file).then(
    () => true,
    error => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** Moves the dead holder's lock away; a lock taken by somebody else in between is put back. */
async function clear(file: string, holder: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const moved = await rename(file, aside).then(
    () => readlink(aside),
    () => undefined,
  );
  if (moved !== undefined && moved !== holder) await symlink(moved, file).catch(() => undefined);
  await rm(aside, { force: true });
}

function stuck(file: string, holder: string): Error {
  const what = `Process ${Number.parseInt(holder, 10)} has been starting or stopping the database for two minutes.`;
  return postgresError(what, `look at that process, or end it and start again (lock: ${file}).`);
}
