// Answers to drift, and what happens meanwhile: /continue, /approve, a push in between, words nobody waits for (R4, R5, K2).
import { afterEach, describe, expect, it } from 'vitest';
import { rest, say } from '../world/moments.ts';
import { RALPH_ISSUE, type RalphScenario, ralphFiles, SCENARIOS, SHOP } from '../world/ralph-sample.ts';
import { reports } from '../world/transcript.ts';
import { REPO, type World } from '../world/world.ts';
import { labelRalph, pastOf, ralphWorld, worked } from './ralph-world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});
const drifting = SCENARIOS['spec-drift'] as RalphScenario;
const thin = SCENARIOS['context-drift'] as RalphScenario;

async function drifted(scenario: RalphScenario) {
  world = await ralphWorld(scenario);
  const issue = await labelRalph(world, scenario.issue);
  return { world, issue, run: await rest(world, issue) };
}

describe('R4 R5', () => {
  it('/continue tries the slice again from before the drift; the drifted work stays where it is kept', async () => {
    const { world, issue, run } = await drifted(drifting);
    await world.script({ ...SHOP.honest, 'slice-2': SHOP.buildCartWrong });
    await say(world, issue, '/continue stay in the api');
    const next = await rest(world, issue);
    expect(worked(await pastOf(world, next)).slice(0, 3)).toEqual(['slice-0 1', 'slice-1 1', 'slice-1 1']);
    const branch = run.spec?.branch ?? '';
    expect(await world.github.readFile(REPO, branch, 'services/cart.js')).toBe(SHOP.cart);
    expect(await world.github.readFile(REPO, branch, 'components/banner.js')).toBeNull();
    expect(await world.github.readFile(REPO, `ultraloop/stash/${run.id}-1`, 'components/banner.js')).toContain('Sale');
  });

  it('/approve of a thin account takes its work to the gateway and into the log, without another turn of the agent', async () => {
    const { world, issue, run } = await drifted(thin);
    await world.script({ 'slice-2': SHOP.buildReceipt });
    await say(world, issue, '/approve');
    const done = await rest(world, issue);
    expect(done.exit?.code).toBe('SUCCESS');
    const branch = run.spec?.branch ?? '';
    expect(await world.github.readFile(REPO, branch, 'services/cart.js')).toBe(SHOP.cart);
    expect(await world.github.readFile(REPO, branch, 'implementation-log.md')).toMatch(
      /## slice-1: Cart total\n\n- Files created\/modified: none/,
    );
    expect(
      (await pastOf(world, done)).filter(entry => entry.kind === 'iteration')[2]?.spend.map(({ role }) => role),
    ).not.toContain('implementer');
  });

  it('somebody pushed in between: the slice is built anew on top of the push', async () => {
    const { world, issue, run } = await drifted(thin);
    const branch = run.spec?.branch ?? '';
    await world.github.as('rosa').pushFiles(REPO, branch, { 'README.md': '# the shop\n' }, 'A better title');
    await rest(world, issue);
    await world.script(SHOP.honest);
    await say(world, issue, '/continue');
    const done = await rest(world, issue);
    expect(done.exit?.code).toBe('SUCCESS');
    expect(await world.github.readFile(REPO, branch, 'README.md')).toBe('# the shop\n');
  });

  it('/approve is refused where nothing waits for it', async () => {
    const { world, issue } = await drifted(SCENARIOS.implement as RalphScenario);
    await say(world, issue, '/approve');
    const run = await rest(world, issue);
    expect(run.exit?.code).toBe('SUCCESS');
    expect(reports(world, run.places.pull ?? 0).at(-1)).toContain('There is nothing to approve here');
  });
});

describe('R3', () => {
  it('a repository without slices is told what is missing and how to make it', async () => {
    const files = ralphFiles({ 'scope.json': undefined, 'grill-summary.md': undefined });
    const { world, issue, run } = await drifted({ ...drifting, files, issue: RALPH_ISSUE });
    expect(run.exit?.code).toBe('NOT_READY');
    expect(reports(world, issue).at(-1)).toMatch(
      /1\. `scope\.json` is not in the repository[\s\S]*2\. `grill-summary\.md`/,
    );
  });
});
