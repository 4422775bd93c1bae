// Every scenario of the ralph loop: which slices it works on, in which order and how often, and the whole thread as people read it.
import { afterEach, describe, expect, it } from 'vitest';
import { SCENARIOS } from '../world/ralph-sample.ts';
import { transcript } from '../world/transcript.ts';
import { REPO, type World } from '../world/world.ts';
import { pastOf, playRalph, ralphWorld, worked } from './ralph-world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const PATHS: Record<string, string[]> = {
  success: ['slice-0 1', 'slice-1 1', 'slice-1 2', 'slice-2 1', 'e2e'],
  'context-drift': ['slice-0 1', 'slice-1 1'],
  'spec-drift': ['slice-0 1', 'slice-1 1', 'slice-1 1', 'slice-2 1', 'e2e'],
  'inner-breaker': ['slice-0 1', 'slice-1 1', 'slice-1 2', 'slice-1 3'],
  'outer-retry': ['slice-0 1', 'slice-1 1', 'slice-2 1', 'e2e', 'slice-2 outer 1', 'e2e'],
  'outer-breaker': ['slice-0 1', 'slice-1 1', 'slice-2 1', 'e2e', 'slice-2 outer 1', 'e2e'],
  implement: ['slice-0 1'],
};

describe('R1 R4 R5 R7 R8 R9 R10, the thread of', () => {
  it.each(Object.entries(SCENARIOS))('%s', async (name, scenario) => {
    world = await ralphWorld(scenario);
    const { run, issue } = await playRalph(world, scenario);
    const past = await pastOf(world, run);
    expect({ exit: run.exit?.code, worked: worked(past) }).toEqual({ exit: scenario.exit, worked: PATHS[name] });
    await expect(`${await transcript(world, issue)}\n`).toMatchFileSnapshot(`threads/ralph-${name}.txt`);
    expect(world.contract.violations).toEqual([]);
    const built = new Set(
      past.flatMap(entry =>
        entry.kind === 'iteration' && entry.ralph?.slice && entry.ralph.done ? [entry.ralph.slice.id] : [],
      ),
    );
    const log =
      built.size === 0 ? '' : await world.github.readFile(REPO, run.spec?.branch ?? '', 'implementation-log.md');
    expect([...(log ?? '').matchAll(/^## ([\w-]+):/gm)].map(([, id]) => id)).toEqual([...built]);
  });
});
