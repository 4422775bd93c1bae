// Runs a day for a person and a repository (K15), on a real database: what is refused, what is counted, and a hundred labels at once.
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import type { Start } from '../../src/commands/command.ts';
import type { CommandDeps } from '../../src/commands/deps.ts';
import { start } from '../../src/commands/start.ts';
import { refusal } from '../../src/reports/refusal.ts';
import { createTables } from '../../src/store/schema.ts';
import { openStore } from '../../src/store/store.ts';
import { freshDatabase } from '../world/postgres.ts';

let pool: pg.Pool | undefined;
beforeEach(async () => {
  await pool?.end();
  pool = new pg.Pool({ connectionString: await freshDatabase(inject('postgres')) });
  await createTables(pool);
});
afterAll(() => pool?.end());

const open = () => pool ?? expect.fail('no database');
const deps = (perDay?: CommandDeps['perDay']): CommandDeps => ({ store: openStore(open()), perDay }) as CommandDeps;

function labelled(issue: number, login = 'ann', repo = 7): Start {
  return {
    ...{
      kind: 'start',
      delivery: `d-${repo}-${issue}`,
      installation: 1,
      at: '2026-03-01T10:00:00Z',
      issue,
      title: 't',
      body: 'b',
    },
    actor: { id: 1, login, type: 'User' },
    repo: {
      id: repo,
      owner: 'acme',
      name: `r${repo}`,
      cloneUrl: 'https://github.com/acme/r.git',
      defaultBranch: 'main',
    },
  };
}
const kinds = (outcomes: object[]): string[] => outcomes.map(outcome => Object.keys(outcome)[0] ?? '');

test('SEC-14 K15 a hundred labels at once start as many runs as a day allows, and not one more', async () => {
  const all = Array.from({ length: 100 }, (_, n) => start(deps({ person: 5, repository: 50 }), labelled(n + 1)));
  const started = kinds(await Promise.all(all)).filter(kind => kind === 'done');
  expect(started).toHaveLength(5);
});

test('K15 each limit counts what it says: a person everywhere and in any case, a repository for everybody', async () => {
  const quota = deps({ person: 2, repository: 2 });
  const outcomes = [];
  for (const command of [
    labelled(1),
    labelled(2, 'Ann', 8),
    labelled(3, 'ANN', 9),
    labelled(4, 'bob'),
    labelled(5, 'cy'),
  ])
    outcomes.push(await start(quota, command));
  expect(kinds(outcomes)).toEqual(['done', 'done', 'refused', 'done', 'refused']);
  expect(outcomes[2]).toEqual({ refused: { kind: 'over-budget', whose: 'ANN', spent: '2', limit: '2 runs' } });
  expect(outcomes[4]).toEqual({ refused: { kind: 'over-budget', whose: 'acme/r7', spent: '2', limit: '2 runs' } });
});

test('K15 the refusal says whose, how many of how many, and when it starts anew', () => {
  const text = refusal({ kind: 'over-budget', whose: 'ann', spent: '20', limit: '20 runs' }, 'd1');
  expect(text).toMatch(/^The daily budget of ann is used up: 20 of 20 runs\. It starts anew at 00:00 UTC\./);
});

test('K15 a delivery handled twice is no second run, an issue that has one says so, and yesterday’s do not count', async () => {
  const quota = deps({ person: 1, repository: 9 });
  expect(kinds([await start(quota, labelled(1)), await start(quota, labelled(1))])).toEqual(['done', 'done']);
  const again = await start(quota, { ...labelled(1), delivery: 'd-other', commentId: 3 });
  expect(again).toMatchObject({ refused: { kind: 'already-running' } });
  expect(kinds([await start(quota, labelled(2))])).toEqual(['refused']);
  await open().query("update runs set created_at = created_at - interval '1 day'");
  expect(kinds([await start(quota, labelled(2))])).toEqual(['done']);
});
