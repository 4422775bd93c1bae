import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rollbackMatrix } from '../../src/brakes/rollback-matrix.ts';
import { epsilon, scalarChange } from '../../src/brakes/scalar-change.ts';
import { RUN_SPEC, type RunSpec } from '../../src/config/run-spec.ts';
import type { Fix, FixKind } from '../../src/facts/autoiter.ts';
import { fix, scalar } from './autoiter-entries.ts';

const run = (primary_goal: RunSpec['primary_goal'], over: object = {}): RunSpec =>
  RUN_SPEC.parse({ trigger: { invocation: 'x' }, primary_goal, ...over });

/** `cco` = two correctness fixes and one for optimization, made in that order. */
const KINDS: Record<string, FixKind> = { c: 'correctness', o: 'optimization', m: 'mixed' };
const made = (kinds: string): Fix[] =>
  [...kinds].map((kind, index) =>
    fix(`${kind}${index + 1}`, { kind: KINDS[kind] ?? 'mixed', commit: `sha${index + 1}` }),
  );

const [WORSE, SAME, BETTER] = [scalar(10, 5), scalar(10, 10), scalar(10, 15)];

describe('C12 the rollback matrix', () => {
  test.each<[goal: RunSpec['primary_goal'], name: string, change: typeof WORSE, fixes: string, reverted: string]>([
    // correctness, any: never the whole iteration; correctness kept, optimization reverted when the scalar degrades
    ['correctness', 'degrades', WORSE, 'cc', ''],
    ['correctness', 'degrades', WORSE, 'coco', 'o4 o2'],
    ['correctness', 'flat', SAME, 'co', ''],
    ['correctness', 'improves', BETTER, 'co', ''],
    // optimization
    ['optimization', 'degrades', WORSE, 'oo', 'o2 o1'],
    ['optimization', 'degrades', WORSE, 'cccco', 'o5'],
    ['optimization', 'flat', SAME, 'oo', ''],
    ['optimization', 'improves', BETTER, 'oo', ''],
    // both, degrades: ≥ 50 % optimization; ≥ 80 % correctness; between
    ['both', 'degrades', WORSE, 'ooc', 'o2 o1'],
    ['both', 'degrades', WORSE, 'co', 'o2'],
    ['both', 'degrades', WORSE, 'cccco', ''],
    ['both', 'degrades', WORSE, 'ccccco', ''],
    ['both', 'degrades', WORSE, 'ccco', 'o4'],
    ['both', 'degrades', WORSE, 'cco', 'o3'],
    ['both', 'degrades', WORSE, 'mmo', 'o3'],
    ['both', 'flat', SAME, 'ooc', ''],
    ['both', 'improves', BETTER, 'ooc', ''],
    // what is both kinds holds correctness, and that is never taken back
    ['optimization', 'degrades', WORSE, 'mm', ''],
  ])('%s, scalar %s (%o), fixes %s: reverts "%s"', (goal, name, change, fixes, reverted) => {
    const rolled = rollbackMatrix(run(goal), change, made(fixes));
    expect(rolled.change).toBe(name);
    expect(rolled.revert.map(({ fix: id }) => id).join(' ')).toBe(reverted);
  });

  test('where less is better, more is worse', () => {
    const cost = run('optimization', { success_criterion: { lower_is_better: true } });
    expect(rollbackMatrix(cost, BETTER, made('o')).revert).toHaveLength(1);
    expect(rollbackMatrix(cost, WORSE, made('o')).revert).toHaveLength(0);
    const failures = run('optimization', { trigger: { invocation: 'x', scalar_extraction: 'junit:failed' } });
    expect(rollbackMatrix(failures, BETTER, made('o')).change).toBe('degrades');
  });

  test('an unmeasured scalar, and a policy of none, take nothing back and say why', () => {
    expect(rollbackMatrix(run('optimization'), scalar(10, null), made('o'))).toMatchObject({
      change: 'unknown',
      revert: [],
      why: expect.stringContaining('not measured'),
    });
    const none = run('optimization', { iter_rollback_policy: 'none' });
    expect(rollbackMatrix(none, WORSE, made('o')).revert).toEqual([]);
  });

  test('only fixes that are on the branch; each with its commit and the row that decided', () => {
    const fixes = [fix('a', { kind: 'optimization' }), fix('b', { kind: 'optimization', commit: 'x', reverted: true })];
    expect(rollbackMatrix(run('optimization'), WORSE, fixes).revert).toEqual([]);
    const [only] = rollbackMatrix(run('optimization'), WORSE, made('o')).revert;
    expect(only).toEqual({ fix: 'o1', commit: 'sha1', why: expect.stringContaining('the goal is optimization') });
  });

  test('whatever the numbers: correctness is never reverted, and nothing is unless the scalar got worse', () => {
    const goals = fc.constantFrom<RunSpec['primary_goal']>('correctness', 'optimization', 'both');
    const number = fc.oneof(
      fc.constant(null),
      fc.integer({ min: 0, max: 6 }),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
    );
    fc.assert(
      fc.property(
        goals,
        number,
        number,
        fc.string({ unit: fc.constantFrom('c', 'o', 'm'), maxLength: 9 }),
        (goal, before, after, kinds) => {
          const { change, revert } = rollbackMatrix(run(goal), scalar(before, after), made(kinds));
          expect(revert.every(({ fix: id }) => id.startsWith('o'))).toBe(true);
          if (change !== 'degrades') expect(revert).toEqual([]);
        },
      ),
    );
  });
});

describe('SC3 what counts as the same', () => {
  test.each<[string, [number | null, number | null, number | null], number]>([
    ['ratings from 1 to 5', [3, 4, 5], 0],
    ['whole numbers beyond 5', [300, 310, 200], 2],
    ['fractions', [0.5, 0.6, 0.4], 0.004],
    ['a baseline of nothing', [0, 1, 0], 0],
    ['a negative baseline', [-3, -2, -200], 2],
    ['no baseline', [50, 60, null], 0.5],
  ])('%s', (_, [before, after, baseline], expected) => {
    expect(epsilon({ before, after, baseline })).toBeCloseTo(expected, 10);
  });

  test('sums of tenths do not decide', () => {
    expect(scalarChange({ before: 0.3, after: 0.1 + 0.2, baseline: 0 }, false)).toBe('flat');
    expect(scalarChange({ before: 4, after: 5, baseline: 3 }, false)).toBe('improves');
  });
});
