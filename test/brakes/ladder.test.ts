import { describe, expect, test } from 'vitest';
import { aborted } from '../../src/brakes/aborted.ts';
import { allMerged } from '../../src/brakes/all-merged.ts';
import { broken } from '../../src/brakes/broken.ts';
import { cleanReview } from '../../src/brakes/clean-review.ts';
import { closed } from '../../src/brakes/closed.ts';
import { finished } from '../../src/brakes/finished.ts';
import { frozenChanged } from '../../src/brakes/frozen-changed.ts';
import { interrupted } from '../../src/brakes/interrupted.ts';
import { maxCycles } from '../../src/brakes/max-cycles.ts';
import { noProgress } from '../../src/brakes/no-progress.ts';
import { takeover } from '../../src/brakes/takeover.ts';
import { tokenExhaustion } from '../../src/brakes/token-exhaustion.ts';
import type { ExitCode, Past, Review } from '../../src/record.ts';
import { block, failed, fault, file, idle, iteration, spec, word } from './entries.ts';

const LADDER = [
  aborted,
  closed,
  takeover,
  frozenChanged,
  allMerged,
  cleanReview,
  finished,
  broken,
  interrupted,
  noProgress,
  maxCycles,
  tokenExhaustion,
];
const review: Review = { verdict: 'CLEAN', priority1: [], notes: [], assessment: [] };
const violated = { intact: false, hash: 'h', files: 2, violations: [file('docs/a.md'), file('docs/b.md')] };
const short = spec({ limits: { ...spec().limits, max_cycles: 2, no_progress: 2, failures: 2 } });

const roomy = spec({ limits: { ...short.limits, max_cycles: 10 } });

function stop(past: Past, which = short) {
  for (const brake of LADDER) {
    const exit = brake(which, past);
    if (exit) return exit;
  }
  return undefined;
}

const done = iteration(1, { review, blocks: [block('me')] });

describe('the ladder: which brake speaks first', () => {
  const table: [string, Past, ExitCode | undefined][] = [
    ['an empty past goes on', [], undefined],
    ['one plain iteration goes on', [iteration(1)], undefined],
    ['K2 /abort before success', [done, word('abort')], 'ABORTED'],
    ['K10 closing before success', [done, word('closed')], 'CLOSED'],
    ['K10 the label removed', [iteration(1), word('unlabeled')], 'CLOSED'],
    ['K2 /abort before closing', [word('closed'), word('abort')], 'ABORTED'],
    ['K10 a push before success', [done, word('push', '', { sha: 'f00' })], 'TAKEOVER'],
    ['U9 a violated freeze before success', [{ ...done, freeze: violated }], 'FREEZE_VIOLATION'],
    ['U10 COMPLETE before CLEAN', [done], 'COMPLETE'],
    ['U10 CLEAN when a block is not declared', [{ ...done, blocks: [block('all', { declared: false })] }], 'CLEAN'],
    ['U10 success on the last iteration is success', [idle(1), done, word('finish')], 'COMPLETE'],
    ['K2 /finish when the goal is not reached', [iteration(1), word('finish')], 'FINISHED'],
    ['K2 /finish before any iteration', [word('finish')], 'FINISHED'],
    [
      'failures before a comment',
      [failed(1, 'agent-failed'), failed(2, 'agent-idle'), word('comment', 'hm')],
      'BROKEN',
    ],
    ['K10 a comment before no progress', [idle(1), idle(2), word('comment', 'hm')], 'INTERRUPT'],
    ['no progress before the limit', [idle(1), idle(2)], 'NO_PROGRESS'],
    ['U10 the limit', [iteration(1), iteration(2)], 'MAX_CYCLES'],
    ['access lost ends at once', [iteration(1), fault('access-lost')], 'ACCESS_LOST'],
  ];
  test.each(table)('%s', (_, past, code) => {
    expect(stop(past)?.code).toBe(code);
  });
});

describe('settlement 13: a woken run does not trip the same brake at once', () => {
  const table: [ExitCode, Past][] = [
    ['ABORTED', [iteration(1), word('abort')]],
    ['CLOSED', [iteration(1), word('closed')]],
    ['TAKEOVER', [iteration(1), word('push', '', { sha: 'f00' })]],
    ['TAKEOVER', [iteration(1, { cut: 'push' })]],
    ['FREEZE_VIOLATION', [iteration(1, { freeze: violated })]],
    ['COMPLETE', [done]],
    ['FINISHED', [iteration(1, { cut: 'finish' })]],
    ['BROKEN', [failed(1, 'push-refused')]],
    ['BROKEN', [failed(1, 'agent-failed'), fault('git-failed')]],
    ['INTERRUPT', [iteration(1), word('comment', 'why?')]],
    ['NO_PROGRESS', [idle(1), idle(2)]],
    ['MAX_CYCLES', [iteration(1), iteration(2)]],
  ];
  test.each(table)('%s, then /continue', (code, past) => {
    expect(stop(past)?.code).toBe(code);
    expect(stop([...past, word('continue')])).toBeUndefined();
    expect(stop([...past, word('continue'), iteration(9)], roomy)).toBeUndefined();
  });

  test('U10 a /continue at the limit grants as many again; one said earlier moves nothing', () => {
    const past = [iteration(1), iteration(2), word('continue'), iteration(3)];
    expect(stop(past)).toBeUndefined();
    expect(stop([...past, iteration(4)])).toMatchObject({
      code: 'MAX_CYCLES',
      evidence: ['the limit is 2; people granted 2 more'],
    });
    expect(stop([iteration(1), word('continue'), iteration(2)])).toMatchObject({ code: 'MAX_CYCLES', evidence: [] });
  });
});

test('every exit explains itself, and those that wait for a person can be woken', () => {
  const pasts: Past[] = [
    [word('abort', 'wrong\nissue')],
    [word('push')],
    [iteration(1, { freeze: violated })],
    [idle(1), idle(2)],
    [failed(1, 'push-refused')],
  ];
  for (const past of pasts) {
    const exit = stop(past);
    expect(exit?.why).toMatch(/^\S.*\.$/);
    expect(exit?.evidence.every(line => line !== '' && !line.includes('\n'))).toBe(true);
    expect(exit?.resumable).toBe(true);
  }
  expect(stop([word('closed')])?.resumable).toBe(false);
});
