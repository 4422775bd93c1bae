// One at a time: in this process by a queue, across processes by a lock file whose dead owner is replaced.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
const TAKEOVER_STALE_MS = 10_000;
const queues = new Map<string, Promise<unknown>>();

/** Runs `work` while nobody else, here or in another process of this machine, runs work under the same lock file. */
export function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(file) ?? Promise.resolve();
  const mine = before.catch(() => {}).then(() => underFile(file, work));
  queues.set(file, mine);
  const forget = (): void => {
    if (queues.get(file) === mine) queues.delete(file);
  };
  mine.then(forget, forget);
  return mine;
}

async function underFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  const owner = `${process.pid} ${startOf(process.pid)}`;
  while (!(await claim(file, owner))) {
    if (!(await removeStale(file))) await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** The file appears whole or not at all: it is written aside and linked into place. */
async function claim(file: string, owner: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, owner);
  try {
    await link(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Removes the lock of a dead owner. A second file makes sure that only one does so, and looks again before it does. */
async function removeStale(file: string): Promise<boolean> {
  if (!(await isStale(file))) return false;
  const guard = `${file}.takeover`;
  if (!(await claim(guard, String(process.pid)))) {
    const age = await stat(guard).then(
      found => Date.now() - found.mtimeMs,
      () => 0,
    );
    if (age > TAKEOVER_STALE_MS) await rm(guard, { force: true });
    return false;
  }
  try {
    if (await isStale(file)) await rm(file, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

async function isStale(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  const [pid = '', start = ''] = text.split(' ');
  return !isAlive(Number(pid)) || startOf(Number(pid)) !== start;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When the process began (Linux), so that a reused process id is not taken for the owner. Empty elsewhere. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
