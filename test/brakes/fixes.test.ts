import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/brakes/audit.ts';
import { fixBatches } from '../../src/brakes/fix-batches.ts';
import { deferredPool, triageGate, verifyGate } from '../../src/brakes/gates.ts';
import { testEdits } from '../../src/brakes/test-edits.ts';
import type { Fix, FixKind, Verdict } from '../../src/facts/autoiter.ts';
import type { FileChange } from '../../src/record.ts';
import { fix, issue, iter, verdict } from './autoiter-entries.ts';
import { file } from './entries.ts';

describe('C14 G8 after triage', () => {
  test.each<[Verdict['verdict'] | undefined, number, 'verify' | 'deferred' | 'dropped']>([
    ['Real', 5, 'verify'],
    ['Real', 3, 'verify'],
    ['Unclear', 3, 'verify'],
    ['Real', 2, 'deferred'],
    ['Unclear', 1, 'deferred'],
    ['Discarded', 1, 'dropped'],
    ['Discarded', 5, 'dropped'],
    [undefined, 0, 'deferred'],
  ])('%s with confidence %d: %s', (said, confidence, goes) => {
    const verdicts = said === undefined ? [] : [verdict('ISSUE-001', said, confidence)];
    const triaged = triageGate([issue('ISSUE-001')], verdicts, 2);
    expect(triaged[goes]).toHaveLength(1);
    expect(triaged.verify.length + triaged.deferred.length + triaged.dropped.length).toBe(1);
    if (goes === 'deferred') expect(triaged.deferred[0]?.tag).toBe('triage_low_confidence');
  });
});

describe('C14 G8 and G2 after deep verification', () => {
  test.each<[string, Partial<Fix>, string | undefined]>([
    ['sure, with cause and reproduction', {}, undefined],
    ['just sure enough', { fix_confidence: 3 }, undefined],
    ['unsure', { fix_confidence: 2 }, 'deep_verify_low_confidence'],
    ['no root cause', { root_cause: ' ' }, 'g2_incomplete'],
    ['no reproduction', { reproduction_test: '\n' }, 'g2_incomplete'],
    ['unsure and incomplete', { fix_confidence: 1, root_cause: '' }, 'deep_verify_low_confidence'],
  ])('%s', (_, over, tag) => {
    const { eligible, deferred } = verifyGate([fix('FIX-001', over)], 1);
    expect(deferred[0]?.tag).toBe(tag);
    expect(eligible).toHaveLength(tag === undefined ? 1 : 0);
  });
});

describe('C7 the deferred pool', () => {
  const deferred = (title: string, iteration = 1) => ({
    id: 'ISSUE-001',
    title,
    tag: 'triage_low_confidence' as const,
    iteration,
  });
  const put = iter(1, { deferred: [deferred('Slow start')] });

  test('is carried on, each title once', () => {
    expect(deferredPool([put, iter(2, { deferred: [deferred('slow  START', 2)] }), iter(3)])).toEqual([
      deferred('Slow start'),
    ]);
  });
  test('is left by a fix that was made', () => {
    expect(deferredPool([put, iter(2, { fixes: [fix('FIX-001', { title: 'slow start', commit: 'c' })] })])).toEqual([]);
  });
  test('is left by an issue that turned out not to be real', () => {
    const settled = {
      issues: [issue('ISSUE-009', { title: 'Slow start' })],
      verdicts: [verdict('ISSUE-009', 'Discarded', 4)],
    };
    expect(deferredPool([put, iter(2, settled)])).toEqual([]);
  });
  test('is not left by a fix that was not made', () => {
    expect(
      deferredPool([put, iter(2, { fixes: [fix('FIX-001', { title: 'slow start', failed: 'red' })] })]),
    ).toHaveLength(1);
  });
});

describe('C8 batches of fixes', () => {
  const graph = (text: string) =>
    text.split(' ').map(part => {
      const [id = '', ...needs] = part.split(/[<,]/);
      return { id, dependencies: needs };
    });

  test.each<[string, string, string, string[]]>([
    ['independent fixes are one batch', 'a b c', 'a b c', []],
    ['a chain', 'c<b b<a a', 'a | b | c', []],
    ['a diamond', 'd<b,c b<a c<a a', 'a | b c | d', []],
    ['itself', 'a<a b', 'b', ['a: it depends on itself: a → a']],
    [
      'a circle, and what hangs on it',
      'a<b b<a c<a d',
      'd',
      [
        'a: it depends on itself: a → b → a',
        'b: it depends on itself: b → a → b',
        'c: it needs a, which cannot be made',
      ],
    ],
    [
      'something the plan does not hold',
      'a<z b<a',
      '',
      ['a: it needs z, which this plan does not hold', 'b: it needs a, which cannot be made'],
    ],
  ])('%s: %s', (_, text, batches, left) => {
    const plan = fixBatches(graph(text));
    expect(plan.batches.map(batch => batch.join(' ')).join(' | ')).toBe(batches);
    expect(plan.left.map(({ id, why }) => `${id}: ${why}`)).toEqual(left);
  });

  test('nothing to order', () => {
    expect(fixBatches([])).toEqual({ batches: [], left: [] });
  });

  test('every fix is in a batch or left out, and stands behind all it needs', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const node = (id: string) =>
      fc.uniqueArray(fc.constantFrom(...ids, 'z'), { maxLength: 3 }).map(dependencies => ({ id, dependencies }));
    fc.assert(
      fc.property(fc.tuple(...ids.map(node)), fixes => {
        const { batches, left } = fixBatches(fixes);
        const order = batches.flat();
        expect([...order, ...left.map(({ id }) => id)].sort()).toEqual(ids);
        for (const [at, batch] of batches.entries()) {
          const before = batches.slice(0, at).flat();
          const needs = fixes.filter(({ id }) => batch.includes(id)).flatMap(({ dependencies }) => dependencies);
          expect(needs.every(id => before.includes(id))).toBe(true);
        }
      }),
    );
  });
});

describe('C14 G1 tests stay as they are', () => {
  test.each<[string, FileChange[], FixKind, number]>([
    ['product code only', [file('src/a.ts')], 'correctness', 0],
    ['a new test', [file('src/a.ts'), file('test/new.test.ts', { status: 'A' })], 'optimization', 0],
    ['an existing test, changed', [file('test/a.test.ts')], 'correctness', 1],
    ['changed beside a new one', [file('test/a.test.ts'), file('test/new.test.ts', { status: 'A' })], 'correctness', 0],
    [
      'the same for optimization',
      [file('test/a.test.ts'), file('test/new.test.ts', { status: 'A' })],
      'optimization',
      1,
    ],
    ['the same for both kinds', [file('test/a.test.ts'), file('test/new.test.ts', { status: 'A' })], 'mixed', 1],
    [
      'deleted beside a new one',
      [file('test/a.test.ts', { status: 'D' }), file('test/b.test.ts', { status: 'A' })],
      'correctness',
      1,
    ],
    ['a snapshot', [file('src/__snapshots__/a.ts.snap')], 'correctness', 1],
    ['a fixture', [file('tests/fixtures/in.json')], 'correctness', 1],
    ['pytest', [file('pkg/test_a.py')], 'correctness', 1],
    ['go', [file('pkg/a_test.go')], 'correctness', 1],
    ['java', [file('src/main/ParserTest.java')], 'correctness', 1],
    [
      'a name that only sounds like one',
      [file('src/latest.ts'), file('src/contest/a.ts'), file('src/attest.py')],
      'mixed',
      0,
    ],
  ])('%s', (_, files, kind, edits) => {
    expect(testEdits(files, { id: 'FIX-001', kind })).toHaveLength(edits);
  });
});

describe('C14 G6 every changed file belongs to a fix', () => {
  const fixes = [fix('FIX-001', { files: ['src/a.ts', './src/sub/', 'package.json'] })];
  test.each<[string, FileChange[], string]>([
    ['named', [file('src/a.ts')], ''],
    ['in a named folder', [file('src/sub/x.ts')], ''],
    ['a name that begins the same', [file('src/a.tsx')], 'src/a.tsx'],
    ['not named', [file('src/a.ts'), file('src/b.ts')], 'src/b.ts'],
    ['a new test', [file('test/a.test.ts', { status: 'A' })], ''],
    ['an old test', [file('test/a.test.ts')], 'test/a.test.ts'],
    ['a lock file after its manifest', [file('package.json'), file('package-lock.json')], ''],
    ['a lock file by itself', [file('package-lock.json')], 'package-lock.json'],
    ['another lock file', [file('package.json'), file('Cargo.lock')], 'Cargo.lock'],
    ['a lock file below its manifest', [file('package.json'), file('web/yarn.lock')], 'web/yarn.lock'],
    ['a built file after its source', [file('src/a.ts'), file('dist/a.js')], ''],
    ['a built file by itself', [file('dist/a.js')], 'dist/a.js'],
    ['a link among built files', [file('src/a.ts'), file('dist/a.js', { mode: '120000' })], 'dist/a.js'],
    [
      'the snapshot of a new test',
      [file('t.test.ts', { status: 'A' }), file('__snapshots__/t.test.ts.snap', { status: 'A' })],
      '',
    ],
    [
      'the snapshot of another',
      [file('src/a.ts'), file('__snapshots__/t.test.ts.snap')],
      '__snapshots__/t.test.ts.snap',
    ],
    ['a workflow', [file('src/a.ts'), file('.github/workflows/ci.yml')], '.github/workflows/ci.yml'],
    ['deleted', [file('src/b.ts', { status: 'D' })], 'src/b.ts'],
  ])('%s', (_, files, untraceable) => {
    const audited = audit(files, fixes);
    expect(audited.untraceable.map(({ file: path }) => path).join()).toBe(untraceable);
    expect(audited.ok).toBe(untraceable === '');
  });

  test('without a fix nothing is accounted for, a new test neither', () => {
    expect(audit([file('test/a.test.ts', { status: 'A' })], []).untraceable).toEqual([
      { file: 'test/a.test.ts', why: 'no fix was made, yet it changed' },
    ]);
    expect(audit([], []).ok).toBe(true);
  });
});
