// How many runs a person and a repository may start in a day (K15): one person's hundred labels must not spend everybody's money.
import type { PoolClient } from 'pg';
import type { NewRun } from './run-row.ts';

/** Runs a day, which begins at 00:00 UTC. A person's count in every repository of this host. */
export interface Quota {
  person: number;
  repository: number;
}
export interface Over {
  whose: 'person' | 'repository';
  spent: number;
  limit: number;
}

/** Which limit the run would break. Ask inside the transaction that then starts it: others wait until it ends. */
export async function overQuota(sql: PoolClient, run: NewRun, quota: Quota): Promise<Over | undefined> {
  await sql.query('select pg_advisory_xact_lock(727003)');
  const { rows } = await sql.query<{ known: boolean; person: number; repository: number }>(
    `with today as (select * from runs where created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc')
     select exists (select 1 from runs where id = $1 or (repo_id = $2 and issue = $3 and ended_at is null)) as known,
       (select count(*)::int from today where lower(request->>'startedBy') = lower($4)) as person,
       (select count(*)::int from today where repo_id = $2) as repository`,
    [run.id, run.repoId, run.issue, run.request.startedBy],
  );
  const { known = false, person = 0, repository = 0 } = rows[0] ?? {};
  if (known) return undefined; // it is there already, or another run holds the issue: no new one either way
  if (person >= quota.person) return { whose: 'person', spent: person, limit: quota.person };
  return repository >= quota.repository
    ? { whose: 'repository', spent: repository, limit: quota.repository }
    : undefined;
}
