import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodings } from '../../src/reports/encodings.ts';
import { findSecrets } from '../../src/reports/secret-index.ts';
import { squash } from '../../src/reports/squash.ts';

/** Few letters, so that secrets share beginnings and repeat themselves. */
const secret = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_'), minLength: 1, maxLength: 70 });

/** A text of ordinary words, secrets in any encoding, and stretches of them. */
const scene = fc.array(secret, { minLength: 1, maxLength: 6 }).chain(secrets =>
  fc.record({
    secrets: fc.constant(new Set(secrets)),
    text: fc
      .array(
        fc.oneof(
          fc.string({ maxLength: 12 }),
          fc.constantFrom(...secrets.flatMap(encodings)),
          fc
            .tuple(fc.constantFrom(...secrets), fc.nat(40), fc.nat(40))
            .map(([one, from, long]) => one.slice(from, from + long)),
        ),
        { maxLength: 8 },
      )
      .map(parts => squash(parts.join('')).text),
  }),
);

function covered(ranges: [number, number][]): Set<number> {
  return new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, n) => from + n)));
}

/** The slow way: every form of every secret, and every stretch of sixteen of the long ones, looked for by itself. */
function slowly(text: string, secrets: ReadonlySet<string>): { whole: Set<number>; shards: Set<number> } {
  const places = (wanted: string): [number, number][] =>
    [...text].flatMap((_, at): [number, number][] => (text.startsWith(wanted, at) ? [[at, at + wanted.length]] : []));
  const long = [...secrets].map(one => squash(one).text);
  const forms = [...secrets].filter(one => squash(one).text.length >= 6).flatMap(encodings);
  const windows = long
    .filter(one => one.length >= 32)
    .flatMap(one => Array.from({ length: one.length - 15 }, (_, at) => one.slice(at, at + 16)));
  return {
    whole: covered(forms.flatMap(form => places(squash(form).text))),
    shards: covered(windows.flatMap(places)),
  };
}

test('finds what looking for each secret by itself finds', () => {
  fc.assert(
    fc.property(scene, ({ secrets, text }) => {
      const found = findSecrets(text, secrets);
      const wanted = slowly(text, secrets);
      expect(covered(found.whole)).toEqual(wanted.whole);
      expect(covered(found.shards)).toEqual(wanted.shards);
    }),
    { numRuns: 300 },
  );
});

test('a set that grows and shrinks is looked at as it is', () => {
  const secrets = new Set(['first-secret-of-all']);
  const text = 'first-secret-of-all and second-secret-of-all';
  expect(findSecrets(text, secrets).whole).not.toEqual([]);
  secrets.add('second-secret-of-all');
  expect(covered(findSecrets(text, secrets).whole).has(text.indexOf('second'))).toBe(true);
  secrets.delete('first-secret-of-all');
  expect(covered(findSecrets(text, secrets).whole).has(0)).toBe(false);
});
