// The server process of a cluster: found when it runs already, started when it does not, stopped when nobody uses it.
import { constants, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from './postgres-account.ts';
import type { Cluster } from './postgres-cluster.ts';
import { explainPostgres } from './postgres-explain.ts';
import { boundLog, logSince, logSize } from './postgres-log.ts';
import { isPostgresOf } from './postgres-process.ts';

export interface Running {
  pid: number;
  /** On 127.0.0.1. */
  port: number;
}

/** After a kill of app and server, the server's children hold its memory for a moment: a few starts fail, then one works. */
const TRIES = 10;
const PAUSE_MS = 250;
const TRANSIENT =
  /still in use|lock file .* already exists|could not bind|address already in use|(starting up|shutting down)/i;
/** Recovery after a crash replays at most `max_wal_size`; this is far above what that takes. */
const READY_S = 120;
/** A pid no system gives out. */
const NOBODY = 2_147_483_646;

/** The server that runs on this folder, adopted or started by us, and ready. Call under the lock. */
export async function findOrStart(cluster: Cluster): Promise<Running & { started: boolean }> {
  let output = '';
  for (let tries = 0; tries < TRIES; tries++) {
    const running = await findRunning(cluster.data);
    if (running) return { ...running, started: false };
    const failure = await start(cluster);
    if (failure === undefined) break;
    output = failure;
    if (!TRANSIENT.test(failure)) break;
    await sleep(PAUSE_MS);
  }
  const running = await findRunning(cluster.data);
  if (running) return { ...running, started: true };
  throw await explainPostgres(cluster, 'pg_ctl start', output);
}

/** Stops the server and waits until it is gone: clients are cut off, nothing that was committed is lost. */
export async function stopServer(cluster: Cluster): Promise<void> {
  if (!(await findRunning(cluster.data))) return;
  const result = await pgCtl(cluster, ['stop', '-m', 'fast', '-w', '-t', '60']);
  if (result.failed)
    cluster.log.warn({ said: result.said, folder: cluster.data }, 'The built-in Postgres did not stop');
}

/** Reads postmaster.pid, waits while that server gets ready; undefined when the file tells of nobody alive. */
async function findRunning(data: string): Promise<Running | undefined> {
  const deadline = Date.now() + READY_S * 1000;
  for (;;) {
    const lines = await pidFile(data);
    const pid = Number(lines[0]);
    if (!pid || !(await isPostgresOf(pid, data))) return undefined;
    if (lines[7]?.trim() === 'ready') return { pid, port: Number(lines[3]) };
    if (Date.now() > deadline) return undefined;
    await sleep(50);
  }
}

/** Lines: pid, folder, start time, port, socket folder, address, memory key, status. */
async function pidFile(data: string): Promise<string[]> {
  return (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
}

/** One try; what went wrong, or undefined when the server is ready. */
async function start(cluster: Cluster): Promise<string | undefined> {
  await disownPidFile(cluster.data);
  await boundLog(cluster.logFile);
  const offset = await logSize(cluster.logFile);
  const settings = settingsFor(await freePort());
  const args = ['start', '-w', '-t', String(READY_S), '-l', cluster.logFile, '-o', settings];
  const result = await pgCtl(cluster, args);
  if (!result.failed) return undefined;
  return `${result.said}\n${await logSince(cluster.logFile, offset)}`;
}

/**
 * A pid file whose pid now belongs to another program, as after a restart in a container, would keep Postgres from
 * starting for ever. Its pid is replaced, not the file removed: the rest of it tells Postgres which shared memory to
 * look at before it believes that no child of the old server is left.
 */
async function disownPidFile(data: string): Promise<void> {
  const [pid, ...rest] = await pidFile(data);
  if (!Number(pid) || (await isPostgresOf(Number(pid), data))) return;
  // The folder is another account's: a link put there must not lead the app's pen elsewhere.
  const flag = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW;
  await writeFile(join(data, 'postmaster.pid'), [NOBODY, ...rest].join('\n'), { flag });
}

function pgCtl(cluster: Cluster, args: string[]) {
  return runAs(cluster.account, join(cluster.bin, 'pg_ctl'), ['-D', cluster.data, ...args]);
}

/** Only this machine can connect, over TCP; durable (fsync stays on); small; quiet, since clients hear their own errors. */
function settingsFor(port: number): string {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '32MB',
    max_wal_size: '256MB',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}
