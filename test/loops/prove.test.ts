// SEC-50: a goal is believed from a clean worktree, in whichever loop.
import { describe, expect, test } from 'vitest';
import { ultraloop } from '../../src/loops/ultraloop.ts';
import type { Past } from '../../src/record.ts';
import { iteration, spec } from '../brakes/entries.ts';
import { type Answers, fakeTools } from './fake-tools.ts';

const SPEC = spec({ blocks: [{ name: 'a', declared: true, paths: ['src/**'], lint: 'true', unit: 'npm test' }] });
const IGNORED = ['node_modules/', '.env.local'];

async function cycle(answers: Answers, past: Past = []) {
  const { tools, calls } = fakeTools(answers);
  const record = await ultraloop.cycle(SPEC, tools, past);
  const last = calls.slice(calls.indexOf('git.publish') + 1);
  return { record, last, exit: ultraloop.stop(SPEC, [...past, record]) };
}

describe('a goal', () => {
  test('nothing is ignored: it is believed at once', async () => {
    const { record, last, exit } = await cycle({});
    expect([last, exit?.code, exit?.asks]).toEqual([[], 'COMPLETE', false]);
    expect(record.steps.map(({ stage }) => stage)).not.toContain('guard');
  });

  test('what passed is run once more without what git ignores', async () => {
    const { record, last, exit } = await cycle({ ignored: IGNORED });
    expect(last).toEqual(['git.clear t1', 'stage.guard', 'shell.a lint again', 'shell.a unit again']);
    expect([exit?.code, exit?.asks, record.guard?.unproven]).toEqual(['COMPLETE', false, undefined]);
    expect(record.steps.at(-1)).toMatchObject({ result: '2 commands again without what git ignores: passed' });
  });

  test('what passes only with it is asked about, and says which files were there', async () => {
    const { record, exit } = await cycle({ ignored: IGNORED, needsIgnored: true });
    expect(exit).toMatchObject({ code: 'COMPLETE', asks: true });
    expect(exit?.why).toContain('not without files that git ignores');
    expect(exit?.evidence).toEqual(
      expect.arrayContaining(['fails without them: npm test', 'was there: node_modules/', 'was there: .env.local']),
    );
    expect(record.steps.at(-1)).toMatchObject({ state: 'bad' });
  });

  test('signs of bent tests seen earlier stay signs', async () => {
    const sign = { path: 'a.test.ts', what: 'a test is skipped' };
    const before = iteration(1, { guard: { refused: [], tests: [sign] }, commit: 'c0' });
    const { record } = await cycle({ ignored: IGNORED, needsIgnored: true, trees: ['t0'] }, [before]);
    expect(record.guard).toMatchObject({ tests: [sign], unproven: { ignored: IGNORED } });
  });

  test('an iteration that reaches no goal is not run twice', async () => {
    const { last, exit } = await cycle({ ignored: IGNORED, shell: { exitCode: 1 } });
    expect([last, exit]).toEqual([[], undefined]);
  });

  test('it counts for that iteration alone', async () => {
    const before = iteration(1, { guard: { refused: [], tests: [], unproven: { commands: ['x'], ignored: ['y'] } } });
    const { exit } = await cycle({ ignored: IGNORED }, [before]);
    expect([exit?.code, exit?.asks]).toEqual(['COMPLETE', false]);
  });
});
