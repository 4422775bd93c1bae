// Plays a scenario of the ralph loop to its end.
import { inject } from 'vitest';
import type { Past } from '../../src/record.ts';
import type { Run } from '../../src/store/run-row.ts';
import { handled, rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import type { RalphScenario } from '../world/ralph-sample.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

export async function ralphWorld({ files, script }: Pick<RalphScenario, 'files' | 'script'>): Promise<World> {
  return openWorld({ databaseUrl: await freshDatabase(inject('postgres')), files, script });
}

export async function labelRalph(world: World, issue: { title: string; body: string }): Promise<number> {
  const { number } = await world.github.as('maintainer').openIssue(REPO, issue);
  await world.github.as('maintainer').label(REPO, number, 'ultraloop:ralph');
  return number;
}

/** Until the scenario's words are said and the run is at rest. */
export async function playRalph(world: World, scenario: RalphScenario): Promise<{ issue: number; run: Run }> {
  const issue = await labelRalph(world, scenario.issue);
  let run = await rest(world, issue);
  for (const { after, say: words } of scenario.words ?? []) {
    if (run.exit?.code !== after) throw new Error(`the run waits with ${run.exit?.code}, not ${after}`);
    await say(world, issue, words);
    run = await rest(world, issue);
  }
  await handled(world);
  return { issue, run };
}

export async function pastOf(world: World, run: Run): Promise<Past> {
  return world.app.store.record.past(run.id, 10_000);
}

/** What each iteration worked on: `slice-1 2`, `slice-1 outer 1`, `e2e`. */
export function worked(past: Past): string[] {
  return past.flatMap(entry => {
    if (entry.kind !== 'iteration' || !entry.ralph) return [];
    const { slice, pass, attempt } = entry.ralph;
    return [slice ? `${slice.id}${pass === 'outer' ? ' outer' : ''} ${attempt}` : 'e2e'];
  });
}
