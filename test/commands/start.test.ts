// An issue whose run is just ending and is asked for anew, on a real database: the next run is put off, not refused.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Start } from '../../src/commands/command.ts';
import type { CommandDeps } from '../../src/commands/deps.ts';
import { start } from '../../src/commands/start.ts';
import type { Word } from '../../src/record.ts';
import { createTables } from '../../src/store/schema.ts';
import { openStore } from '../../src/store/store.ts';
import { freshDatabase } from '../world/postgres.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await freshDatabase(inject('postgres')) });
  await createTables(pool);
});
afterAll(() => pool.end());

const label = (delivery: string, issue: number): Start => ({
  ...{ kind: 'start', delivery, installation: 1, at: '2026-03-01T10:00:00Z', issue, title: 't', body: 'b' },
  actor: { id: 1, login: 'ann', type: 'User' },
  repo: { id: 7, owner: 'acme', name: 'r', cloneUrl: 'https://github.com/acme/r.git', defaultBranch: 'main' },
});
const word = (id: string, name: Word['word']): Word => ({
  ...{ kind: 'word', id, word: name, by: 'ann', at: '2026-03-01T10:00:01Z', text: '' },
});

test.each([
  ['unlabeled', 1],
  ['abort', 2],
  ['closed', 3],
] as const)(
  'SEC-65 labelled again after %s: not before the first run has ended, and then it starts',
  async (name, issue) => {
    const store = openStore(pool);
    const deps = { store } as CommandDeps;
    await start(deps, label(`first-${issue}`, issue));
    const run = (await store.runs.active(7, issue)) ?? expect.fail('no run');
    expect(await start(deps, label(`early-${issue}`, issue))).toMatchObject({ refused: { kind: 'already-running' } });
    await store.record.say(run.id, word(`w-${issue}`, name));
    await expect(start(deps, label(`second-${issue}`, issue))).rejects.toThrow('is just ending');
    await store.runs.end(run.id, { code: 'CLOSED', kind: 'stop', reason: 'r' } as never);
    expect(await start(deps, label(`second-${issue}`, issue))).toHaveProperty('done');
    expect((await store.runs.active(7, issue))?.id).not.toBe(run.id);
  },
);
