// A run that fails before it has a pull request: it says so on the issue, does not hurry in circles, and can be taken up.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyFiles, writes } from '../world/tiny.ts';
import { reports } from '../world/transcript.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles(),
    script: { execute: writes('42'), review: CLEAN },
    settings: { pauses: [20] },
  });
});
afterAll(() => world.close());

test('K5 the branch is refused: asked on the issue, opened by /continue there', async () => {
  world.github.faults.add({ git: true, path: /git-receive-pack$/, status: 403, times: 1 });
  const issue = await world.label(TINY_ISSUE);
  const parked = await rest(world, issue);
  expect([parked.exit?.code, parked.state, parked.places.pull]).toEqual(['BROKEN', 'needs-human', undefined]);
  expect(parked.turn).toBeLessThan(4);
  expect(reports(world, issue).at(-1)).toContain('GitHub refused the push');
  world.github.faults.clear();
  await say(world, issue, '/continue');
  const done = await rest(world, issue);
  expect([done.exit?.code, done.places.pull === undefined]).toEqual(['COMPLETE', false]);
});

test('K5 the pull request is refused for long: the next turn opens it, on the branch that is there', async () => {
  world.github.faults.add({ method: 'POST', path: /\/pulls$/, status: 502, times: 2 });
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  expect([waiting.state, waiting.places.pull]).toEqual(['waiting', undefined]);
  await world.passTime(issue);
  expect((await rest(world, issue)).exit?.code).toBe('COMPLETE');
});

test('the app may not read the code: the run ends, and does not try without end', async () => {
  world.github.faults.add({ git: true, path: /info\/refs/, status: 403, times: 50 });
  const issue = await world.label(TINY_ISSUE);
  const ended = await rest(world, issue);
  world.github.faults.clear();
  expect([ended.exit?.code, ended.endedAt !== undefined]).toEqual(['ACCESS_LOST', true]);
  expect(ended.turn).toBeLessThan(4);
});
