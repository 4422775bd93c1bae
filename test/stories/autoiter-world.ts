// Plays a scenario of the autoiter loop to its end.
import { expect, inject } from 'vitest';
import type { AutoiterFacts } from '../../src/facts/autoiter.ts';
import type { Iteration } from '../../src/record.ts';
import type { Run } from '../../src/store/run-row.ts';
import { type AutoiterScenario, SCENARIOS } from '../world/autoiter-sample.ts';
import { handled, rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { transcript } from '../world/transcript.ts';
import { openWorld, REPO, type World, type WorldOptions } from '../world/world.ts';

export async function autoiterWorld(
  { files, script }: Pick<AutoiterScenario, 'files' | 'script'>,
  more: Partial<WorldOptions> = {},
): Promise<World> {
  return openWorld({ databaseUrl: await freshDatabase(inject('postgres')), files, script, ...more });
}

/** Labels an issue and waits until the run rests. */
export async function startAutoiter(
  world: World,
  issue: AutoiterScenario['issue'],
): Promise<{ issue: number; run: Run }> {
  const { number } = await world.github.as('maintainer').openIssue(REPO, issue);
  await world.github.as('maintainer').label(REPO, number, 'ultraloop:autoiter');
  return { issue: number, run: await settled(world, number) };
}

/** Until the scenario's words are said and the run is at rest. */
export async function playAutoiter(world: World, scenario: AutoiterScenario): Promise<{ issue: number; run: Run }> {
  let { issue, run } = await startAutoiter(world, scenario.issue);
  for (const { after, say: words } of scenario.words ?? []) {
    if (run.exit?.code !== after) throw new Error(`the run waits with ${run.exit?.code}, not ${after}`);
    await say(world, issue, words);
    run = await settled(world, issue);
  }
  await handled(world);
  return { issue, run };
}

/** At rest for good: without a clock a run passes through `waiting` on its way to the next iteration. */
export async function settled(world: World, issue: number): Promise<Run> {
  const run = await rest(world, issue);
  return run.state === 'waiting' ? settled(world, issue) : run;
}

/** The records of the run's turns; each has the facts of autoiter. */
export async function turnsOf(world: World, run: Run): Promise<(Iteration & { autoiter: AutoiterFacts })[]> {
  const past = await world.app.store.record.past(run.id, 10_000);
  return past.flatMap(entry => {
    if (entry.kind !== 'iteration') return [];
    if (!entry.autoiter) throw new Error(`turn ${entry.n} has no facts: ${JSON.stringify(entry.failure)}`);
    return [{ ...entry, autoiter: entry.autoiter }];
  });
}

/** One of the run's published files (K18), as anybody can fetch it; null when it is not there. */
export async function fileOf(world: World, run: Run, path: string): Promise<string | null> {
  return world.github.readFile(REPO, `refs/ultraloop/${run.id}`, path);
}

/** Which of these the run published. */
export async function published(world: World, run: Run, paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(async path => ((await fileOf(world, run, path)) === null ? [] : [path])));
  return found.flat();
}

/** The bot's commits on the run's branch as the pull request shows them, oldest first. */
export function commits(world: World, run: Run): string[] {
  const { timeline } = world.github.issue(REPO, run.places.pull ?? 0);
  return timeline.filter(({ kind }) => kind === 'commit').map(({ text }) => text);
}

/** A file on the run's branch. */
export function onBranch(world: World, run: Run, path: string): Promise<string | null> {
  return world.github.readFile(REPO, run.spec?.branch ?? '', path);
}

/** Plays a scenario in a world of its own, holds its thread against the kept one, and lets a test look closer. */
export async function story(name: string, look: (told: Told) => Promise<void>): Promise<void> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const world = await autoiterWorld(scenario, { settings: { sandboxRead: scenario.reads ?? [] } });
  try {
    const { issue, run } = await playAutoiter(world, scenario);
    expect(run.exit?.code).toBe(scenario.exit);
    expect(world.contract.violations).toEqual([]);
    await look({ world, run, turns: await turnsOf(world, run) });
    await expect(await transcript(world, issue)).toMatchFileSnapshot(`threads/autoiter-${name}.txt`);
  } finally {
    await world.close();
  }
}
export interface Told {
  world: World;
  run: Run;
  turns: Awaited<ReturnType<typeof turnsOf>>;
}
