// One whole demo of each loop but the ultraloop: its default scenario, which reaches the goal. The others are played by hand.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { numbers, openPlayground, type Playground } from '../demo/playground.ts';

// Whole runs: seconds on a machine of one's own, minutes on a crowded one.
vi.setConfig({ testTimeout: 300_000 });

let at: Playground;
beforeEach(async () => {
  at = await openPlayground();
});
afterEach(() => at.close());

test.each([
  ['autonomous', 'A3 A7 A8', { exit: 'SUCCESS', iterations: 4, comments: 5 }],
  ['ralph', 'R7 R8 R9', { exit: 'SUCCESS', iterations: 5, comments: 6 }],
  ['autoiter', 'C2 C9 C13', { exit: 'CONVERGED', iterations: 1, comments: 4 }],
] as const)('K19: the demo of %s reaches its goal, repeats no step and leaves nothing (%s)', async (loop, _, told) => {
  const { stdout, exitCode } = await at.demo('--loop', loop, '--json');
  expect(stdout.split('\n')).toHaveLength(1);
  numbers(told, 20).parse(JSON.parse(stdout));
  expect(exitCode).toBe(0);
  expect(await at.leftovers()).toEqual([]);
});
