// Agents that misbehave: one run, an iteration for each way. The outcome is always in the report, and the run goes on.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Iteration } from '../../src/record.ts';
import type { Act, Script } from '../agents/scripted.ts';
import { processes, rest, say, sql } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyConfig, tinyFiles, writes } from '../world/tiny.ts';
import { reports } from '../world/transcript.ts';
import { withoutWalls } from '../world/walls.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

// Workflows are let through here, so that it is GitHub that refuses them.
const PATIENT = tinyConfig(
  'limits: { no_progress: 99, failures: 99 }\nallow_protected: [.github/workflows/**]\n',
).replace('max_cycles: 4', 'max_cycles: 99');
const WANTS_MORE: Act = { answer: { verdict: 'IMPROVEMENTS_NEEDED', assessment: [] } };
let world: World;
let issue = 0;
let branch = '';

beforeAll(async () => {
  const files = tinyFiles({ '.github/ultraloop.yml': PATIENT });
  const script = { execute: writes('first'), review: WANTS_MORE };
  world = await openWorld({ databaseUrl: await freshDatabase(inject('postgres')), files, script });
  issue = await world.label(TINY_ISSUE);
  branch = (await rest(world, issue)).spec?.branch ?? '';
});
afterAll(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

/** One more iteration with this script: what is on record of it, and its report. */
async function iterate(script: Script): Promise<{ iteration: Iteration; report: string }> {
  await world.script({ review: WANTS_MORE, ...script });
  const waiting = await rest(world, issue);
  if (waiting.wakeAt) await world.passTime(issue);
  else await say(world, issue, '/continue');
  const run = await rest(world, issue);
  const past = await world.app.store.record.past(run.id, 9999);
  const iteration = past.findLast(entry => entry.kind === 'iteration');
  if (!iteration) throw new Error('no iteration');
  const report = reports(world, run.places.pull ?? 0).findLast(text => text.startsWith('## Iteration')) ?? '';
  expect(report).toContain(`## Iteration ${iteration.n}/`);
  expect(report.length).toBeLessThan(60_000);
  return { iteration, report };
}

/** Limits below a minute, which no configuration may have: written into the stored spec. */
async function limit(name: string, minutes: number): Promise<void> {
  await sql(world, `update runs set spec = jsonb_set(spec, array['limits', $1], to_jsonb($2::float8))`, [
    name,
    minutes,
  ]);
}

/** Minutes: an agent writes its file long before, also where starting it takes ten times as long as usual. */
const SOON = 0.05;
const onBranch = (path: string) => world.github.readFile(REPO, branch, path);

test('an agent that prints nothing and changes nothing: no change, and nobody takes it for done', async () => {
  const { iteration, report } = await iterate({ execute: {} });
  expect(iteration.steps[0]).toMatchObject({ stage: 'execute', state: 'bad' });
  expect(iteration.failure?.code).toBe('no-effect');
  expect(report).toContain('CONTINUE');
  expect(report).toContain('The agent did nothing');
});

test('K20 a silent agent is stopped at its idle limit; what it wrote is kept', async () => {
  await limit('agent_idle_min', SOON);
  const { iteration, report } = await iterate({ execute: writes('silent', { hang: true, children: 1 }) });
  await limit('agent_idle_min', 15);
  expect(iteration.failure?.code).toBe('agent-idle');
  expect(iteration.spend[0]?.killed).toBe(true);
  expect(report).toContain('The agent went silent');
  expect(await onBranch('answer.txt')).toBe('silent\n');
  expect(await processes((await rest(world, issue)).id)).toEqual([]);
});

test('K20 an agent that never ends is stopped at its time limit', async () => {
  await limit('agent_timeout_min', SOON);
  const { iteration, report } = await iterate({ execute: writes('slow', { hang: true }) });
  await limit('agent_timeout_min', 60);
  expect(iteration.failure?.code).toBe('agent-timeout');
  expect(report).toContain('The agent ran into its time limit');
  expect(await onBranch('answer.txt')).toBe('slow\n');
});

test('children an agent leaves behind are stopped; where no sandbox ended them with itself, that is told', async () => {
  const { iteration, report } = await iterate({ execute: writes('parent', { children: 2 }) });
  const told = expect.stringMatching(/^The implementer left \d+ processes running; they were stopped\.$/);
  if ((await withoutWalls()) === undefined) expect(iteration.notes).not.toContainEqual(told);
  else expect(iteration.notes).toContainEqual(told);
  expect(report.includes('processes running')).toBe((await withoutWalls()) !== undefined);
  expect(await processes((await rest(world, issue)).id)).toEqual([]);
});

test('200 MB of output that is no text: the report is short, the memory is too', async () => {
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const { iteration, report } = await iterate({
    execute: writes('loud', { flood: 200_000_000, exit: 1, answer: undefined }),
  });
  clearInterval(watch);
  expect(iteration.failure?.log?.bytes).toBeGreaterThanOrEqual(200_000_000);
  expect(JSON.stringify(iteration).length).toBeLessThan(400_000);
  expect(report.isWellFormed()).toBe(true);
  expect((most - before) / 1e6).toBeLessThan(180);
});

test('U6 what a reviewer writes is discarded and told', async () => {
  const { iteration, report } = await iterate({
    execute: writes('reviewed'),
    review: { ...WANTS_MORE, write: { 'answer.txt': '42\n', 'more.txt': 'x' } },
  });
  expect(iteration.notes.join()).toContain('The reviewer changed 2 files');
  expect(report).toContain('they were discarded');
  expect([await onBranch('answer.txt'), await onBranch('more.txt')]).toEqual(['reviewed\n', null]);
});

test('U6 an answer that is none is asked for once more, in the same turn', async () => {
  const review = { raw: 'Looks good to me, CLEAN!' };
  const { iteration } = await iterate({ execute: writes('asked'), review, repair: WANTS_MORE });
  expect(iteration.review?.verdict).toBe('IMPROVEMENTS_NEEDED');
  expect(iteration.spend.filter(({ role }) => role === 'reviewer')).toHaveLength(1);
});

test('U6 two invalid answers are no verdict, never CLEAN', async () => {
  const { iteration, report } = await iterate({ execute: writes('unseen'), review: { raw: '{"verdict":"GREAT"}' } });
  expect(iteration.failure?.code).toBe('no-verdict');
  expect(iteration.review).toBeUndefined();
  expect(report).toContain('The reviewer gave no valid verdict');
  expect(await onBranch('answer.txt')).toBe('unseen\n');
});

test('a repository inside the worktree is taken apart and told; its files are committed by the next iteration', async () => {
  const inner = { 'sub/.git/HEAD': 'ref: refs/heads/main\n', 'sub/file.txt': 'inside\n' };
  const { iteration } = await iterate({ execute: writes('nested', { write: inner }) });
  expect(iteration.failure).toMatchObject({ code: 'nested-repository', detail: expect.stringContaining('sub') });
  const next = await iterate({ execute: writes('flat', { write: { 'sub/file.txt': 'again\n' } }) });
  expect(next.iteration.failure).toBeUndefined();
  expect(await onBranch('sub/file.txt')).toBe('again\n');
});

test('file names with line feeds, quotes, Markdown and bytes that are no text', async () => {
  const odd = { 'a\nb.txt': '1', '"q\'.txt': '2', '`| <!-- x.md': '3', '[a](http://evil.test).md': '4' };
  const { iteration, report } = await iterate({
    execute: { write: odd, writeBytes: { 'caf\xe9.txt': '5' } },
  });
  expect(iteration.failure).toBeUndefined();
  expect(iteration.change?.files).toHaveLength(5);
  expect(await onBranch('a\nb.txt')).toBe('1');
  expect(report).not.toContain('](http://evil.test)');
  expect(report).not.toContain('<!-- x');
});

test('a push GitHub refuses: nothing is lost, a person is asked, and the run goes on', async () => {
  const workflow = { '.github/workflows/own.yml': 'on: push\n' };
  const { iteration, report } = await iterate({ execute: writes('refused', { write: workflow }) });
  expect(iteration.failure?.code).toBe('push-refused');
  expect(iteration.failure?.detail).toMatch(/workflow[\s\S]*The work is kept on the host as commit [0-9a-f]{40}/);
  expect(report).toContain('GitHub refused the push');
  expect((await rest(world, issue)).exit?.code).toBe('BROKEN');
  const next = await iterate({ execute: writes('allowed') });
  expect(next.iteration.failure).toBeUndefined();
  expect(await onBranch('answer.txt')).toBe('allowed\n');
  expect(await onBranch('.github/workflows/own.yml')).toBeNull();
});
