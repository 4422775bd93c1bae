// Which slices a failing end-to-end pass sends back, for the reporters people use (R9).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flaggedSlices } from '../../src/brakes/flagged-slices.ts';

const built = [
  { slice: { id: 'slice-0', name: 'Money in cents' }, files: ['models/money.js', 'shared/text.js'] },
  { slice: { id: 'slice-1', name: 'Cart total' }, files: ['services/cart.js', 'e2e/cart.spec.ts', 'shared/text.js'] },
  { slice: { id: 'slice-10', name: 'Receipt' }, files: ['components/receipt.js', 'e2e/receipt.spec.ts'] },
];

describe('R9 flagged slices', () => {
  it.each<[string, string, string[]]>([
    ['by id', 'not ok 2 - slice-1: adds up', ['slice-1']],
    ['slice-1 is not slice-10', '✘ slice-10 prints', ['slice-10']],
    ['by name, whatever its case', 'FAIL  receipt › shows the total', ['slice-10']],
    ['a name inside a longer word is none', 'FAIL  receipts of the past', ['slice-0', 'slice-1', 'slice-10']],
    ['by the file of a test', '  1) [chromium] › e2e/cart.spec.ts:12:3 › failed to load', ['slice-1']],
    ['by a file in a stack', 'Error: boom\n    at total (/w/services/cart.js:3:9)', ['slice-1']],
    ['a file of two slices names neither', 'Error in shared/text.js', ['slice-0', 'slice-1', 'slice-10']],
    ['two at once, in their order', 'not ok 1 - Receipt\nnot ok 2 - Cart total', ['slice-1', 'slice-10']],
    ['what passes is not flagged', 'ok 1 - slice-0 works\nnot ok 2 - slice-1 works', ['slice-1']],
    [
      'what passes does not help to guess',
      'ok 1 - slice-0 works\n✓ Cart total\nnot ok 2 - checkout',
      ['slice-0', 'slice-1', 'slice-10'],
    ],
    ['counts of nothing are no failure', 'slice-0: 0 failed\nFAIL slice-1', ['slice-1']],
    ['nothing is named', 'Segmentation fault', ['slice-0', 'slice-1', 'slice-10']],
    ['nothing is said', '', ['slice-0', 'slice-1', 'slice-10']],
  ])('%s', (_, output, slices) => {
    expect(flaggedSlices(output, built).slices).toEqual(slices);
  });

  it('says when it guesses', () => {
    expect(flaggedSlices('boom', built).guessed).toBe(true);
    expect(flaggedSlices('not ok 1 - slice-1', built).guessed).toBe(false);
  });

  it('broken flows are the names of failing tests, each once', () => {
    const output =
      'TAP version 13\nok 1 - pays\nnot ok 2 - Receipt: two things\n  error: expected 3\nnot ok 2 - Receipt: two things\n# fail 1';
    expect(flaggedSlices(output, built).flows).toEqual(['Receipt: two things']);
  });

  it('flags at least one slice, only known ones, in the order they are built, whatever the output', () => {
    const words = fc.constantFrom(
      'not ok 1 - ',
      'ok 2 - ',
      'slice-1',
      'slice-10',
      'Receipt',
      'error ',
      '\n',
      'x',
      '0 failed',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(words).map(parts => parts.join('')),
        ),
        output => {
          const { slices } = flaggedSlices(output, built);
          expect(slices.length).toBeGreaterThan(0);
          expect(built.map(({ slice }) => slice.id).filter(id => slices.includes(id))).toEqual(slices);
        },
      ),
    );
  });
});
