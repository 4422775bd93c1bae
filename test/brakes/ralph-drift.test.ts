// The sentinel's two questions as tables and properties (R4, R5).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextDrift } from '../../src/brakes/context-drift.ts';
import { renderEntry, wordsOf } from '../../src/brakes/implementation-log.ts';
import { NO_LAYER, specDrift, strays } from '../../src/brakes/spec-drift.ts';
import { LAYERS } from '../../src/config/layers.ts';

const SEED_ENTRY = `## slice-N: <name>

- Files created/modified: path/to/file.ts, path/to/other.ts
- Endpoints added: POST /api/resource, GET /api/resource/:id
- Tables migrated: users, sessions
- Tests written: 12 unit tests, 3 integration tests
- Layers touched: schema, api`;

/** An entry of so many words, the first of them a path. */
const entry = (words: number): string =>
  `## slice-1: x\n\n- Files created/modified: ${['src/a.ts', ...Array(words).fill('word')].slice(0, words).join(' ')}`;

describe('R4 context drift', () => {
  it.each<[string, number, number[], boolean]>([
    ['exactly half of the median', 10, [20], false],
    ['a word below half', 9, [20], true],
    ['the median, not the mean', 10, [12, 14, 400], false],
    ['the mean of the two in the middle', 14, [10, 20, 40, 90], true],
    ['the mean of the two in the middle, just enough', 15, [10, 20, 40, 90], false],
    ['no earlier entry', 1, [], false],
    ['far longer than all', 500, [3, 4, 5], false],
  ])('%s', (_, words, earlier, drifts) => {
    expect(contextDrift(entry(words), earlier.map(entry)) !== undefined).toBe(drifts);
  });

  it.each<[string, string, boolean]>([
    ['only a path', 'wrote src/cart.ts', false],
    ['only a file name', 'wrote cart.ts and thought about it', false],
    ['only a number of tests', 'wrote 12 unit tests', false],
    ['only an endpoint', 'added POST /api/resource', false],
    ['none of them', 'did the slice as planned, all good', true],
    ['a number that counts no tests', 'worked 12 hours', true],
    ['a version is no file', 'now at 1.2.3', true],
    [
      'the labels alone',
      renderEntry({ id: 'slice-1', name: 'x' }, { files: [], endpoints: [], tables: [], tests: '', layers: [] }),
      true,
    ],
    ['a path in the heading only', '## slice-1: src/a.ts\n\n- Tests written: yes', true],
    ['nothing at all', '', true],
    ['the example of the seed', SEED_ENTRY, false],
  ])('%s: vague?', (_, text, drifts) => {
    expect(contextDrift(text, []) !== undefined).toBe(drifts);
  });

  it('shows both entries: the new one and the median one', () => {
    expect(contextDrift(entry(3), [entry(40), entry(8), entry(20)])).toMatchObject({
      entry: entry(3),
      median: entry(20),
    });
  });

  it('says the numbers', () => {
    expect(contextDrift(entry(3), [entry(20), entry(30)])?.why).toBe(
      'The entry has 3 words; the median of 2 earlier entries is 25, and at least half of that is wanted.',
    );
  });

  it('labels and `none` are no words of the agent', () => {
    expect(wordsOf(SEED_ENTRY)).toHaveLength(16);
  });

  const counts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 9 });
  it('the order of the earlier entries does not matter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), counts, (words, earlier) => {
        const forwards = contextDrift(entry(words), earlier.map(entry));
        expect(contextDrift(entry(words), earlier.toReversed().map(entry))).toEqual(forwards);
      }),
    );
  });

  it('one more word never makes it drift, and an entry as long as the longest never drifts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), counts, (words, earlier) => {
        const all = earlier.map(entry);
        if (!contextDrift(entry(words), all)) expect(contextDrift(entry(words + 1), all)).toBeUndefined();
        expect(contextDrift(entry(Math.max(1, ...earlier)), all)).toBeUndefined();
      }),
    );
  });
});

describe('R5 spec drift', () => {
  const drift = (declared: string[], files: string[]) => specDrift(files, { declared, layers: LAYERS });

  it.each<[string, string[], string[], string[]]>([
    [
      'schema and api, but a component',
      ['schema', 'api'],
      ['src/models/user.ts', 'web/components/Card.tsx'],
      ['web/components/Card.tsx'],
    ],
    [
      'ui and tests, but a migration',
      ['ui', 'tests'],
      ['pages/a.tsx', 'db/migrations/001.sql'],
      ['db/migrations/001.sql'],
    ],
    ['tests, but business logic', ['tests'], ['src/cart.test.ts', 'src/cart.ts'], ['src/cart.ts']],
    ['schema alone', ['schema'], ['migrations/1.rb', 'models/a.py', 'prisma/schema.prisma', 'src/user.schema.ts'], []],
    ['api alone', ['api'], ['controllers/a.ts', 'app/routes/b.ts', 'services/deep/c.ts'], []],
    ['ui alone', ['ui'], ['components/a.tsx', 'apps/web/pages/b.tsx', 'frontend/src/c.ts'], []],
    ['tests alone', ['tests'], ['a.test.ts', 'b.spec.js', 'e2e/c.ts', 'packages/x/e2e/d.ts'], []],
    ['a test among components belongs to both', ['ui'], ['components/a.test.tsx'], []],
    ['and so it does the other way round', ['tests'], ['components/a.test.tsx'], []],
    ['a file of no layer', ['api'], ['package.json', 'services/a.ts'], ['package.json']],
    ['a folder that only sounds like it', ['api'], ['myservices/a.ts'], ['myservices/a.ts']],
    ['dot folders count', ['api'], ['.hidden/services/a.ts'], []],
    ['a line feed in a name', ['tests'], ['src/x\ny.test.ts'], []],
    ['no change', ['api'], [], []],
  ])('%s', (_, declared, files, outside) => {
    const found = drift(declared, files);
    expect(found ? strays(found) : []).toEqual(outside);
  });

  it('names what was touched, layer by layer, the declared ones first', () => {
    expect(drift(['api'], ['README.md', 'services/b.ts', 'services/a.ts', 'pages/p.tsx'])).toEqual({
      kind: 'spec',
      declared: ['api'],
      touched: [
        { layer: 'api', files: ['services/a.ts', 'services/b.ts'] },
        { layer: 'ui', files: ['pages/p.tsx'] },
        { layer: NO_LAYER, files: ['README.md'] },
      ],
    });
  });

  const folder: Record<string, string> = { schema: 'models', api: 'services', ui: 'components', tests: 'e2e' };
  const layer = fc.constantFrom(...Object.keys(folder));
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const file = fc.tuple(layer, name).map(([kind, base]) => ({ kind, path: `${folder[kind]}/${base}.js` }));

  it('drifts exactly when a file lies outside the declared layers, in whatever order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(layer, { minLength: 1 }), fc.array(file, { maxLength: 12 }), (declared, files) => {
        const outside = files.filter(({ kind }) => !declared.includes(kind)).map(({ path }) => path);
        const found = drift(
          declared,
          files.map(({ path }) => path),
        );
        expect(found ? strays(found).sort() : []).toEqual([...new Set(outside)].sort());
        expect(drift(declared, files.map(({ path }) => path).reverse())).toEqual(found);
      }),
    );
  });

  it('loses no file: what was touched is what was changed', () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 1, maxLength: 12 }), files => {
        const paths = [...new Set(files.map(({ path }) => path)), 'README.md'].sort();
        expect(
          drift(['api'], paths)
            ?.touched.flatMap(({ files: touched }) => touched)
            .sort(),
        ).toEqual(paths);
      }),
    );
  });
});
