// The record of a run (iterations, words, faults) and the inbox of words it has not heard yet.
import type { Pool, PoolClient } from 'pg';
import type { Entry, Past, Word } from '../record.ts';
import { toJson } from './json.ts';
import { hold } from './run-row.ts';
import { transaction } from './transaction.ts';

export function record(pool: Pool) {
  return {
    /** The first `upto` entries. Entries never change, so a resumed turn reads what it read before. */
    async past(run: string, upto: number): Promise<Past> {
      const { rows } = await pool.query<{ body: Entry }>(
        'select body from entries where run_id = $1 and seq <= $2 order by seq',
        [run, upto],
      );
      return rows.map(row => row.body);
    },

    /** Moves unheard words into the record. Answers how long the record is now. */
    async hear(run: string, turn: number): Promise<number> {
      return transaction(pool, async sql => {
        await hold(sql, run);
        await takeWords(sql, run, turn);
        return length(sql, run);
      });
    },

    /**
     * Appends an iteration or fault once. Words said meanwhile go in before it: they were not an answer to it.
     * Answers how long the record is now.
     */
    async append(run: string, turn: number, entry: Entry): Promise<number> {
      return transaction(pool, async sql => {
        await hold(sql, run);
        const known = entry.kind === 'iteration' && (await hasIteration(sql, run, turn));
        if (!known) await takeWords(sql, run, turn);
        if (!known) await insert(sql, run, turn, entry);
        return length(sql, run);
      });
    },

    /** Puts a word into the inbox, once per delivery id, and wakes the run when it waits. Answers false when it was known. */
    async say(run: string, word: Word): Promise<boolean> {
      const ends = word.word === 'abort' || word.word === 'closed' || word.word === 'unlabeled';
      return transaction(pool, async sql => {
        await hold(sql, run);
        const { rowCount } = await sql.query(
          'insert into inbox (id, run_id, body) values ($1, $2, $3) on conflict do nothing',
          [word.id, run, toJson(word)],
        );
        if (rowCount === 1)
          await sql.query(
            `update runs set wake_at = case when state = 'running' then wake_at else now() end,
               state = case when state in ('running', 'queued') then state else 'queued' end,
               ending = ending or $2, updated_at = now() where id = $1`,
            [run, ends],
          );
        return rowCount === 1;
      });
    },

    /** Who said the newest word that steers; undefined = nobody did since the run was started. */
    async steeredBy(run: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ by: string }>(
        `select body->>'by' as by from inbox where run_id = $1 and body->>'word' in ('continue', 'approve', 'finish', 'abort')
         order by at desc, id desc limit 1`,
        [run],
      );
      return rows[0]?.by;
    },

    /** Words nobody has heard yet, oldest first. */
    async unheard(run: string): Promise<Word[]> {
      const { rows } = await pool.query<{ body: Word }>(
        'select body from inbox where run_id = $1 and turn is null order by at, id',
        [run],
      );
      return rows.map(row => row.body);
    },
  };
}

async function takeWords(sql: PoolClient, run: string, turn: number): Promise<void> {
  const { rows } = await sql.query<{ body: Word }>(
    `with heard as (update inbox set turn = $2 where run_id = $1 and turn is null returning body, at, id)
     select body from heard order by at, id`,
    [run, turn],
  );
  for (const { body } of rows) await insert(sql, run, turn, body);
}

async function insert(sql: PoolClient, run: string, turn: number, entry: Entry): Promise<void> {
  await sql.query(
    `insert into entries (run_id, seq, turn, kind, body)
     select $1, coalesce(max(seq), 0) + 1, $2, $3, $4 from entries where run_id = $1`,
    [run, turn, entry.kind, toJson(entry)],
  );
}

async function hasIteration(sql: PoolClient, run: string, turn: number): Promise<boolean> {
  const { rowCount } = await sql.query(`select 1 from entries where run_id = $1 and turn = $2 and kind = 'iteration'`, [
    run,
    turn,
  ]);
  return rowCount === 1;
}

async function length(sql: PoolClient, run: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>('select count(*)::int as n from entries where run_id = $1', [run]);
  return rows[0]?.n ?? 0;
}
