// K12: GitHub does not redeliver. What happened while the app was away is found at its start and handled as if it had arrived.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { eventually, handled, rest, sql } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { SECOND_TIME_RIGHT, TINY_ISSUE, tinyFiles } from '../world/tiny.ts';
import { reports } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
beforeEach(async () => {
  const databaseUrl = await freshDatabase(inject('postgres'));
  world = await openWorld({ databaseUrl, files: tinyFiles(), script: SECOND_TIME_RIGHT });
});
afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

/** Does something while no delivery gets through, then starts the app anew. */
async function whileAway(happens: () => Promise<unknown>): Promise<void> {
  world.github.paused = true;
  await happens();
  await world.github.idle();
  world.github.paused = false;
  await world.restart();
}

test('K12 a label, a command and a push that were missed', async () => {
  let issue = 0;
  await whileAway(async () => {
    issue = await world.label(TINY_ISSUE);
  });
  const waiting = await rest(world, issue);
  expect(waiting.turn).toBe(1);
  const pull = waiting.places.pull ?? 0;
  await whileAway(() => world.github.as('maintainer').comment(REPO, pull, '/continue one more time'));
  await eventually(async () => (await world.run(issue))?.state === 'done');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('COMPLETE');
  // Found by looking and delivered late all the same: one word.
  const missed = world.github.deliveries.filter(
    ({ event, action }) => event === 'issue_comment' && action === 'created',
  );
  for (const { id } of missed) world.github.redeliver(id);
  await handled(world);
  expect((await rest(world, issue)).turn).toBe(done.turn);
  const said = await sql(world, `select id from inbox where body->>'word' = 'continue'`);
  expect(said).toHaveLength(1);
  expect(reports(world, pull).filter(text => text.startsWith('## Iteration'))).toHaveLength(2);
});

test('K12 K10 a closed pull request and a person’s push that were missed', async () => {
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  const branch = waiting.spec?.branch ?? '';
  await whileAway(() => world.github.as('rosa').pushFiles(REPO, branch, { 'notes.md': 'mine\n' }, 'Mine'));
  await eventually(async () => (await world.run(issue))?.state === 'needs-human');
  expect((await rest(world, issue)).exit?.code).toBe('TAKEOVER');
  await whileAway(() => world.github.as('rosa').closePull(REPO, waiting.places.pull ?? 0));
  await eventually(async () => (await world.run(issue))?.state === 'stopped');
  expect((await rest(world, issue)).exit?.code).toBe('CLOSED');
});

test('SEC-21 a missed label whose issue was edited since starts nothing and says so; put on again, it starts', async () => {
  const [edited, renamed, untouched] = [await open(), await open(), await open()];
  await whileAway(async () => {
    for (const number of [edited, renamed, untouched])
      await world.github.as('maintainer').label(REPO, number, 'ultraloop');
    await world.github.as('stranger').editBody(REPO, edited, 'Something else entirely.');
    await world.github.as('stranger').rename(REPO, renamed, 'Something else');
    // Otherwise GitHub would still know what it could not deliver.
    world.github.faults.add({ path: /\/app\/hook\/deliveries/, status: 404, times: 9 });
  });
  await rest(world, untouched);
  world.github.faults.clear();
  expect(await sql(world, 'select issue from runs')).toEqual([{ issue: untouched }]);
  for (const number of [edited, renamed]) expect(reports(world, number).join()).toContain('edited since');
  await world.github.as('maintainer').unlabel(REPO, edited, 'ultraloop');
  await world.github.as('maintainer').label(REPO, edited, 'ultraloop');
  const run = await rest(world, edited);
  expect(run.request.body).toBe('Something else entirely.');
});

const open = async (): Promise<number> => (await world.github.as('stranger').openIssue(REPO, TINY_ISSUE)).number;

test('K12 a running iteration outlives the app: ended in order, it goes on where it was', async () => {
  const issue = await world.label(TINY_ISSUE);
  await eventually(async () => (await world.run(issue))?.progress.stage === 'contracts');
  await world.restart();
  const waiting = await rest(world, issue);
  expect(waiting.turn).toBe(1);
  expect(reports(world, waiting.places.pull ?? 0)).toHaveLength(1);
});
