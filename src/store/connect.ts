// A look into the record from outside the app, such as the command line's: no tables are made, no turn is run.
import pg from 'pg';
import { openStore, type Store } from './store.ts';

export interface Connection {
  store: Store;
  pool: pg.Pool;
  close(): Promise<void>;
}

export function connect(url: string): Connection {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // A connection that breaks while idle is replaced; the next query says what is wrong.
  pool.on('error', () => undefined);
  return { store: openStore(pool), pool, close: () => pool.end() };
}
