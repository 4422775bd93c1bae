// Which runs are due, and who starts their turns: as many at once as the host and each repository may have.
import type { Pool, PoolClient } from 'pg';
import { COLUMNS, present, type Run } from './run-row.ts';
import { transaction } from './transaction.ts';

export function due(pool: Pool) {
  return {
    /** Makes the present turn due again: it was claimed but never began. */
    async wake(id: string): Promise<void> {
      await pool.query(`update runs set state = 'queued', wake_at = now() where id = $1 and state = 'running'`, [id]);
    },

    /** Makes a waiting run due, as if its clock had run out. */
    async wakeNow(id: string): Promise<void> {
      await pool.query('update runs set wake_at = now() where id = $1 and wake_at is not null', [id]);
    },

    /**
     * Runs that are due now, oldest first, as many as there are free slots; turns that only end take none. Their rows are
     * locked before `begin` starts a turn, so that a quick turn cannot park before it counts as running.
     */
    async claimDue(limits: { host: number; repository: number }, begin: (run: Run) => Promise<void>): Promise<number> {
      return transaction(pool, async sql => {
        await sql.query('select pg_advisory_xact_lock(727002)');
        const { rows } = await sql.query(
          `with working as (select repo_id, count(*)::int as n from runs where state = 'running' group by repo_id),
             due as (select r.*, coalesce(w.n, 0) as busy,
                 row_number() over (partition by r.repo_id, r.ending order by r.wake_at) as place
               from runs r left join working w using (repo_id) where r.wake_at <= now())
           select ${COLUMNS}, ending from due where ending or busy + place <= $1
           order by ending desc, place, wake_at limit $2`,
          [limits.repository, 200],
        );
        const free = await freeSlots(sql, limits.host);
        const chosen = choose(rows, free);
        if (chosen.length === 0) return 0;
        await sql.query(`update runs set state = 'running', wake_at = null, updated_at = now() where id = any($1)`, [
          chosen.map(run => run.id),
        ]);
        for (const run of chosen) await begin(run);
        return chosen.length;
      });
    },
  };
}

/** Rows that may start: all that only end, and of the others as many as there are slots. */
function choose(rows: (Parameters<typeof present>[0] & { ending: boolean })[], free: number): Run[] {
  let left = free;
  return rows.filter(row => row.ending || left-- > 0).map(present);
}

async function freeSlots(sql: PoolClient, host: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from runs where state = 'running'`);
  return Math.max(0, host - (rows[0]?.n ?? 0));
}
