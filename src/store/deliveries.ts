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

    /** Oldest unhandled command of each lane, at most `limit`. */
    async next(limit: number): Promise<Delivery[]> {
      const { rows } = await pool.query<Delivery>(
        `select id, lane, command from (select distinct on (lane) id, lane, command, seq from deliveries
           where handled_at is null order by lane, seq) first_of_lane order by seq limit $1`,
        [limit],
      );
      return rows;
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
