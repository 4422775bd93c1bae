// Plays a scenario of the autonomous loop to its end.
import { inject } from 'vitest';
import type { Run } from '../../src/store/run-row.ts';
import type { AutonomousScenario } from '../world/autonomous-sample.ts';
import { handled, rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

export async function autonomousWorld({ files, script }: Pick<AutonomousScenario, 'files' | 'script'>): Promise<World> {
  return openWorld({ databaseUrl: await freshDatabase(inject('postgres')), files, script });
}

export async function labelAutonomous(world: World, issue: { title: string; body: string }): Promise<number> {
  const { number } = await world.github.as('maintainer').openIssue(REPO, issue);
  await world.github.as('maintainer').label(REPO, number, 'ultraloop:autonomous');
  return number;
}

/** Until the scenario's words are said and the run is at rest. */
export async function playAutonomous(
  world: World,
  scenario: Pick<AutonomousScenario, 'issue' | 'words'>,
): Promise<{ issue: number; run: Run }> {
  const issue = await labelAutonomous(world, scenario.issue);
  let run = await settled(world, issue);
  for (const { after, say: words } of scenario.words ?? []) {
    const at = run.exit?.code ?? run.state;
    if (at !== after) throw new Error(`the run rests with ${at}, not ${after}`);
    await say(world, issue, words);
    run = await settled(world, issue);
  }
  await handled(world);
  return { issue, run };
}

/** At rest for good: with no clock a run passes through `waiting` on its way to the next iteration. */
async function settled(world: World, issue: number): Promise<Run> {
  const run = await rest(world, issue);
  return run.state === 'waiting' && run.spec?.auto_continue_minutes === 0 ? settled(world, issue) : run;
}
