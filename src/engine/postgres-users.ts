// Which processes use the server of a data folder: the last one to leave stops it.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, processIdentity } from './postgres-process.ts';

/** Signs this process in, before it takes the lock, so that nobody stops a server it is about to adopt. Returns its entry. */
export async function signIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entry = join(folder, randomUUID());
  await writeFile(entry, (await processIdentity(process.pid)) ?? String(process.pid));
  return entry;
}

/** Signs an entry out and tells whether a living process is left; entries of dead ones are swept. Call under the lock. */
export async function signOut(folder: string, entry: string): Promise<boolean> {
  await rm(entry, { force: true });
  const left = await Promise.all((await readdir(folder)).map(name => keepIfAlive(join(folder, name))));
  return left.some(Boolean);
}

async function keepIfAlive(entry: string): Promise<boolean> {
  const identity = await readFile(entry, 'utf8').catch(() => undefined);
  // Empty = being written this moment.
  if (identity === '' || (identity !== undefined && (await isAlive(identity)))) return true;
  await rm(entry, { force: true });
  return false;
}
