// One transaction on one connection; rolls back on any error.
import type { Pool, PoolClient } from 'pg';

export async function transaction<T>(pool: Pool, work: (sql: PoolClient) => Promise<T>): Promise<T> {
  const sql = await pool.connect();
  let broken: Error | undefined;
  try {
    await sql.query('begin');
    const result = await work(sql);
    await sql.query('commit');
    return result;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    await sql.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // A connection whose rollback may have failed must not go back to the pool.
    sql.release(broken !== undefined && !('severity' in broken) ? broken : undefined);
  }
}
