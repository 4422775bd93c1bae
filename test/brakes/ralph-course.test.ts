// What comes next, and what stops the loop, as tables: the record alone decides (R1, R7, R9, R10).
import { describe, expect, it } from 'vitest';
import { course } from '../../src/brakes/ralph-course.ts';
import { ralph } from '../../src/loops/ralph.ts';
import type { Entry } from '../../src/record.ts';
import type { RalphPlan } from '../../src/spec.ts';
import { word } from './entries.ts';
import { attempt, plan, ralphSpec } from './ralph-entries.ts';

/** `a1 red` and the like are attempts; `/continue` and the like words. */
function past(...told: string[]): Entry[] {
  let n = 0;
  return told.map(text => {
    if (!text.startsWith('/')) return attempt(++n, text);
    const [name = '', ...rest] = text.slice(1).split(' ');
    return word(name as 'continue', rest.join(' '));
  });
}

function next(record: Entry[], over: Partial<RalphPlan> = {}): string {
  const task = course(plan(over), record);
  if (task.kind === 'e2e') return 'e2e';
  const how = `${task.slice.id}${task.attempt}${task.pass === 'outer' ? ' outer' : ''}`;
  return task.approved ? `${how} approved ${task.approved.n}` : how;
}

const BUILT = ['a1 done', 'b1 done', 'c1 done'];

describe('R1 R7 R9 what comes next', () => {
  it.each<[string, string[], string]>([
    ['the first slice', [], 'a1'],
    ['in order', ['a1 done'], 'b1'],
    ['a retry', ['a1 done', 'b1 red'], 'b2'],
    ['the last retry', ['a1 done', 'b1 red', 'b2 red'], 'b3'],
    ['never ahead', ['a1 red', 'a2 red', 'a3 red'], 'a4'],
    ['a person’s word begins the count anew', ['a1 red', 'a2 red', 'a3 red', '/continue try x'], 'a1'],
    ['and also earlier', ['a1 red', '/continue try x'], 'a1'],
    ['a comment does not', ['a1 red', '/comment hm'], 'a2'],
    ['what a word cut short was no attempt', ['a1 red', 'a2 cut', '/continue'], 'a1'],
    ['all built', BUILT, 'e2e'],
    ['only what is flagged, in order', [...BUILT, 'e2e c,b'], 'b1 outer'],
    ['the next flagged one', [...BUILT, 'e2e b,c', 'b1 outer done'], 'c1 outer'],
    ['retries in the outer pass', [...BUILT, 'e2e b', 'b1 outer red'], 'b2 outer'],
    ['end to end again', [...BUILT, 'e2e b', 'b1 outer done'], 'e2e'],
    ['a further pass after a person’s word', [...BUILT, 'e2e b', 'b1 outer done', 'e2e c', '/continue'], 'c1 outer'],
    ['after success and a word, end to end again', [...BUILT, 'e2e ok', '/continue'], 'e2e'],
    ['drift without an answer is not passed', ['a1 spec', '/comment why'], 'a2'],
    ['drift, and try again', ['a1 spec', '/continue stay in the api'], 'a1'],
    ['drift, and let it pass', ['a1 done', 'b2 spec', '/approve'], 'b2 approved 2'],
    [
      'let pass, then a comment and its answer',
      ['a1 context', '/approve', '/comment hm', '/continue'],
      'a1 approved 1',
    ],
    ['let pass, and cut short before the gateway', ['a1 spec', '/approve', 'a1 cut', '/continue'], 'a1 approved 1'],
    ['let pass, but red', ['a1 spec', '/approve', 'a1 red'], 'a2'],
    ['let pass, built, and the next', ['a1 spec', '/approve', 'a1 done'], 'b1'],
    ['an approval does not reach another slice', ['a1 spec', '/approve', 'a1 done', 'b1 spec', '/continue'], 'b1'],
  ])('%s', (_, told, expected) => {
    expect(next(past(...told))).toBe(expected);
  });

  it('what is in the log already is not built again, but may be flagged', () => {
    expect(next(past(), { built: ['a'] })).toBe('b1');
    expect(next(past('b1 done', 'c1 done', 'e2e a'), { built: ['a'] })).toBe('a1 outer');
  });

  it('R10 implement: one slice, no end-to-end pass, the same slice again when a person wants more', () => {
    const one = { mode: 'implement' as const, slices: plan().slices.slice(1, 2) };
    expect(next(past(), one)).toBe('b1');
    expect(next(past('b1 done', '/continue more'), one)).toBe('b1');
  });

  it('work that was pushed over, refused or took back frozen files is not built', () => {
    const failure = { code: 'push-refused', detail: 'no' };
    const freeze = { intact: false, hash: 'h', files: 1, violations: [] };
    for (const over of [{ cut: 'push' as const }, { failure }, { freeze }])
      expect(next([attempt(1, 'a1 done', over)])).toMatch(/^a/);
  });

  it('R2 the failure pinned on a retry is that of the last attempt; on an outer retry that of the end-to-end pass', () => {
    const pinned = (...told: string[]) => {
      const task = course(plan(), past(...told));
      return task.kind === 'slice' ? task.failure : undefined;
    };
    expect(pinned()).toBeUndefined();
    expect(pinned('a1 red', 'a2 red')).toBe('output of a2 red');
    expect(pinned('a1 red', 'a2 done')).toBeUndefined();
    expect(pinned(...BUILT, 'e2e b')).toBe('e2e output');
    expect(pinned(...BUILT, 'e2e b', 'b1 outer red')).toBe('output of b1 outer red');
    expect(pinned('a1 spec', '/continue')).toMatch(/layers belong to the slice: api[\s\S]*ui: components\/x\.js/);
  });
});

describe('R4 R5 R7 R9 what stops it', () => {
  it.each<[string, string[], string | undefined]>([
    ['nothing yet', [], undefined],
    ['a first failure', ['a1 red'], undefined],
    ['a second', ['a1 red', 'a2 red'], undefined],
    ['the third', ['a1 red', 'a2 red', 'a3 red'], 'CIRCUIT_BREAKER'],
    ['not when the third is green', ['a1 red', 'a2 red', 'a3 done'], undefined],
    ['not when failures are of two slices', ['a1 red', 'a2 red', 'a3 done', 'b1 red'], undefined],
    ['not again right after a person’s word', ['a1 red', 'a2 red', 'a3 red', '/continue'], undefined],
    ['three more', ['a1 red', 'a2 red', 'a3 red', '/continue', 'a1 red', 'a2 red', 'a3 red'], 'CIRCUIT_BREAKER'],
    ['in the outer pass too', [...BUILT, 'e2e b', 'b1 outer red', 'b2 outer red', 'b3 outer red'], 'CIRCUIT_BREAKER'],
    ['context drift, at once', ['a1 context'], 'CONTEXT_DRIFT'],
    ['spec drift, at once', ['a1 spec'], 'SPEC_DRIFT'],
    ['drift on the third attempt is drift', ['a1 red', 'a2 red', 'a3 spec'], 'SPEC_DRIFT'],
    ['drift that was let pass', ['a1 spec', '/approve'], undefined],
    ['a comment answers no drift: /approve still can', ['a1 spec', '/comment hm'], 'SPEC_DRIFT'],
    ['one failing end-to-end pass', [...BUILT, 'e2e b'], undefined],
    ['a second one', [...BUILT, 'e2e b', 'b1 outer done', 'e2e b'], 'OUTER_BREAKER'],
    ['a person grants one more', [...BUILT, 'e2e b', 'b1 outer done', 'e2e b', '/continue'], undefined],
    [
      'and only one',
      [...BUILT, 'e2e b', 'b1 outer done', 'e2e b', '/continue', 'b1 outer done', 'e2e b'],
      'OUTER_BREAKER',
    ],
    ['all built is not yet success', BUILT, undefined],
    ['end to end is green', [...BUILT, 'e2e ok'], 'SUCCESS'],
    ['green after the retry', [...BUILT, 'e2e b', 'b1 outer done', 'e2e ok'], 'SUCCESS'],
    ['/abort before success', [...BUILT, '/abort', 'e2e ok'], 'ABORTED'],
    ['success before /finish', [...BUILT, '/finish', 'e2e ok'], 'SUCCESS'],
  ])('%s', (_, told, code) => {
    expect(ralph.stop(ralphSpec(), past(...told))?.code).toBe(code);
  });

  it('R10 implement ends with its slice', () => {
    const spec = ralphSpec({ mode: 'implement', slices: plan().slices.slice(0, 1) });
    expect(ralph.stop(spec, past('a1 red'))).toBeUndefined();
    expect(ralph.stop(spec, past('a1 red', 'a2 done'))?.code).toBe('SUCCESS');
  });

  it('R7 the circuit breaker names slice, attempts, failure and context', () => {
    const exit = ralph.stop(ralphSpec(), past('a1 red', 'a2 red', 'a3 red'));
    expect(exit?.why).toBe('Slice a (The a) failed its verification in 3 attempts.');
    expect(exit?.evidence).toEqual([
      'attempt 1, iteration 1: 1 file changed; output of a1 red',
      'attempt 2, iteration 2: 1 file changed; output of a2 red',
      'attempt 3, iteration 3: 1 file changed; output of a3 red',
      '2 retries, each in fresh context: the plan, the slice, the log, and the failure on top',
    ]);
  });

  it('R5 spec drift names the files, so that their owners are asked', () => {
    expect(ralph.stop(ralphSpec(), past('a1 spec'))).toMatchObject({
      files: ['components/x.js'],
      asks: true,
      kind: 'park',
    });
  });

  it('R7 attempts that broke without a verdict count too, unless they break in a row', () => {
    const broken = { failure: { code: 'agent-timeout', detail: 'stopped' } };
    const record = [attempt(1, 'a1 red'), attempt(2, 'a2 cut', broken), attempt(3, 'a3 red')];
    expect(ralph.stop(ralphSpec(), record)?.code).toBe('CIRCUIT_BREAKER');
    const inARow = ['a1 cut', 'a2 cut', 'a3 cut'].map((told, index) => attempt(index + 1, told, broken));
    expect(ralph.stop(ralphSpec(), inARow)?.code).toBe('BROKEN');
  });
});
