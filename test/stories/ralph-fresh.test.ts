// Retries in fresh context, a log only the app writes, and a person's hint: looked at from the host's side.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prompt, rest, say } from '../world/moments.ts';
import { builds, RALPH_ISSUE, ralphFiles, SHOP } from '../world/ralph-sample.ts';
import { reports } from '../world/transcript.ts';
import { REPO, type World } from '../world/world.ts';
import { labelRalph, pastOf, ralphWorld, worked } from './ralph-world.ts';

const LOG = 'implementation-log.md';
const { honest, cart, cartWrong } = SHOP;
const wrong = builds({ 'services/cart.js': cartWrong }, { endpoints: ['GET /api/SECRET-ENTRY'] });

let world: World;
beforeAll(async () => {
  const money = honest['slice-0'];
  world = await ralphWorld({
    files: ralphFiles(),
    script: {
      'slice-0': { ...money, write: { ...money?.write, [LOG]: '## slice-1: FORGED\n\n- Tests written: 99 tests\n' } },
      'slice-1': {
        ...wrong,
        say: 'SECRET-REASONING: one more is surely right',
        answer: { ...(wrong.answer as object), summary: 'SECRET-SUMMARY' },
      },
    },
  });
});
afterAll(() => world.close());

test('R2 R7 R8 nothing of a former attempt but its failure; a forged log is thrown away; a hint is pinned', async () => {
  const issue = await labelRalph(world, RALPH_ISSUE);
  const stopped = await rest(world, issue);
  expect(stopped.exit?.code).toBe('CIRCUIT_BREAKER');

  const third = await prompt(world, stopped.id);
  expect(third).toContain('## Slice slice-1, attempt 3 of 3');
  expect(third).toContain('not ok - the sum of the prices: expected 350, got 351');
  expect(third).not.toMatch(/SECRET/);
  expect(third).not.toContain('slice-2');
  expect(third).not.toContain('FORGED');
  expect(third).toContain('## slice-0: Money in cents');

  const branch = stopped.spec?.branch ?? '';
  const log = await world.github.readFile(REPO, branch, LOG);
  expect(log).toMatch(/^## slice-0: Money in cents\n/);
  expect(log).not.toContain('slice-1');
  const [first] = reports(world, stopped.places.pull ?? 0);
  expect(first).toContain(`The agent changed \`${LOG}\`, which only the app writes; the change was discarded.`);
  expect(await world.github.readFile(REPO, branch, 'services/cart.js')).toBe(cartWrong);

  await world.script(honest);
  await say(world, issue, '/continue begin the sum with 0');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('SUCCESS');
  expect(await world.github.readFile(REPO, branch, 'services/cart.js')).toBe(cart);
  const again = ['slice-1 1', 'slice-2 1', 'e2e'];
  expect(worked(await pastOf(world, done))).toEqual(['slice-0 1', 'slice-1 1', 'slice-1 2', 'slice-1 3', ...again]);
  expect(world.contract.violations).toEqual([]);
});
