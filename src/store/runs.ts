// Runs: started once per issue, opened, shown, parked, ended, taken up again.
import type { Pool, PoolClient } from 'pg';
import type { Exit } from '../record.ts';
import type { Spec } from '../spec.ts';
import { due } from './due.ts';
import { toJson } from './json.ts';
import { type Over, overQuota, type Quota } from './quota.ts';
import {
  COLUMNS,
  first,
  hold,
  type NewRun,
  type Places,
  type Progress,
  present,
  type Run,
  type RunState,
} from './run-row.ts';
import { transaction } from './transaction.ts';

export function runs(pool: Pool) {
  return {
    ...due(pool),

    /**
     * Claims the issue for a new run. Answers the run that holds it when there is one already (also itself, when repeated), or the
     * daily limit a new one would break.
     */
    async start(run: NewRun, quota?: Quota): Promise<{ started: boolean; run: Run } | { over: Over }> {
      const claimed = await transaction(pool, async sql => {
        const over = quota && (await overQuota(sql, run, quota));
        return over ? { over } : { rowCount: await insert(sql, run) };
      });
      if (claimed.over) return { over: claimed.over };
      const holder = (await this.find(run.id)) ?? (await this.active(run.repoId, run.issue));
      if (!holder) throw new Error(`run ${run.id} was neither started nor refused`);
      return { started: claimed.rowCount === 1 || holder.id === run.id, run: holder };
    },

    async find(id: string): Promise<Run | undefined> {
      return first(await pool.query(`select ${COLUMNS} from runs where id = $1`, [id]));
    },

    /** The run that holds an issue, by the issue's own number or its pull request's. */
    async active(repoId: number, number: number): Promise<Run | undefined> {
      return first(
        await pool.query(
          `select ${COLUMNS} from runs where repo_id = $1 and ended_at is null
             and (issue = $2 or (places->>'pull')::int = $2) order by created_at desc limit 1`,
          [repoId, number],
        ),
      );
    },

    /** The newest run of an issue or its pull request, active or ended. */
    async latest(repoId: number, number: number): Promise<Run | undefined> {
      return first(
        await pool.query(
          `select ${COLUMNS} from runs where repo_id = $1 and (issue = $2 or (places->>'pull')::int = $2)
             order by ended_at is null desc, created_at desc limit 1`,
          [repoId, number],
        ),
      );
    },

    async list(where: 'active' | 'all' = 'all'): Promise<Run[]> {
      const filter = where === 'active' ? 'where ended_at is null' : '';
      const { rows } = await pool.query(`select ${COLUMNS} from runs ${filter} order by created_at desc limit 1000`);
      return rows.map(present);
    },

    /** Fixes the spec. Write-once: a second call with another spec changes nothing. */
    async lockSpec(id: string, spec: Spec): Promise<void> {
      await pool.query('update runs set spec = $2, loop = $3, updated_at = now() where id = $1 and spec is null', [
        id,
        toJson(spec),
        spec.loop,
      ]);
    },

    async place(id: string, places: Places): Promise<void> {
      await pool.query('update runs set places = places || $2::jsonb, updated_at = now() where id = $1', [
        id,
        toJson(places),
      ]);
    },

    async show(id: string, progress: Progress): Promise<void> {
      await pool.query('update runs set progress = progress || $2::jsonb, updated_at = now() where id = $1', [
        id,
        toJson(progress),
      ]);
    },

    /** A turn is over: the next one is due at `wakeAt`, or now when a word came in meanwhile, or never by itself. */
    async park(id: string, turn: number, next: { state: RunState; wakeAt?: string }): Promise<void> {
      await transaction(pool, async sql => {
        await hold(sql, id);
        await sql.query(
          `update runs set turn = $2 + 1, state = $3, ending = false, updated_at = now(),
             wake_at = case when exists (select 1 from inbox where run_id = $1 and turn is null) then now() else $4::timestamptz end
           where id = $1 and turn = $2`,
          [id, turn, next.state, next.wakeAt ?? null],
        );
      });
    },

    /** Releases the issue. The row stays, as the record of what was; its state changes when the turn parks. */
    async end(id: string, exit: Exit): Promise<void> {
      await pool.query(
        'update runs set exit = $2, ended_at = coalesce(ended_at, now()), updated_at = now() where id = $1',
        [id, toJson(exit)],
      );
    },

    /** Notes why a run waits for a person; it keeps the issue. */
    async pause(id: string, exit: Exit): Promise<void> {
      await pool.query('update runs set exit = $2, updated_at = now() where id = $1', [id, toJson(exit)]);
    },

    /** Takes the issue again for an ended run. False when another run holds it now. */
    async reopen(id: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `update runs r set ended_at = null, exit = null, updated_at = now() where id = $1 and (ended_at is null or not exists
           (select 1 from runs o where o.repo_id = r.repo_id and o.issue = r.issue and o.ended_at is null and o.id <> r.id))`,
        [id],
      );
      return rowCount === 1;
    },

    /** The repository has a new name; its id stays. */
    async rename(repoId: number, to: { owner: string; repo: string }): Promise<void> {
      await pool.query('update runs set owner = $2, repo = $3 where repo_id = $1', [repoId, to.owner, to.repo]);
    },

    /** Active runs of an installation, in the given repositories or in all. */
    async activeIn(installation: number, repos: number[] | 'all'): Promise<Run[]> {
      const { rows } = await pool.query(
        `select ${COLUMNS} from runs where ended_at is null and installation = $1 and ($2::bigint[] is null or repo_id = any($2))`,
        [installation, repos === 'all' ? null : repos],
      );
      return rows.map(present);
    },
  };
}

async function insert(sql: PoolClient, run: NewRun): Promise<number | null> {
  const { rowCount } = await sql.query(
    `insert into runs (id, repo_id, owner, repo, installation, issue, loop, state, wake_at, request)
     values ($1, $2, $3, $4, $5, $6, $7, 'queued', now(), $8) on conflict do nothing`,
    [run.id, run.repoId, run.owner, run.repo, run.installation, run.issue, run.loop, toJson(run.request)],
  );
  return rowCount;
}
