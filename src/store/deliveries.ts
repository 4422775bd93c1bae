// Commands as they arrived, once per delivery id; the webhook answers as soon as its row is here.
import type { Pool } from 'pg';
import { toJson } from './json.ts';

export interface Delivery<Command = unknown> {
  id: string;
  lane: string;
  command: Command;
}

interface Waiting {
  delivery: Delivery;
  done: (fresh: boolean) => void;
  failed: (error: unknown) => void;
}

export function deliveries(pool: Pool) {
  let batch: Waiting[] = [];
  let writing = false;

  // Deliveries that arrive while a write is under way share the next one: a burst costs a few statements, not thousands.
  async function write(): Promise<void> {
    writing = true;
    while (batch.length > 0) {
      const taken = batch;
      batch = [];
      try {
        const fresh = await insert(pool, taken);
        for (const { delivery, done } of taken) done(fresh.delete(delivery.id));
      } catch (error) {
        for (const { failed } of taken) failed(error);
      }
    }
    writing = false;
  }

  return {
    /** Stores a command. Resolves when it is safe: true when it is new, false for a redelivery. */
    receive(delivery: Delivery): Promise<boolean> {
      return new Promise((done, failed) => {
        batch.push({ delivery, done, failed });
        if (!writing) void write();
      });
    },

    async known(ids: string[]): Promise<Set<string>> {
      const { rows } = await pool.query<{ id: string }>('select id from deliveries where id = any($1)', [ids]);
      return new Set(rows.map(row => row.id));
    },

    /** Claims the oldest unhandled command of each lane, at most `limit`. A claim of a process that is gone counts for nothing. */
    async claim(me: string, limit: number): Promise<(Delivery & { attempts: number })[]> {
      const { rows } = await pool.query<Delivery & { attempts: number }>(
        `with first_of_lane as (select distinct on (lane) id, seq from deliveries where handled_at is null order by lane, seq)
         update deliveries d set claimed_by = $1, attempts = attempts + 1
         from (select f.id from first_of_lane f join deliveries c using (id)
           where (c.retry_at is null or c.retry_at <= now())
             and (c.claimed_by is null or not exists (select 1 from executors e where e.id = c.claimed_by))
           order by f.seq limit $2 for update of c skip locked) free
         where d.id = free.id returning d.id, d.lane, d.command, d.attempts`,
        [me, limit],
      );
      return rows;
    },

    /** Whether a comment's command has arrived, by whatever way. */
    async hasComment(id: number): Promise<boolean> {
      const { rowCount } = await pool.query(
        `select 1 from deliveries where command ? 'commentId' and (command->>'commentId')::bigint = $1 limit 1`,
        [id],
      );
      return rowCount === 1;
    },

    /** Gives a claim back, to be tried again later. */
    async release(id: string, afterMs: number): Promise<void> {
      await pool.query(
        `update deliveries set claimed_by = null, retry_at = now() + $2 * interval '1 ms' where id = $1`,
        [id, afterMs],
      );
    },

    /** Forgets what was handled long ago: GitHub offers redelivery for a few days only. */
    async forget(days: number): Promise<void> {
      await pool.query(`delete from deliveries where handled_at < now() - $1 * interval '1 day'`, [days]);
    },

    async handled(id: string, outcome: string): Promise<void> {
      await pool.query('update deliveries set handled_at = now(), outcome = $2 where id = $1 and handled_at is null', [
        id,
        outcome,
      ]);
    },
  };
}

/** Ids that were new. A set, so that the second of two equal ids in one batch counts as known. */
async function insert(pool: Pool, taken: Waiting[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into deliveries (id, lane, command)
     select * from unnest($1::text[], $2::text[], $3::jsonb[]) on conflict do nothing returning id`,
    [
      taken.map(({ delivery }) => delivery.id),
      taken.map(({ delivery }) => delivery.lane),
      taken.map(({ delivery }) => toJson(delivery.command)),
    ],
  );
  return new Set(rows.map(row => row.id));
}
