// Brings the durable engine up on a database: tables, lease, DBOS, and the work a dead process left behind.
import { DBOS } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import type { Logger } from 'pino';
import { createTables } from '../store/schema.ts';
import { enter, keepLease, LEASE_MS, leave, newExecutorId, reapLocal } from './executor.ts';
import { resumeSteps, suspendSteps } from './step.ts';

/** Part of every stored workflow: a new deploy goes on with the runs of the old one. */
const APPLICATION_VERSION = 'ultraloop-1';
const LOCK = 727001;

export interface Engine<Built> {
  pool: pg.Pool;
  built: Built;
  executor: string;
  /** Gives the lease back, so that others take over at once, and closes the connections. */
  close(): Promise<void>;
}

interface LaunchOptions<Built> {
  log: Logger;
  /** Another process took over this one's work. */
  lost(): void;
  /** Ends the processes that work for this one, at its own end. */
  stopWork(): void;
  /** How long a silent process keeps its work before others take it over, in milliseconds. The same for all processes. */
  leaseMs?: number;
  build(pool: pg.Pool): Built;
}

/** `build` makes what turns need; it is called before any turn of a dead process can be resumed here. */
export async function launch<Built>(
  url: string,
  { log, lost, stopWork, build, leaseMs = LEASE_MS }: LaunchOptions<Built>,
): Promise<Engine<Built>> {
  const pool = openPool(url, log);
  const own = openPool(url, log, bounded);
  const executor = newExecutorId();
  resumeSteps();
  DBOS.setConfig({
    name: 'ultraloop',
    systemDatabaseUrl: url,
    systemDatabasePool: own,
    applicationVersion: APPLICATION_VERSION,
    executorID: executor,
    logger: quiet(log),
  });
  let built: Built | undefined;
  await alone(pool, async () => {
    await createTables(pool);
    await enter(pool, { id: executor, ms: leaseMs });
    built = build(pool);
    await DBOS.launch();
  });
  await reapLocal(pool, executor);
  const lease = keepLease(pool, { id: executor, ms: leaseMs }, lost);
  return {
    pool,
    built: built as Built,
    executor,
    async close() {
      lease.stop();
      suspendSteps();
      stopWork();
      await DBOS.shutdown();
      await leave(pool, executor).catch(() => undefined);
      await Promise.all([pool.end(), own.end()]);
    },
  };
}

function openPool(url: string, log: Logger, onConnect?: (client: pg.ClientBase) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, ...(onConnect && { onConnect }) });
  pool.on('error', error => log.warn({ err: error }, 'a database connection broke; it is replaced'));
  return pool;
}

/**
 * A transaction left open does not hold its locks for ever. The engine's library asks for the same on pools it makes itself,
 * beside the first query instead of before it, which pg warns of and will refuse.
 */
const bounded = (client: pg.ClientBase) => client.query('set idle_in_transaction_session_timeout = 60000');

/** One process at a time. Polled: a blocking lock would wait for ever for migrations that wait for the waiters. */
async function alone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const sql = await pool.connect();
  try {
    while (!(await sql.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCK])).rows[0]?.ok)
      await new Promise(resolve => setTimeout(resolve, 200));
    await work();
  } finally {
    await sql.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    sql.release();
  }
}

/** The engine's chatter is debug to us; its warnings and errors are ours too. */
function quiet(log: Logger) {
  const engine = log.child({ name: 'engine' });
  return {
    info: (entry: unknown) => engine.debug(String(entry)),
    debug: (entry: unknown) => engine.trace(String(entry)),
    warn: (entry: unknown) => engine.warn(String(entry)),
    error: (entry: unknown) => engine.error(String(entry)),
  };
}
