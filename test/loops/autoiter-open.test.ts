// What autoiter needs before it starts (C2): something to run. A wrong choice is answered with what is missing and how to make it.
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { parseRunSpec } from '../../src/config/run-spec.ts';
import { open } from '../../src/loops/autoiter-open.ts';
import type { Opening } from '../../src/loops/loop.ts';

const CHECK = { name: 'test', kind: 'unit', command: 'npm test', from: 'package.json' } as const;
const RUN_SPEC = 'autoiter: {run_spec: {trigger: {invocation: make bench}}}\n';

function opening(yaml: string, over: Partial<Opening> = {}): Opening {
  const { config } = parseConfig(yaml, 'ultraloop.yml');
  if (!config) throw new Error('the test’s configuration holds mistakes');
  const issue = { number: 1, title: 'Faster', body: 'Make it faster.' };
  return { config, issue, checks: [], files: [], read: async () => undefined, lessons: [], ...over };
}

test('C2: nothing that can be run: refused, with both ways to make it', async () => {
  const answer = await open(opening('checks: []\n'));
  expect(answer).toMatchObject({
    obstacles: [{ problem: expect.stringContaining('nothing in this repository can be run') }],
  });
  expect(JSON.stringify(answer)).toContain('run_spec: { trigger: { invocation');
});

test.each<[what: string, yaml: string, over: Partial<Opening>]>([
  ['a detected check', '', { checks: [CHECK] }],
  ['a configured check', 'checks: {bench: make bench}\n', {}],
  ['a block with a command', 'blocks: {a: {paths: [a/], unit: make a}}\n', {}],
  ['a run spec of the repository', `checks: []\n${RUN_SPEC}`, {}],
])('C2: %s is enough to begin', async (_, yaml, over) => {
  expect(await open(opening(yaml, over))).toHaveProperty('part.autoiter');
});

test('C2 C4: the repository’s run spec becomes the proposal; --max-iterations stands above it', async () => {
  const answer = await open(opening(RUN_SPEC, { maxIterations: 2 }));
  const preset = 'part' in answer ? answer.part.autoiter?.preset : undefined;
  expect(parseRunSpec(preset ?? '').spec).toMatchObject({
    trigger: { invocation: 'make bench' },
    budget: { max_iterations: 2, max_tokens: 'unlimited' },
  });
});

test('C2 C3 G4: what is fixed before discovery is in the spec', async () => {
  const yaml = 'autoiter: {auto_approve: true, skip_prepare: true, held_out: sh hidden.sh}\n';
  const answer = await open(opening(yaml, { checks: [CHECK] }));
  expect(answer).toEqual({ part: { autoiter: { auto_approve: true, skip_prepare: true, held_out: 'sh hidden.sh' } } });
});
