// Every loop with its sample repository and the ways its runs can end; the first scenario of a loop is its default.
import type { LoopName } from '../../src/config/loop-name.ts';
import { SCENARIOS as autoiter } from '../../test/world/autoiter-sample.ts';
import { SCENARIOS as autonomous } from '../../test/world/autonomous-sample.ts';
import { SCENARIOS as ralph } from '../../test/world/ralph-sample.ts';
import type { Scenario } from '../scenario.ts';
import { ultraloop } from './ultraloop.ts';

interface Loop {
  /** Name of its sample repository. */
  repository: string;
  scenarios: Record<string, Scenario>;
}

export const LOOPS: Record<LoopName, Loop> = {
  ultraloop: { repository: 'durations', scenarios: ultraloop },
  autonomous: { repository: 'durations', scenarios: autonomous },
  ralph: { repository: 'shop', scenarios: ralph },
  autoiter: { repository: 'scripts', scenarios: autoiter },
};

export function defaultScenario(loop: LoopName): string {
  return scenarioNames(loop)[0] ?? '';
}

export function scenarioNames(loop: LoopName): string[] {
  return Object.keys(LOOPS[loop].scenarios);
}

/** Undefined when the loop has no scenario of that name. */
export function scenarioNamed(loop: LoopName, name: string): Scenario | undefined {
  const { scenarios } = LOOPS[loop];
  return Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
}
