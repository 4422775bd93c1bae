// A run as a row, and how it is read: one row each; a waiting run is only this row, with the time it wakes.
import type { PoolClient } from 'pg';
import type { Exit, StageName } from '../record.ts';
import type { Spec } from '../spec.ts';

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
  /** A person's word that ends it is said and not yet done. */
  isEnding?: true;
}

export type NewRun = Pick<Run, 'id' | 'repoId' | 'owner' | 'repo' | 'installation' | 'issue' | 'loop' | 'request'>;

export const COLUMNS = `id, repo_id::float8 as "repoId", owner, repo, installation::float8 as installation, issue, loop, state, turn,
  wake_at as "wakeAt", request, spec, places, progress, exit, created_at as "createdAt", ended_at as "endedAt",
  nullif(ending, false) as "isEnding"`;

/** Serialises what a turn and a person's word do to the same run. */
export async function hold(sql: PoolClient, id: string): Promise<void> {
  await sql.query('select 1 from runs where id = $1 for update', [id]);
}

export function first(result: { rows: Record<string, unknown>[] }): Run | undefined {
  const row = result.rows[0];
  return row && present(row);
}

/** SQL's null is our absent. */
export function present(row: Record<string, unknown>): Run {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Run;
}
