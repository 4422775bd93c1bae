// The app's own tables. They live beside the engine's in one database, so one backup holds everything.
import type { Pool } from 'pg';

const DDL = `
create table if not exists runs (
  id text primary key,
  repo_id bigint not null,
  owner text not null,
  repo text not null,
  installation bigint not null,
  issue integer not null,
  loop text not null,
  -- queued, running, waiting (for the clock), needs-human, done, stopped
  state text not null,
  -- number of the next turn; a turn is a workflow with the id <run>/<turn>
  turn integer not null default 0,
  -- when the next turn is due; null = a turn is running, or only a person can wake it
  wake_at timestamptz,
  -- the next turn only ends the run: it needs no slot
  ending boolean not null default false,
  request jsonb not null,
  spec jsonb,
  places jsonb not null default '{}',
  progress jsonb not null default '{}',
  exit jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index if not exists one_active_run_per_issue on runs (repo_id, issue) where ended_at is null;
create index if not exists runs_due on runs (wake_at) where wake_at is not null;
create index if not exists runs_working on runs (state) where state = 'running';

create table if not exists entries (
  run_id text not null references runs (id),
  seq integer not null,
  turn integer not null,
  kind text not null,
  body jsonb not null,
  at timestamptz not null default now(),
  primary key (run_id, seq)
);
create unique index if not exists one_iteration_per_turn on entries (run_id, turn) where kind = 'iteration';

create table if not exists inbox (
  id text not null,
  run_id text not null references runs (id),
  -- turn that took the word into the record; null = not yet heard
  turn integer,
  body jsonb not null,
  at timestamptz not null default now(),
  primary key (run_id, id)
);
create index if not exists inbox_unheard on inbox (run_id) where turn is null;

create table if not exists deliveries (
  id text primary key,
  seq bigint generated always as identity,
  -- commands of one issue are handled one at a time, in order
  lane text not null,
  command jsonb not null,
  received_at timestamptz not null default now(),
  -- the process that handles it; free again when that process is gone
  claimed_by text,
  attempts integer not null default 0,
  retry_at timestamptz,
  handled_at timestamptz,
  outcome text
);
create index if not exists deliveries_open on deliveries (seq) where handled_at is null;

create index if not exists deliveries_comment on deliveries (((command->>'commentId')::bigint)) where command ? 'commentId';

create table if not exists effects (
  key text primary key,
  at timestamptz not null default now(),
  result jsonb
);

create table if not exists lessons (
  id text primary key,
  repo_id bigint not null,
  body jsonb not null,
  at timestamptz not null default now()
);
create index if not exists lessons_of_repository on lessons (repo_id, at desc);

create table if not exists executors (
  id text primary key,
  expires timestamptz not null
);
`;

/** Creates what is missing. Call it under the start-up lock: concurrent DDL can deadlock. */
export async function createTables(pool: Pool): Promise<void> {
  await pool.query(DDL);
}
