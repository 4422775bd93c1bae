import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../world/postgres.ts';
import { HONEST, SAMPLE } from '../world/sample.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    script: {
      ...HONEST,
      'execute-3': SAMPLE.work({ append: { 'README.md': '\nSee `docs/design`.\n' } }, 'named the design'),
      'review-3': SAMPLE.clean('as designed'),
    },
  });
});
afterAll(() => world.close());

test('U10 K10: taken up again after COMPLETE, it ends COMPLETE again on a pull request that is ready already', async () => {
  const issue = await world.label();
  const { places } = await world.until(issue, 'waiting');
  const say = (words: string) => world.github.as('maintainer').comment(REPO, places.pull ?? 0, words);
  await say('/continue');
  await world.until(issue, 'done');
  await say('/continue name the design in the README');
  await expect.poll(async () => (await world.run(issue))?.turn, { timeout: 120_000 }).toBeGreaterThan(2);
  const again = await world.until(issue, 'done', 'waiting', 'needs-human', 'stopped');
  expect({ state: again.state, exit: again.exit?.code }).toEqual({ state: 'done', exit: 'COMPLETE' });
  const past = await world.app.store.record.past(again.id, 1000);
  expect(past.map(entry => entry.kind)).not.toContain('fault');
  expect(world.github.pull(REPO, places.pull ?? 0).pull.draft).toBe(false);
  expect(world.contract.violations).toEqual([]);
});
