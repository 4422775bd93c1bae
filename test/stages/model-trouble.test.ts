// What a turn's ending means once it is known what the model service refused: judged by evidence, in every loop and role.
import { describe, expect, test } from 'vitest';
import { autonomous } from '../../src/loops/autonomous.ts';
import { ultraloop } from '../../src/loops/ultraloop.ts';
import { failureOf, failureOfWork } from '../../src/stages/agent-turn.ts';
import { isWorkAnswer } from '../../src/stages/answers.ts';
import type { AgentTurn, ModelTrouble } from '../../src/tools.ts';
import { log, spec } from '../brakes/entries.ts';
import { fakeTools } from '../loops/fake-tools.ts';
import { roleTools } from '../loops/role-tools.ts';

const trouble = (kind: ModelTrouble['kind'], over: Partial<ModelTrouble> = {}): ModelTrouble => ({
  ...{ kind, detail: `the service said ${kind}`, source: 'proxy' },
  ...over,
});
const turn = (over: Partial<AgentTurn>): AgentTurn => ({
  ...{ outcome: 'ok', exitCode: 0, log: log('the end'), ms: 1000, discarded: [], leftovers: 0 },
  ...over,
});

describe('failureOf', () => {
  test.each<[string, Partial<AgentTurn>, boolean, string | undefined]>([
    ['it ended well and did something', {}, true, undefined],
    ['it ended well, and there is no trouble', {}, false, undefined],
    ['too many requests and no effect', { trouble: trouble('limited') }, false, 'model-limited'],
    ['overloaded and no effect', { trouble: trouble('overloaded') }, false, 'model-limited'],
    ['a refused key and no effect', { trouble: trouble('unauthorised') }, false, 'model-refused'],
    ['the cap and no effect', { trouble: trouble('capped') }, false, 'cap-reached'],
    ['trouble that did not keep it from its work', { trouble: trouble('limited') }, true, undefined],
    [
      'trouble that ended it in the middle of its work',
      { outcome: 'failed', trouble: trouble('limited') },
      true,
      'model-limited',
    ],
    [
      'trouble it kept silent about until its time was up',
      { outcome: 'timeout', trouble: trouble('overloaded') },
      true,
      'model-limited',
    ],
    ['and until it was taken for dead', { outcome: 'idle', trouble: trouble('capped') }, false, 'cap-reached'],
    ['an error of its own', { outcome: 'failed' }, false, 'agent-failed'],
    [
      'a limit of the sandbox comes first',
      { outcome: 'failed', over: { kind: 'memory', why: 'over' }, trouble: trouble('limited') },
      false,
      'agent-failed',
    ],
    ['a missing program comes first', { outcome: 'missing', trouble: trouble('limited') }, false, 'agent-missing'],
    ['a person’s stop is none', { outcome: 'cancelled', trouble: trouble('limited') }, false, undefined],
  ])('%s', (_, over, hadEffect, code) => {
    expect(failureOf(turn(over), hadEffect)?.code).toBe(code);
  });

  test('keeps the time; shows what an agent said only where that is all there is', () => {
    const until = '2026-03-01T12:30:00.000Z';
    const measured = failureOf(turn({ trouble: trouble('limited', { until }) }));
    expect(measured).toMatchObject({ until, detail: 'the service said limited' });
    expect(measured?.log).toBeUndefined();
    expect(failureOf(turn({ trouble: trouble('limited', { source: 'agent' }) }))?.log?.head).toBe('the end');
  });

  test('a writer that changes nothing and says nothing has failed; one that says `done` has not', () => {
    expect(failureOfWork(turn({}), false)?.code).toBe('no-effect');
    expect(failureOfWork(turn({}), false)?.log?.head).toBe('the end');
    expect(failureOfWork(turn({}), true)).toBeUndefined();
    expect(failureOfWork(turn({ outcome: 'cancelled' }), false)).toBeUndefined();
    expect(failureOfWork(turn({ trouble: trouble('limited') }), false)?.code).toBe('model-limited');
  });

  test.each<[unknown, boolean]>([
    [{ outcome: 'done' }, true],
    [{ summary: 'it was done already' }, true],
    [{ outcome: 'impossible', because: 'x' }, true],
    [{ type: 'error', error: { message: 'rate limit' } }, false],
    [{ outcome: 'great' }, false],
    [{}, false],
    [[], false],
    [undefined, false],
  ])('%j is an answer: %s', (value, expected) => {
    expect(isWorkAnswer(value)).toBe(expected);
  });
});

describe('in the loops', () => {
  const AT = {
    outcome: 'ok',
    value: undefined,
    trouble: trouble('limited', { until: '2026-03-01T11:00:00.000Z' }),
  } as const;

  test('the implementer meets it first: a short record, nothing is reviewed, checked or pushed', async () => {
    const { tools, calls } = fakeTools({ agent: { execute: AT }, trees: ['t0'] });
    const record = await ultraloop.cycle(spec(), tools, []);
    expect(record.failure).toEqual({
      ...{ code: 'model-limited', detail: 'the service said limited', until: '2026-03-01T11:00:00.000Z' },
    });
    expect(calls.filter(call => /^(?:agent|shell|git\.publish)/.test(call))).toEqual(['agent.execute']);
    expect(record.steps).toMatchObject([{ stage: 'execute', state: 'bad' }]);
  });

  test('the reviewer meets it: what was written is still checked and pushed', async () => {
    const block = { name: 'a', declared: true, paths: ['src/**'], unit: 'true' };
    const { tools, calls } = fakeTools({ agent: { review: AT }, trees: ['t1'] });
    const record = await ultraloop.cycle(spec({ blocks: [block] }), tools, []);
    expect(record).toMatchObject({ failure: { code: 'model-limited' }, commit: 'c1' });
    expect(calls).toContain('shell.a unit');
  });

  test('must-fix items that cannot be applied are for a person, not for another round', async () => {
    const review = { verdict: 'IMPROVEMENTS_NEEDED', priority_1: [{ file: 'src/a.ts', line: 2, what: 'wrong' }] };
    const improve = { value: { outcome: 'impossible', because: 'the two rules contradict each other' } };
    const { tools } = fakeTools({ agent: { review: { value: review }, improve }, trees: ['t1', 't1'] });
    const record = await ultraloop.cycle(spec(), tools, []);
    expect(record.failure).toMatchObject({ code: 'impossible', detail: 'the two rules contradict each other' });
    expect(ultraloop.stop(spec(), [record])?.code).toBe('BROKEN');
  });

  test('A3 a planner that could not be asked makes no plan; the question stays open', async () => {
    const empty = spec({ loop: 'autonomous', autonomous: { commits: [], acceptance: [], rules: [] } });
    const away = await autonomous.cycle(
      empty,
      roleTools({ endings: { planner: { trouble: trouble('overloaded') } } }).tools,
      [],
    );
    expect([away.failure?.code, away.autonomous]).toEqual(['model-limited', undefined]);
    const silent = await autonomous.cycle(empty, roleTools({ writes: ['implementer'] }).tools, []);
    expect(silent.autonomous?.plan).toHaveLength(1);
  });
});
