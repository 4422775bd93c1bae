import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { exit } from '../src/brakes/exit.ts';
import type { Run } from '../src/store/run-row.ts';
import { createTables } from '../src/store/schema.ts';
import { openStore } from '../src/store/store.ts';
import { iteration, spec, word } from './brakes/entries.ts';
import { freshDatabase } from './world/postgres.ts';

const CLI = join(import.meta.dirname, '..', 'dist/src/cli.js');

let dir: string;
let env: NodeJS.ProcessEnv;
let pool: pg.Pool;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cli-'));
  env = { DATABASE_URL: await freshDatabase(inject('postgres')), ULTRALOOP_DATA: dir };
  pool = new pg.Pool({ connectionString: env.DATABASE_URL });
  await createTables(pool);
});
afterAll(async () => {
  await pool.end();
  await rm(dir, { recursive: true, force: true });
});

const cli = (words: string[], extra: NodeJS.ProcessEnv = env) =>
  execa(process.execPath, [CLI, ...words], {
    env: { PATH: process.env.PATH, ...extra },
    extendEnv: false,
    reject: false,
  });

async function remember(id: string, issue: number): Promise<void> {
  const { runs, record } = openStore(pool);
  const request: Run['request'] = {
    ...{ delivery: `d-${id}`, title: 'Bring up', body: 'See docs.', startedBy: 'maintainer', defaultBranch: 'main' },
    ...{ cloneUrl: 'https://github.com/acme/codec.git', htmlUrl: 'https://github.com/acme/codec' },
  };
  const place = { repoId: 7, owner: 'acme', repo: 'codec', installation: 1, issue };
  await runs.start({ id, ...place, loop: 'ultraloop', request });
  await runs.lockSpec(id, spec({ run: id, issue }));
  await record.append(id, 0, iteration(1));
  await record.say(id, word('continue', 'mind the <b>tables</b>'));
  await record.hear(id, 1);
  await record.append(id, 1, iteration(2, { known: 2 }));
}

test.each([
  [[], 'What is to be done? `ultraloop --help` shows the commands.'],
  [['frobnicate'], "There is no command 'frobnicate'. `ultraloop --help` shows them."],
  [['constructor'], "There is no command 'constructor'. `ultraloop --help` shows them."],
  [['start', 'now'], "`ultraloop start` takes no words: leave out 'now'."],
  [['show', 'a', 'b'], "`ultraloop show` takes one run: leave out 'b'."],
  [['doctor', 'now'], "`ultraloop doctor` takes no words: leave out 'now'."],
  [['doctor', '--dry'], "Unknown option '--dry'. `ultraloop --help` shows what there is."],
  [['prompt', 'a', 'b'], "`ultraloop prompt` takes one role: leave out 'b'."],
  [['prompt', 'revewer'], "There is no role 'revewer'. Did you mean reviewer?"],
  [['prompt', 'reviewer', '--issue', '/nowhere/x.md'], '/nowhere/x.md cannot be read (ENOENT).'],
  [['show', '--all'], "Unknown option '--all'. `ultraloop --help` shows what there is."],
])('K19: %j is refused with what to do', async (words, line) => {
  const { stderr, stdout, exitCode } = await cli(words);
  expect({ stderr, stdout, exitCode }).toEqual({ stderr: line, stdout: '', exitCode: 2 });
});

test('K19: prompt prints what an agent gets: role, where to answer, what is data, and the task in a fence', async () => {
  const issue = join(dir, 'issue.md');
  await writeFile(issue, '# Mend it\n\nThe table is <!-- hidden --> wrong.\n');
  const { stdout, exitCode } = await cli(['prompt', 'implementer', '--issue', issue]);
  const [, nonce = ''] = /<<<data (\S+)/.exec(stdout.slice(stdout.indexOf('## The task'))) ?? [];
  const order = [
    '# Your role: implementer',
    '## Where to answer',
    '## What is data',
    '## The task: issue 1',
    '# Mend it',
  ];
  const places = [...order, `data ${nonce}>>>`].map(part => stdout.lastIndexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(stdout).not.toContain('hidden -->');
  expect(exitCode).toBe(0);
  expect((await cli(['prompt', 'reviewer'])).stdout).toMatch(/# Your role: reviewer[\s\S]*## Review iteration 1\n/);
});

test('K19: doctor prints sections and what to do, ends by itself, and its exit code says whether runs could work', async () => {
  const { stdout, exitCode } = await cli(['doctor'], {
    ULTRALOOP_DATA: join(dir, 'looked'),
    ULTRALOOP_SANDBOX: 'unsafe-none',
  });
  expect(stdout).toMatch(/^Settings\n {2}✘ APP_ID [\s\S]*\n\nSandbox\n {2}● no sandbox[\s\S]*\n\nHost\n/);
  expect(exitCode).toBe(1);
});

test('K19: start says everything that is missing, and ends', async () => {
  const { stderr, exitCode } = await cli(['start']);
  expect(stderr).toMatch(/^APP_ID.*\nWEBHOOK_SECRET is missing/);
  expect(exitCode).toBe(1);
});

test('K19: the help begins with examples and promises only what is there', async () => {
  const { stdout } = await cli(['--help']);
  expect(stdout).toMatch(/^Examples\n {2}ultraloop start /);
  expect(stdout).toMatch(/^ *doctor /m);
  expect(stdout).not.toMatch(/ultraloop run/);
});

test('K13: schema prints what is published', async () => {
  const { stdout } = await cli(['schema']);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'ultraloop', properties: { max_cycles: { type: 'integer' } } });
});

test('K19 U4 U13: show prints the state in the seed’s form, the words and the reports, as they were', async () => {
  await remember('r1', 41);
  await openStore(pool).runs.end('r1', exit('MAX_CYCLES', '2 of 2 iterations are used.'));
  const { stdout, exitCode } = await cli(['show', 'r1']);
  const state = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(stdout)?.[1] ?? '');
  expect(state).toEqual({
    ...{ mode: 'ultraloop', target: 'rtl-p4', cycle: 2, max_cycles: 10, frozen_hash: null },
    ...{ last_cycle_timestamp: Date.parse('2026-03-01T10:02:30Z') / 1000, auto_continue_minutes: 30 },
  });
  const order = [
    '# Run r1 · acme/codec#41',
    '## Iteration 1/10',
    '> **ann** continue: mind the &lt;b',
    '## Iteration 2/10',
  ];
  const places = [...order, '## Ultraloop Execution Report · MAX_CYCLES'].map(part => stdout.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(stdout).toContain('iteration 2 by itself at 10:31 UTC (in 30 min)');
  expect(stdout).not.toContain('<!--');
  expect(exitCode).toBe(0);
});

test('K19: an unknown run is answered with those there are', async () => {
  await remember('r2', 42);
  const { stderr, exitCode } = await cli(['show', 'nope']);
  expect(stderr).toMatch(/^There is no run 'nope' here\. The newest:\n(.*\n)*r2 {2}acme\/codec#42 {2}queued /);
  expect(exitCode).toBe(2);
  expect((await cli(['show'])).stdout).toContain('r2  acme/codec#42');
});

test('K19: looking makes no database where none is', async () => {
  const { stderr, exitCode } = await cli(['show', 'r1'], { ULTRALOOP_DATA: join(dir, 'nothing') });
  expect(stderr).toMatch(/no database in .*nothing: set ULTRALOOP_DATA or DATABASE_URL/);
  expect(exitCode).toBe(2);
});
