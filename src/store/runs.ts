// Runs: one row each. A waiting run is only this row, with the time it wakes.
import type { Pool, PoolClient } from 'pg';
import type { Exit, StageName } from '../record.ts';
import type { Spec } from '../spec.ts';
import { toJson } from './json.ts';
import { type Over, overQuota, type Quota } from './quota.ts';
import { transaction } from './transaction.ts';

export type RunState = 'queued' | 'running' | 'waiting' | 'needs-human' | 'done' | 'stopped';

/** What the starting command carried: the text a run works from is the one that was approved. */
export interface Request {
  delivery: string;
  title: string;
  body: string;
  startedBy: string;
  target?: string;
  maxIterations?: number;
  cloneUrl: string;
  htmlUrl: string;
  defaultBranch: string;
}

/** Where on GitHub a run shows itself. Filled when the run opens. */
export interface Places {
  issueNode?: string;
  pull?: number;
  pullNode?: string;
  labels?: Record<string, string>;
  checkRun?: number;
  checkHead?: string;
  /** Commit the run's files were last published as (K18). */
  files?: string;
}

/** What the run is doing right now, for status texts. Display only: no decision reads it. */
export interface Progress {
  stage?: StageName;
  head?: string;
  pushedAt?: string;
}

export interface Run {
  id: string;
  repoId: number;
  owner: string;
  repo: string;
  installation: number;
  issue: number;
  /** Name of the loop; `default` until the configuration has been read, when nobody named one. */
  loop: string;
  state: RunState;
  turn: number;
  wakeAt?: Date;
  request: Request;
  spec?: Spec;
  places: Places;
  progress: Progress;
  exit?: Exit;
  createdAt: Date;
  endedAt?: Date;
}

export type NewRun = Pick<Run, 'id' | 'repoId' | 'owner' | 'repo' | 'installation' | 'issue' | 'loop' | 'request'>;

const COLUMNS = `id, repo_id::float8 as "repoId", owner, repo, installation::float8 as installation, issue, loop, state, turn,
  wake_at as "wakeAt", request, spec, places, progress, exit, created_at as "createdAt", ended_at as "endedAt"`;

export function runs(pool: Pool) {
  return {
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

    /** Makes the present turn due again: it was claimed but never began. */
    async wake(id: string): Promise<void> {
      await pool.query(`update runs set state = 'queued', wake_at = now() where id = $1 and state = 'running'`, [id]);
    },

    /** Makes a waiting run due, as if its clock had run out. */
    async wakeNow(id: string): Promise<void> {
      await pool.query('update runs set wake_at = now() where id = $1 and wake_at is not null', [id]);
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

    /** How many due runs wait before this one. */
    async ahead(id: string): Promise<number> {
      const { rows } = await pool.query<{ n: number }>(
        `select count(*)::int as n from runs o, runs r where r.id = $1 and o.id <> r.id and o.wake_at <= now() and o.wake_at < r.wake_at`,
        [id],
      );
      return rows[0]?.n ?? 0;
    },

    /** Runs that are due now, oldest first, as many as there are free slots; turns that only end take none. Holds them locked while `begin` starts their turn. */
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
        for (const run of chosen) await begin(run);
        const ids = chosen.map(run => run.id);
        if (ids.length > 0)
          await sql.query(`update runs set state = 'running', wake_at = null, updated_at = now() where id = any($1)`, [
            ids,
          ]);
        return chosen.length;
      });
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

/** Rows that may start: all that only end, and of the others as many as there are slots. */
function choose(rows: (Parameters<typeof present>[0] & { ending: boolean })[], free: number): Run[] {
  let left = free;
  return rows.filter(row => row.ending || left-- > 0).map(present);
}

async function freeSlots(sql: PoolClient, host: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from runs where state = 'running'`);
  return Math.max(0, host - (rows[0]?.n ?? 0));
}

/** Serialises what a turn and a person's word do to the same run. */
export async function hold(sql: PoolClient, id: string): Promise<void> {
  await sql.query('select 1 from runs where id = $1 for update', [id]);
}

function first(result: { rows: Record<string, unknown>[] }): Run | undefined {
  const row = result.rows[0];
  return row && present(row);
}

/** SQL's null is our absent. */
function present(row: Record<string, unknown>): Run {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Run;
}
