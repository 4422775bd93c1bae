import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../world/postgres.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await freshDatabase(inject('postgres')) });
});
afterAll(() => world.close());

test('U5 U10 K1 K11: label, two iterations, /continue, COMPLETE, ready for review', async () => {
  const issue = await world.label();
  const waiting = await world.until(issue, 'waiting', 'needs-human');
  await world.github.as('maintainer').comment(REPO, waiting.places.pull ?? 0, '/continue');
  const done = await world.until(issue, 'done', 'needs-human', 'stopped');
  expect(done.exit?.code).toBe('COMPLETE');
  expect(world.github.pull(REPO, done.places.pull ?? 0).pull.draft).toBe(false);
  expect(world.contract.violations).toEqual([]);
});
