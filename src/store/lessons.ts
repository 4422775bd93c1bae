// What people decided when a run was stuck, and why: shown to later runs of the same repository (A9).
import type { Pool } from 'pg';
import type { Lesson } from '../spec.ts';
import { toJson } from './json.ts';

/** How many a run is shown: the newest are worth most, and a prompt has an end. */
const SHOWN = 10;

export function lessons(pool: Pool) {
  return {
    /** Keeps a lesson, once per id. */
    async keep(id: string, repoId: number, lesson: Lesson): Promise<void> {
      await pool.query('insert into lessons (id, repo_id, body) values ($1, $2, $3) on conflict do nothing', [
        id,
        repoId,
        toJson(lesson),
      ]);
    },

    /** The newest lessons of a repository, newest first. */
    async of(repoId: number): Promise<Lesson[]> {
      const { rows } = await pool.query<{ body: Lesson }>(
        'select body from lessons where repo_id = $1 order by at desc, id limit $2',
        [repoId, SHOWN],
      );
      return rows.map(row => row.body);
    },
  };
}
