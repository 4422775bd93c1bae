// Steps that were done again although their result was stored: there must be none, whatever was killed when.
import type { JournalEntry } from './journal.ts';

/** A stored result: when the engine had it, milliseconds since 1970. */
export interface Stored {
  workflow: string;
  step: number;
  at: number;
}

/** The names of such steps, as `<workflow> <name>`. Pure. */
export function repeatedSteps(journal: readonly JournalEntry[], stored: readonly Stored[]): string[] {
  const storedAt = new Map(stored.map(({ workflow, step, at }) => [`${workflow} ${step}`, at]));
  return journal
    .filter(({ phase, workflow, step, at }) => phase === 'begin' && at > (storedAt.get(`${workflow} ${step}`) ?? at))
    .map(({ workflow, name }) => `${workflow} ${name}`);
}

interface Queries {
  query(sql: string): Promise<{ rows: unknown[] }>;
}

/** Reads when the engine stored the result of each step. */
export async function storedSteps(pool: Queries): Promise<Stored[]> {
  const { rows } = await pool.query(
    `select workflow_uuid as workflow, function_id as step, completed_at_epoch_ms::float8 as at
     from dbos.operation_outputs where completed_at_epoch_ms is not null`,
  );
  return rows as Stored[];
}
