// What a run of autoiter does next, from its record alone, as a table (C1, C2).
import { describe, expect, test } from 'vitest';
import { entry } from '../../src/loops/autoiter-entry.ts';
import type { Past } from '../../src/record.ts';
import { approve, discovery, iter, plan, yaml } from '../brakes/autoiter-entries.ts';
import { word } from '../brakes/entries.ts';

describe('C1 the entry state machine', () => {
  const failed = iter(2, { phase: 'prepare', prepared: { ok: false, report: '' } });
  const prepared = iter(2, { phase: 'prepare', prepared: { ok: true, report: '' } });
  test.each<[what: string, past: Past, state: string, number?: number]>([
    ['a fresh run discovers', [], 'discovery'],
    ['discovery that failed is done again', [iter(1, { phase: 'discovery' })], 'discovery'],
    ['a proposal waits', [discovery()], 'waiting'],
    ['other words do not lock', [discovery(), word('continue', yaml())], 'waiting'],
    ['a broken approval does not lock', [discovery(), approve('trigger: 7')], 'waiting'],
    ['approved: prepare', [discovery(), approve()], 'prepare'],
    ['a failed check is made again', [discovery(), approve(), failed, word('continue')], 'prepare'],
    ['prepared: the first iteration', [discovery(), approve(), prepared], 'iteration', 1],
    ['prepared once is prepared', [discovery(), approve(), failed, prepared, iter(4)], 'iteration', 2],
    ['skip_prepare in the run spec', [discovery(), approve(yaml('skip_prepare: true'))], 'iteration', 1],
  ])('%s', (_, past, state, number) => {
    const next = entry(plan(), past);
    expect([next.state, 'number' in next ? next.number : undefined]).toEqual([state, number]);
  });

  test('C2 auto_approve locks the proposal by itself; the first valid approval wins for good', () => {
    expect(entry(plan({ auto_approve: true }), [discovery()]).state).toBe('prepare');
    const twice = [
      discovery(),
      approve(yaml('budget: {max_iterations: 2}')),
      approve(yaml('budget: {max_iterations: 9}')),
    ];
    expect(entry(plan(), twice)).toMatchObject({ run: { budget: { max_iterations: 2 } } });
  });
});
