import { describe, expect, test } from 'vitest';
import { allMerged } from '../../src/brakes/all-merged.ts';
import { cleanReview } from '../../src/brakes/clean-review.ts';
import type { Finding, Iteration, Review } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import { block, change, check, idle, iteration, spec, word } from './entries.ts';

const mustFix: Finding = { file: 'src/a.ts', line: 3, what: 'off by one' };
const review: Review = { verdict: 'CLEAN', priority1: [], notes: [], assessment: [] };
const wanting: Review = { ...review, verdict: 'IMPROVEMENTS_NEEDED', priority1: [mustFix] };
const freeze = { paths: ['docs/'], hash: 'h', files: 1, tree: 't', created_at: '' };
const intact = { intact: true, hash: 'h', files: 1, violations: [] };
const done = iteration(1, { review, blocks: [block('me'), block('tq')] });

describe('U10 COMPLETE', () => {
  const yes: [string, Iteration, Spec][] = [
    ['all merged, contracts green', done, spec()],
    ['no contract command: the unit result counts', blocks(without(block('me', { unit: check(true) }))), spec()],
    ['every must-fix applied', { ...done, review: wanting, improvements: [{ ...mustFix, applied: true }] }, spec()],
    ['U3 the freeze verified', { ...done, freeze: intact }, spec({ freeze })],
  ];
  test.each(yes)('%s', (_, last, which) => {
    expect(allMerged(which, [last])).toMatchObject({ code: 'COMPLETE', kind: 'end', asks: false });
  });

  const no: [string, Iteration, Spec][] = [
    ['no blocks', blocks(), spec()],
    ['only the block of detected checks', blocks(block('all', { declared: false })), spec()],
    ['one block not merged', blocks(block('me'), block('tq', { status: 'implementing' })), spec()],
    ['a claimed merge over a red contract', blocks(block('me', { claimed: true, contract: check(false) })), spec()],
    ['a claimed merge over a red unit test', blocks(block('me', { unit: check(false) })), spec()],
    ['merged with nothing that was run', blocks(without(block('me'))), spec()],
    ['merged with lint only', blocks(without(block('me', { lint: check(true) }))), spec()],
    ['a must-fix not applied', { ...done, review: wanting, improvements: [{ ...mustFix, applied: false }] }, spec()],
    ['a must-fix forgotten', { ...done, review: wanting }, spec()],
    [
      'another item applied instead',
      { ...done, review: wanting, improvements: [{ ...mustFix, line: 4, applied: true }] },
      spec(),
    ],
    ['not reviewed', unreviewed(), spec()],
    ['a failed iteration', { ...done, failure: { code: 'agent-failed', detail: '' } }, spec()],
    ['the freeze not verified', done, spec({ freeze })],
    ['the freeze violated', { ...done, freeze: { ...intact, intact: false } }, spec({ freeze })],
    ['nothing changed', { ...idle(1), review, blocks: done.blocks }, spec()],
    [
      'a block of the spec without a result',
      done,
      spec({ blocks: [{ name: 'ec', declared: true, paths: [], unit: 'x' }] }),
    ],
  ];
  test.each(no)('not with: %s', (_, last, which) => {
    expect(allMerged(which, [last])).toBeUndefined();
  });

  test('settlement 12: work undone again, kept aside or taken off the branch is no work', () => {
    const back = { ...done, n: 2, change: change('tree1', 'tree0') };
    expect(allMerged(spec(), [iteration(1), back])).toBeUndefined();
    const { commit: _, ...aside } = iteration(1, { cut: 'abort' });
    const quiet = { ...idle(2), review, blocks: done.blocks };
    expect(allMerged(spec(), [aside, quiet])).toBeUndefined();
    expect(allMerged(spec(), [iteration(1, { freeze: { ...intact, intact: false } }), quiet])).toBeUndefined();
    expect(allMerged(spec(), [iteration(1), quiet])?.code).toBe('COMPLETE');
  });
});

describe('U10 CLEAN', () => {
  test('a clean review over green checks and work', () => {
    expect(cleanReview(spec(), [done])).toMatchObject({ code: 'CLEAN', evidence: ['2 of 2 checks green'] });
    expect(cleanReview(spec(), [blocks()])).toMatchObject({ evidence: ['no checks are configured'] });
  });

  const no: [string, Iteration, Spec][] = [
    ['settlement 4: a red contract test', blocks(block('me', { contract: check(false) })), spec()],
    ['a red lint', blocks(block('me', { lint: check(false) })), spec()],
    ['improvements needed', { ...done, review: wanting }, spec()],
    ['a CLEAN that lists a must-fix', { ...done, review: { ...review, priority1: [mustFix] } }, spec()],
    ['no review', unreviewed(), spec()],
    ['a failure', { ...done, failure: { code: 'agent-idle', detail: '' } }, spec()],
    ['nothing changed', { ...idle(1), review }, spec()],
    ['checks that never ran', blocks(), spec({ blocks: [{ name: 'me', declared: true, paths: [], unit: 'x' }] })],
    ['a freeze not verified', done, spec({ freeze })],
  ];
  test.each(no)('not with: %s', (_, last, which) => {
    expect(cleanReview(which, [last])).toBeUndefined();
  });

  test('settlement 13: a clean iteration that a person answered is not judged again', () => {
    expect(cleanReview(spec(), [done, word('continue', 'rename it too')])).toBeUndefined();
  });
});

function blocks(...list: Iteration['blocks']): Iteration {
  return { ...done, blocks: list };
}

function without({ contract: _, ...rest }: Iteration['blocks'][number]): Iteration['blocks'][number] {
  return rest;
}

function unreviewed(): Iteration {
  const { review: _, ...rest } = done;
  return rest;
}
