// Which processes are alive: a lease row each. Work of a process that is gone is taken over by those that are there.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DBOSExecutor } from '@dbos-inc/dbos-sdk/internal/dbos-executor';
import type { Pool } from 'pg';

export const LEASE_MS = 15_000;

interface Lease {
  /** Of the executor. */
  id: string;
  ms: number;
}

/** `host/pid/unique`: a new name per boot, so that no process ever recovers another's live work as its own. */
export function newExecutorId(): string {
  return `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
}

export async function enter(pool: Pool, { id, ms }: Lease): Promise<void> {
  await pool.query(`insert into executors values ($1, now() + $2 * interval '1 ms')`, [id, ms]);
}

export async function leave(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from executors where id = $1', [id]);
}

/**
 * Keeps the lease and takes over from the dead, three times a lease. `lost` is called when somebody took over from us:
 * the process must stop its work at once.
 */
export function keepLease(pool: Pool, { id, ms }: Lease, lost: () => void): { stop(): void } {
  let reachableSince = Date.now();
  let busy = false;
  const beat = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const renewed = await pool.query(`update executors set expires = now() + $2 * interval '1 ms' where id = $1`, [
        id,
        ms,
      ]);
      if (renewed.rowCount === 0) return lost();
      // After an outage everybody renews first; only then may anybody be called dead.
      if (Date.now() - reachableSince > ms * 1.5) await reap(pool, id);
    } catch {
      reachableSince = Date.now();
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void beat(), ms / 3);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Takes over the work of processes of this host that are certainly gone; others are waited for until their lease ends. */
export async function reapLocal(pool: Pool, me: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from executors where id <> $1', [me]);
  const dead = rows.map(row => row.id).filter(id => id.startsWith(`${hostname()}/`) && !isAlive(id));
  if (dead.length > 0) await pool.query('delete from executors where id = any($1)', [dead]);
  await takeOver([...dead, ...(await orphans(pool, me))]);
}

async function reap(pool: Pool, me: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('delete from executors where expires < now() returning id');
  await takeOver([...rows.map(row => row.id), ...(await orphans(pool, me))]);
}

/** Executors with unfinished work and no lease: they left, or died before they had one. */
async function orphans(pool: Pool, me: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct executor_id as id from dbos.workflow_status w
     where status = 'PENDING' and executor_id <> $1 and not exists (select 1 from executors e where e.id = w.executor_id)`,
    [me],
  );
  return rows.map(row => row.id);
}

// The public way to restart work forgets what keeps it exclusive; this call is exported and pinned with the version.
async function takeOver(ids: string[]): Promise<void> {
  const unique = [...new Set(ids)];
  if (unique.length > 0) await DBOSExecutor.globalInstance?.recoverPendingWorkflows(unique);
}

function isAlive(id: string): boolean {
  const pid = Number(id.split('/').at(-2));
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
