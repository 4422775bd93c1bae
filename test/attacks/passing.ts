// Variables of the operator's that agents may see, or keys the app keeps for them.
import type { Scene } from './scene.ts';

/** The app starts anew with them: `passed` are named to the agent, `kept` are not. */
export async function passing(
  { world }: Scene,
  passed: Record<string, string>,
  kept: Record<string, string> = {},
): Promise<void> {
  Object.assign(process.env, passed, kept);
  const { agents, usual } = world.settings.agents;
  agents[usual]?.pass.push(...Object.keys(passed));
  await world.restart();
}
