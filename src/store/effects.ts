// Which effects on the outside world were begun: the second attempt at one looks before it acts.
import type { Pool } from 'pg';
import { toJson } from './json.ts';

export function effects(pool: Pool) {
  return {
    /** Notes that the effect is about to happen. `first` = nobody tried before; `result` = it is known to have happened. */
    async begin(key: string): Promise<{ first: boolean; result?: unknown }> {
      const { rows } = await pool.query<{ result: unknown; first: boolean }>(
        `insert into effects (key) values ($1) on conflict (key) do update set key = excluded.key
         returning result, xmax = 0 as first`,
        [key],
      );
      const row = rows[0];
      return { first: row?.first ?? true, ...(row?.result != null && { result: row.result }) };
    },

    async done(key: string, result: unknown): Promise<void> {
      await pool.query('update effects set result = $2 where key = $1', [key, toJson(result ?? true)]);
    },
  };
}
