import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketize, jaccard } from '../../src/brakes/jaccard.ts';
import { loopNoProgress, planText, repeatsItself } from '../../src/brakes/loop-no-progress.ts';
import type { Past } from '../../src/record.ts';
import { fix, iter, scalar } from './autoiter-entries.ts';
import { word } from './entries.ts';

describe('C8 likeness of two plans', () => {
  test.each<[string, string, number]>([
    ['', '', 0],
    ['fix the parser', '', 0],
    ['fix the parser', 'fix the parser', 1],
    ['fix the parser', 'PARSER, the: fix!', 1],
    ['fix fix fix parser', 'parser fix', 1],
    ['fix the parser', 'fix the printer', 0.5],
    ['a b c d', 'a b c e', 0.6],
    ['größe prüfen', 'GRÖSSE prüfen', 1 / 3],
  ])('%j and %j: %d', (a, b, ratio) => {
    expect(jaccard(a, b)).toBeCloseTo(ratio, 10);
  });

  test('lies in [0, 1], the same both ways, 1 only with itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (a, b) => {
        const ratio = jaccard(a, b);
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(1);
        expect(jaccard(b, a)).toBe(ratio);
        expect([0, 1]).toContain(jaccard(a, a));
      }),
    );
  });

  test.each<[number, number]>([
    [0, 1],
    [0.1999, 1],
    [0.2, 2],
    [0.3999, 2],
    [0.4, 3],
    [0.5999, 3],
    [0.6, 4],
    [0.7999, 4],
    [0.8, 5],
    [1, 5],
  ])('ratio %d is in bucket %d', (ratio, bucket) => {
    expect(bucketize(ratio)).toBe(bucket);
  });
});

describe('C14 G7 the same plan over a scalar that stands still', () => {
  const planned = (text: string) => ({ plan: { batches: [], text, jaccard: 0, bucket: 1 } });
  const flat = (n: number, text: string) => iter(n, { ...planned(text), scalar: scalar(0.5, 0.5) });
  const moved = (n: number, text: string) => iter(n, { ...planned(text), scalar: scalar(0.5, 0.6) });
  const unmeasured = (n: number, text: string) => iter(n, { ...planned(text), scalar: scalar(0.5, null) });
  const SAME = 'mend the parser of dates';

  test.each<[string, Past, boolean]>([
    ['nothing before', [], false],
    ['one flat scalar', [flat(1, SAME)], false],
    ['two flat scalars', [flat(1, SAME), flat(2, SAME)], true],
    ['two flat scalars, another plan', [flat(1, SAME), flat(2, 'speed up lookups')], false],
    ['a scalar that moved', [flat(1, SAME), moved(2, SAME)], false],
    ['moved, then flat twice', [moved(1, 'x'), flat(2, SAME), flat(3, SAME)], true],
    ['one that measured nothing does not break the row', [flat(1, SAME), unmeasured(2, SAME), flat(3, SAME)], true],
    ['a person said /continue', [flat(1, SAME), flat(2, SAME), word('continue')], false],
  ])('%s', (_, past, deadlock) => {
    expect(loopNoProgress(past, SAME).deadlock).toBe(deadlock);
  });

  test('what it saw is told: ratio, bucket, flat scalars', () => {
    expect(loopNoProgress([flat(1, 'a b c d')], 'a b c e')).toEqual({
      jaccard: 0.6,
      bucket: 4,
      flat: 1,
      deadlock: false,
    });
  });

  test('plans are compared by the titles of their fixes', () => {
    expect(planText([fix('FIX-001', { title: 'one' }), fix('FIX-002', { title: 'two' })])).toBe('one\ntwo');
  });

  test.each<[string, Past, boolean]>([
    ['one plan', [flat(1, SAME)], false],
    ['the same twice', [flat(1, SAME), flat(2, SAME)], true],
    ['another', [flat(1, SAME), flat(2, 'speed up lookups')], false],
    ['the same twice, then none at all', [flat(1, SAME), flat(2, SAME), iter(3)], false],
  ])('rule 8: repeats itself: %s', (_, past, repeats) => {
    expect(repeatsItself(past)).toBe(repeats);
  });
});
