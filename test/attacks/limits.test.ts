// A: what has changed since a run was started, and how much one person may start.
import { expect } from 'vitest';
import { atWork, handled, rest, say, sql } from '../world/moments.ts';
import { TINY_ISSUE } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import type { Scene } from './scene.ts';
import { post, sentBy } from './webhook.ts';

const WRONG = { implementer: { sh: 'echo 41 > answer.txt' } };
const MANY_ACTS = { timeoutMs: 400_000 };

/** The run of an issue that rosa labelled. */
async function labelledByRosa({ world }: Scene): Promise<number> {
  const { number } = await world.github.as('maintainer').openIssue(REPO, TINY_ISSUE);
  await world.github.as('rosa').label(REPO, number, 'ultraloop');
  return number;
}

attack(
  5,
  'a person who may not write any more',
  async at => {
    const { github } = at.world;
    await at.malice({ 'implementer-1': WRONG.implementer, implementer: { sh: 'echo 42 > answer.txt' } });
    const issue = await labelledByRosa(at);
    await rest(at.world, issue);
    github.setPermission(REPO, 'rosa', 'read', 'triage');
    for (const words of ['/continue', '/finish', '/approve']) await say(at.world, issue, words, 'rosa');
    expect((await rest(at.world, issue)).turn).toBe(1);
    // The clock wakes the run of somebody who is gone: nothing of it is pushed, not even aside.
    const before = await github.refs(REPO);
    await at.world.passTime(issue);
    const parked = await rest(at.world, issue);
    expect([parked.exit?.code, parked.exit?.kind]).toEqual(['BROKEN', 'park']);
    expect(await github.refs(REPO)).toEqual(before);
    expect(at.comments().join()).toContain('may not write here any more');
    // Somebody who may write takes it over, with what was done.
    const done = await at.goOn(issue, 'I take it over');
    expect(done.exit?.code).toBe('COMPLETE');
    expect(await at.branch(done)).toMatchObject({ 'answer.txt': '42\n' });
    // Taken away while the agent is at work.
    for (const role of ['read', 'none'] as const) {
      github.setPermission(REPO, 'rosa', 'write');
      await at.malice({ implementer: { sh: 'echo 42 > answer.txt; sleep 2' } });
      const other = await labelledByRosa(at);
      await atWork(at.world, other, '42');
      github.setPermission(REPO, 'rosa', role);
      const stopped = await rest(at.world, other);
      expect(stopped.exit?.code).toBe('BROKEN');
      expect(await at.branch(stopped)).toMatchObject({ 'answer.txt': '' });
    }
  },
  MANY_ACTS,
);

/** Lets the clock wake the run as often as it wants to be; answers how often that was. */
async function wakes({ world }: Scene, issue: number): Promise<number> {
  for (let times = 0; times < 12; times++) {
    const run = await rest(world, issue);
    if (run.wakeAt === undefined) return times;
    await world.passTime(issue);
  }
  return 12;
}

attack(
  13,
  'an issue or a repository that is locked, moved, renamed, archived or gone',
  async at => {
    const { github } = at.world;
    const person = github.as('maintainer');
    await at.malice(WRONG);
    const locked = await at.start();
    await person.lock(REPO, locked.issue);
    await person.lock(REPO, locked.places.pull ?? 0);
    expect(await wakes(at, locked.issue)).toBeLessThan(4);
    expect((await at.world.run(locked.issue))?.state).not.toBe('waiting');

    const moved = await at.start();
    await github.createRepo({ owner: 'acme', name: 'elsewhere', files: { 'README.md': 'x\n' } });
    await person.transferIssue(REPO, moved.issue, 'acme/elsewhere');
    expect(await wakes(at, moved.issue)).toBeLessThan(4);
    expect((await at.world.run(moved.issue))?.exit?.code).toBe('CLOSED');

    const renamed = await at.start();
    const { payload } = sentBy(at, 'issues.labeled');
    const repository = payload.repository as Record<string, unknown>;
    const changes = { repository: { name: { from: 'durations' } } };
    const other = { ...repository, id: 1, name: 'intervals' };
    await post(at, { ...payload, action: 'renamed', changes, repository: other }, { event: 'repository' });
    await handled(at.world);
    expect((await at.world.run(renamed.issue))?.repo).toBe('durations');
    await post(at, { ...payload, action: 'deleted', repository: other }, { event: 'repository' });
    await handled(at.world);
    expect((await at.world.run(renamed.issue))?.state).toBe('waiting');

    github.repo(REPO).archived = true;
    await post(at, { ...payload, action: 'archived', repository }, { event: 'repository' });
    await handled(at.world);
    expect(await wakes(at, renamed.issue)).toBeLessThan(4);
    expect((await at.world.run(renamed.issue))?.endedAt).toBeDefined();
    // At rest for good: nobody is called any more.
    github.counters.reset();
    at.world.app.pump.poke();
    await handled(at.world);
    expect(github.counters.calls).toEqual([]);
  },
  MANY_ACTS,
);

attack(
  14,
  'a hundred labels in a minute',
  async at => {
    const { github } = at.world;
    await at.malice(WRONG);
    let most = 0;
    const watch = setInterval(async () => {
      const [row] = await sql<{ n: number }>(at.world, `select count(*)::int as n from runs where state = 'running'`);
      most = Math.max(most, row?.n ?? 0);
    }, 200);
    const issues: number[] = [];
    for (let n = 0; n < 100; n++) {
      const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
      issues.push(number);
      if (n % 4 === 3) await github.as('maintainer').comment(REPO, number, '/ultraloop');
      else await github.as('maintainer').label(REPO, number, n % 2 ? 'ultraloop' : 'ultraloop:ultraloop');
    }
    await handled(at.world);
    for (let n = 0; n < 3; n++) await labelledByRosa(at);
    await handled(at.world);
    const started = await sql<{ issue: number; by: string }>(
      at.world,
      `select issue, request->>'startedBy' as by from runs order by created_at`,
    );
    expect(started.map(({ by }) => by)).toEqual(['maintainer', 'maintainer', 'rosa']);
    for (const { issue } of started) await rest(at.world, issue);
    clearInterval(watch);
    expect(most).toBe(1);
    const refused = () =>
      issues.map(number => github.issue(REPO, number).comments.filter(({ author }) => author.type === 'Bot'));
    const once = issues.map(number => (started.some(({ issue }) => issue === number) ? 0 : 1));
    expect(refused().map(comments => comments.length)).toEqual(once);
    expect(
      refused()
        .flat()
        .every(({ body }) => body.includes('daily budget')),
    ).toBe(true);
    // Looked for again at the next start: still refused, and not told twice.
    await at.world.restart();
    await handled(at.world);
    expect(refused().map(comments => comments.length)).toEqual(once);
    expect(await sql(at.world, 'select id from runs')).toHaveLength(3);
  },
  { ...MANY_ACTS, settings: { limits: { host: 1, repository: 1 }, perDay: { person: 2, repository: 3 } } },
);
