// E: GitHub's and the host's bad days: slow work, kills, lost deliveries, dead tokens, limits, and access that is taken away.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import type { Installation } from '../github/index.ts';
import { atWork, eventually, handled, processes, rest, sql } from '../world/moments.ts';
import { openOutpost } from '../world/outpost.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE } from '../world/tiny.ts';
import { TINY_PLAYS } from '../world/tiny-plays.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { jobs } from './quiet.ts';
import type { Scene } from './scene.ts';
import { sentBy } from './webhook.ts';

const WRONG = { implementer: { sh: 'echo 41 > answer.txt' } };
const RIGHT = { implementer: { sh: 'echo 42 > answer.txt' } };
const SLOW = { implementer: { sh: 'echo 41 > answer.txt; sleep 6' } };
const MANY_ACTS = { timeoutMs: 900_000 };

attack(
  67,
  'work that takes long, and a kill in the middle of it',
  async at => {
    const { github } = at.world;
    await at.malice(SLOW);
    const issue = await at.world.label(TINY_ISSUE);
    const { id } = await atWork(at.world, issue, '41');
    for (let n = 0; n < 20; n++) await github.as('stranger').comment(REPO, issue, `hello ${n}`);
    await github.idle();
    // Everything was answered while the agent was still at work.
    expect(await processes(id)).not.toEqual([]);
    const said = github.deliveries.filter(({ event }) => event.startsWith('issue'));
    expect(said.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    expect(Math.max(...said.map(({ durationSeconds }) => durationSeconds))).toBeLessThan(9);
    expect((await rest(at.world, issue)).turn).toBe(1);
    await killed(at);
  },
  MANY_ACTS,
);

/** The app as a process of its own, killed while its agent is at work; the next one goes on, and nothing is left of the first. */
async function killed(at: Scene): Promise<void> {
  const databaseUrl = await freshDatabase(inject('postgres'));
  const { agents } = at.world.settings;
  const outpost = await openOutpost({
    databaseUrl,
    play: TINY_PLAYS.complete,
    settings: { sandbox: 'bubblewrap', agents },
  });
  try {
    await openToAgents(outpost.dir);
    const first = await outpost.start();
    const issue = await outpost.label();
    let run = '';
    await eventually(async () => {
      run = (await outpost.run(issue))?.id ?? '';
      const file = join(outpost.settings.dataDir, 'worktrees', run, 'answer.txt');
      return (await readFile(file, 'utf8').catch(() => '')) === '41\n';
    });
    expect(await processes(run)).not.toEqual([]);
    first.kill('SIGKILL');
    await eventually(async () => (await processes(run)).length === 0);
    await at.malice(RIGHT);
    await outpost.start();
    const ended = await outpost.until(issue, 'waiting', 'needs-human', 'done');
    expect([ended.id, ended.turn, ended.exit?.code]).toEqual([run, 1, 'COMPLETE']);
    expect(await outpost.sql('select id from runs')).toHaveLength(1);
    expect(await processes(run)).toEqual([]);
  } finally {
    await outpost.close();
  }
}

attack(
  68,
  'what happens while the app is away',
  async at => {
    const { github } = at.world;
    const [person, stranger] = [github.as('maintainer'), github.as('stranger')];
    await at.malice(WRONG);
    const waiting = await at.start();
    const pull = waiting.places.pull ?? 0;
    const theirs = (await stranger.openIssue(REPO, { ...TINY_ISSUE, labels: ['ultraloop'] })).number;
    await handled(at.world);
    github.paused = true;
    const missed = (await stranger.openIssue(REPO, { title: 'Theirs', body: 'As it was labelled.' })).number;
    await person.label(REPO, missed, 'ultraloop');
    await stranger.editBody(REPO, missed, 'EVIL after the label');
    await stranger.comment(REPO, missed, 'EVIL comment');
    await stranger.comment(REPO, pull, '/abort');
    await person.unlabel(REPO, theirs, 'ultraloop');
    await stranger.label(REPO, theirs, 'ultraloop');
    await person.comment(REPO, pull, '/continue missed words');
    await github.idle();
    github.paused = false;
    await at.world.restart();
    await eventually(async () => ((await at.world.run(waiting.issue))?.turn ?? 0) === 2);
    const run = await rest(at.world, missed);
    await rest(at.world, waiting.issue);
    expect(run.request.body).toBe('As it was labelled.');
    // Delivered late all the same, and looked for once more: nothing happens twice.
    const told = at.comments().length;
    for (const { id } of github.deliveries.filter(({ statusCode }) => statusCode === 0)) github.redeliver(id);
    await handled(at.world);
    await at.world.restart();
    await handled(at.world);
    expect(await sql(at.world, 'select issue from runs order by issue')).toEqual([
      { issue: waiting.issue },
      { issue: missed },
    ]);
    expect((await rest(at.world, waiting.issue)).turn).toBe(2);
    expect(at.comments()).toHaveLength(told);
    const prompt = await readFile(
      join(at.world.settings.dataDir, 'runs', run.id, 'jobs', `${run.id}.execute-implementer`, 'prompt.md'),
      'utf8',
    );
    expect(prompt).not.toContain('EVIL');
  },
  MANY_ACTS,
);

attack(
  69,
  'tokens that die in the middle, and one that is never good',
  async at => {
    const { github } = at.world;
    await at.malice({ implementer: { sh: 'echo 42 > answer.txt; sleep 2' } });
    const issue = await at.world.label(TINY_ISSUE);
    await atWork(at.world, issue, '42');
    github.expireTokens();
    github.faults.add({ git: true, path: /git-receive-pack/, status: 401 });
    github.faults.add({ path: /check-runs/, status: 401 });
    const first = await rest(at.world, issue);
    expect(first.exit?.code, JSON.stringify(first.exit)).toBe('COMPLETE');
    expect(github.faults.left()).toBe(0);
    // From now on every token is refused, wherever it is shown.
    const other = await at.world.label(TINY_ISSUE);
    const { id } = await atWork(at.world, other, '42');
    github.counters.reset();
    github.faults.add({ path: /graphql|\/repos\//, status: 401, times: 9_999 });
    github.faults.add({ git: true, status: 401, times: 9_999 });
    const lost = await at.world.until(other, 'waiting', 'needs-human', 'stopped');
    const ended = lost.state === 'waiting' ? await wokenToEnd(at, other) : lost;
    expect(ended.exit?.code).toBe('ACCESS_LOST');
    expect(9_999 * 2 - github.faults.left()).toBeLessThan(60);
    expect(at.log.some(line => line.includes('access lost'))).toBe(true);
    // What the agent did is kept on the host, and goes on from there when the app may again.
    github.faults.clear();
    await at.malice({ implementer: { sh: 'test "$(cat answer.txt)" = 42 || echo lost > answer.txt' } });
    const done = await at.goOn(other, '');
    expect([done.id, done.exit?.code]).toEqual([id, 'COMPLETE']);
  },
  MANY_ACTS,
);

/** Lets time pass until nothing wakes the run any more; it must not take many turns. */
async function wokenToEnd({ world }: Scene, issue: number) {
  for (let turns = 0; turns < 4; turns++) {
    const run = await world.until(issue, 'waiting', 'needs-human', 'stopped', 'done');
    if (run.wakeAt === undefined) return run;
    await world.passTime(issue);
    await eventually(async () => (await world.run(issue))?.turn !== run.turn);
  }
  throw new Error('it is woken again and again');
}

/** Calls in the seconds after the one that met a limit. */
function callsAfterLimit({ world }: Scene, seconds: number): string[] {
  const { calls } = world.github.counters;
  const met = calls.find(({ status }) => status === 403 || status === 429);
  const from = Date.parse(met?.at ?? '');
  expect(from).toBeGreaterThan(0);
  const within = ({ at }: { at: string }): boolean => Date.parse(at) > from && Date.parse(at) <= from + seconds * 1000;
  return calls.filter(within).map(({ method, path }) => `${method} ${path}`);
}

attack(
  71,
  'limits, with and without a time to wait',
  async at => {
    const { github } = at.world;
    await at.malice(RIGHT);
    const secondary = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' };
    const kinds = [
      () => ({ status: 403, headers: { 'retry-after': '5' }, body: secondary }),
      () => ({ status: 429, headers: { 'retry-after': '5' } }),
      () => ({
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${Math.ceil(Date.now() / 1000) + 4}` },
        body: { message: 'API rate limit exceeded for installation ID 1.' },
      }),
    ];
    const [permission, checks] = [/\/permission$/, /\/check-runs/];
    for (const [n, path] of [permission, checks, permission, checks].entries()) {
      github.counters.reset();
      const kind = kinds[n % kinds.length] ?? expect.fail('no kind');
      github.faults.add({ path, ...kind() });
      const done = await at.start();
      expect(done.exit?.code).toBe('COMPLETE');
      expect(github.faults.left()).toBe(0);
      // git’s own requests have limits of their own, and tokens are asked for as the app.
      const others = callsAfterLimit(at, 3).filter(call => !/ \S*\/app\/|installation\/token/.test(call));
      expect(others.join('\n')).toBe('');
    }
    // A wait that is too long to sit out, or beyond all reason: the run rests meanwhile and nobody asks.
    const before = await at.world.label(TINY_ISSUE);
    await rest(at.world, before);
    github.faults.add({
      path: /graphql/,
      status: 403,
      headers: { 'retry-after': '99999999' },
      body: secondary,
      times: 999,
    });
    const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
    await github.as('maintainer').label(REPO, number, 'ultraloop');
    const resting = await at.world.until(number, 'waiting');
    expect(resting.wakeAt?.getTime()).toBeGreaterThan(Date.now() + 20_000);
    await at.world.passTime(number);
    await eventually(async () => (await at.world.run(number))?.turn !== resting.turn);
    expect(github.faults.left()).toBe(998);
    expect((await at.world.until(number, 'waiting')).state).toBe('waiting');
  },
  { ...MANY_ACTS, settings: { pauses: [100, 500] } },
);

attack(
  73,
  'access that is taken away',
  async at => {
    const { github } = at.world;
    const installed = (): Installation => sentBy(at, 'issues.labeled').installation as Installation;
    // While it waits: the repository alone.
    await at.malice(WRONG);
    const waiting = await at.start();
    const { app } = installed();
    github.removeFromInstallation(installed(), REPO);
    await endsQuietly(at, waiting.issue);
    github.install(app, REPO);
    // While the agent is at work: the whole installation.
    await at.malice(SLOW);
    const busy = await at.world.label(TINY_ISSUE);
    const { id } = await atWork(at.world, busy, '41');
    github.uninstall(installed());
    await endsQuietly(at, busy);
    expect(await processes(id)).toEqual([]);
    github.install(app, REPO);
    // While it works, and nobody says so: a permission that is there no more.
    const other = await at.world.label(TINY_ISSUE);
    await atWork(at.world, other, '41');
    github.faults.add({ git: true, path: /receive-pack/, status: 403, times: 999 });
    const no = { message: 'Resource not accessible by integration' };
    github.faults.add({ method: 'POST', path: /graphql|issues|pulls|check-runs/, status: 403, body: no, times: 999 });
    await endsQuietly(at, other);
    // Before it could even begin.
    const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
    await github.as('maintainer').label(REPO, number, 'ultraloop');
    await eventually(async () => (await at.world.run(number)) !== undefined);
    await endsQuietly(at, number);
    github.faults.clear();
    for (const run of await sql<{ id: string }>(at.world, 'select id from runs'))
      expect((await jobs(at, run.id)).length).toBeLessThan(6);
  },
  MANY_ACTS,
);

/** The run ends after a few turns at most, and then nobody is asked anything. */
async function endsQuietly(at: Scene, issue: number): Promise<void> {
  const { github } = at.world;
  await github.idle();
  const ended = await wokenToEnd(at, issue);
  expect(ended.endedAt).toBeDefined();
  expect(['CLOSED', 'ACCESS_LOST']).toContain(ended.exit?.code);
  await github.idle();
  github.counters.reset();
  at.world.app.pump.poke();
  await new Promise(resolve => setTimeout(resolve, 2_500));
  expect(github.counters.calls).toEqual([]);
}
