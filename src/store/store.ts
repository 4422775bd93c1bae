// All queries of the app, by subject. The only room besides engine/ that speaks SQL.
import type { Pool } from 'pg';
import { deliveries } from './deliveries.ts';
import { effects } from './effects.ts';
import { lessons } from './lessons.ts';
import { record } from './record.ts';
import { runs } from './runs.ts';

export type Store = ReturnType<typeof openStore>;

export function openStore(pool: Pool) {
  return {
    runs: runs(pool),
    record: record(pool),
    deliveries: deliveries(pool),
    effects: effects(pool),
    lessons: lessons(pool),
  };
}
