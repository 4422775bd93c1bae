import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { broken } from '../../src/brakes/broken.ts';
import { budget } from '../../src/brakes/budget.ts';
import { counters } from '../../src/brakes/counters.ts';
import { iterationLimit, maxCycles } from '../../src/brakes/max-cycles.ts';
import { noProgress } from '../../src/brakes/no-progress.ts';
import { tokenExhaustion } from '../../src/brakes/token-exhaustion.ts';
import { FAILURES } from '../../src/failures.ts';
import type { Iteration, Past, Spend } from '../../src/record.ts';
import { failed, fault, idle, iteration, spec, word } from './entries.ts';

describe('BROKEN', () => {
  test.each<[string, Past, string | undefined]>([
    ['two of three', [failed(1, 'agent-failed'), failed(2, 'agent-failed')], undefined],
    ['three of three', [failed(1, 'agent-failed'), failed(2, 'agent-idle'), fault('git-failed')], 'BROKEN'],
    [
      'a good one between',
      [failed(1, 'agent-failed'), failed(2, 'git-failed'), iteration(3), failed(4, 'git-failed')],
      undefined,
    ],
    [
      'a word between does not mend',
      [failed(1, 'git-failed'), word('comment'), failed(2, 'git-failed'), fault('disk-full')],
      'BROKEN',
    ],
    [
      '/continue counts anew',
      [failed(1, 'git-failed'), failed(2, 'git-failed'), word('continue'), failed(3, 'git-failed')],
      undefined,
    ],
    ['an unknown code is counted, not judged', [failed(1, 'from-the-future')], undefined],
    ['GitHub being away is nobody’s failure', Array.from({ length: 9 }, () => fault('github-unreachable')), undefined],
    ['a name every object has', [failed(1, 'toString')], undefined],
    ['mended by a later turn', [failed(1, 'push-refused'), iteration(2)], undefined],
  ])('%s', (_, past, code) => {
    expect(broken(spec(), past)?.code).toBe(code);
  });

  test.each(Object.entries(FAILURES))('%s at once when trying again cannot help', (code, kind) => {
    const exit = broken(spec(), [fault(code)]);
    expect(exit !== undefined).toBe(!kind.retry);
    expect(exit?.code).toBe(kind.retry ? undefined : code === 'access-lost' ? 'ACCESS_LOST' : 'BROKEN');
  });

  test('shows each failure with its code', () => {
    const exit = broken(spec(), [failed(1, 'git-failed'), failed(2, 'agent-idle'), failed(3, 'agent-failed')]);
    expect(exit?.evidence).toEqual(['git-failed: detail 1', 'agent-idle: detail 2', 'agent-failed: detail 3']);
  });
});

describe('NO_PROGRESS and MAX_CYCLES', () => {
  test.each<[string, Past, boolean]>([
    ['one idle', [iteration(1), idle(2)], false],
    ['two idle in a row', [iteration(1), idle(2), idle(3)], true],
    ['two idle, not in a row', [idle(1), iteration(2), idle(3)], false],
    ['an iteration without a change on record', [idle(1), lost(2)], true],
    ['a person spoke between', [idle(1), word('continue'), idle(2)], false],
  ])('%s', (_, past, trips) => {
    expect(noProgress(spec(), past) !== undefined).toBe(trips);
  });

  test('max_cycles trips at its number, not before', () => {
    const of = (n: number) => Array.from({ length: n }, (_, i) => iteration(i + 1));
    expect(maxCycles(spec(), of(9))).toBeUndefined();
    expect(maxCycles(spec(), of(10))).toMatchObject({ code: 'MAX_CYCLES', asks: true, resumable: true });
  });
});

describe('U11 TOKEN_EXHAUSTION', () => {
  const used = (n: number, over: Partial<Spend>) => iteration(n, { spend: [spend(over)] });
  const tokens = spec({ budget: { max_tokens: 100 } });
  const money = spec({ budget: { max_cost_usd: 1 } });

  test.each<[string, Past, ReturnType<typeof spec>, boolean]>([
    ['no budget', [used(1, { tokensIn: 1e9 })], spec(), false],
    ['nothing ran yet', [], spec({ budget: { max_tokens: 0 } }), false],
    ['room for one like the last', [used(1, { tokensIn: 40, tokensOut: 10 })], tokens, false],
    ['no room for one like the last', [used(1, { tokensIn: 40, tokensOut: 11 })], tokens, true],
    ['the last was cheap', [used(1, { tokensIn: 80 }), used(2, { tokensIn: 10 })], tokens, false],
    ['the last was free but all is used', [used(1, { tokensIn: 100 }), used(2, { tokensIn: 0 })], tokens, true],
    ['the budget is hard: /continue makes no new one', [used(1, { tokensIn: 90 }), word('continue')], tokens, true],
    ['money', [used(1, { costUsd: 0.6 })], money, true],
    ['nobody ever told: unknown is not judged', [used(1, {}), used(2, {})], tokens, false],
    ['an untold iteration counts as the dearest told', [used(1, { tokensIn: 40 }), used(2, {})], tokens, true],
    ['working time', [iteration(1)], spec({ budget: { max_wallclock_min: 0.9 } }), true],
    ['waiting for people is free', [iteration(1), iteration(50)], spec({ budget: { max_wallclock_min: 1.5 } }), false],
  ])('%s', (_, past, which, trips) => {
    expect(tokenExhaustion(which, past) !== undefined).toBe(trips);
  });

  test('says what is used, of what, and what was estimated', () => {
    const exit = tokenExhaustion(tokens, [used(1, { tokensIn: 40 }), used(2, {})]);
    expect(exit?.evidence).toEqual([
      '80 of 100 tokens used, some of it unknown and estimated; the last iteration took 40',
    ]);
    expect(exit).toMatchObject({ kind: 'end', resumable: true });
  });

  test.each<[string, number]>([
    ['--max-tokens 300', 300],
    ['go on --max-tokens=3k please', 3000],
    ['--max-tokens 1.5M', 1_500_000],
    ['--max-tokens 50', 100],
    ['--max-tokens 300x', 100],
    ['no--max-tokens 300', 100],
    ['--max-cost 9', 100],
  ])('words raise the budget, never lower it: %s', (text, limit) => {
    expect(budget(tokens, [word('continue', text)])).toMatchObject({ max_tokens: limit });
    expect(budget(tokens, [word('comment', text)])).toMatchObject({ max_tokens: 100 });
  });

  test('there always is a run clock, of 24 hours where nobody said otherwise; no other limit comes by itself', () => {
    expect(budget(spec(), [])).toEqual({ max_wallclock_min: 1440 });
    expect(budget(spec(), [word('continue', '--max-minutes 2000 --max-tokens 5')])).toEqual({
      max_wallclock_min: 2000,
    });
    expect(budget(spec({ budget: { max_wallclock_min: 30 } }), [])).toEqual({ max_wallclock_min: 30 });
    const long = iteration(1, { endedAt: '2026-03-02T11:00:00.000Z' });
    expect(tokenExhaustion(spec(), [long])?.evidence[0]).toContain('of 1440 minutes of work used');
  });
});

describe('counters', () => {
  test('never a number without its limit, unknown is not zero', () => {
    const which = spec({ budget: { max_tokens: 1000, max_cost_usd: 5 } });
    const told = iteration(1, { spend: [spend({ tokensIn: 100, tokensOut: 20 })] });
    const untold = iteration(2, { spend: [spend({})] });
    expect(counters(which, [told, untold])).toEqual([
      { name: 'iterations', value: 2, limit: 10 },
      { name: 'failures in a row', value: 0, limit: 3 },
      { name: 'no progress', value: 0, limit: 2 },
      { name: 'tokens, at least', value: 120, limit: 1000 },
      { name: 'minutes', value: 1, limit: 1440 },
    ]);
  });

  test('the iteration limit agrees with MAX_CYCLES, whatever was said before', () => {
    const entry = fc.constantFrom('iteration' as const, 'continue' as const, 'comment' as const);
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), kinds => {
        let n = 0;
        const past: Past = kinds.map(kind => (kind === 'iteration' ? iteration(++n) : word(kind)));
        expect(maxCycles(spec(), past) !== undefined).toBe(n >= iterationLimit(spec(), past));
      }),
    );
  });
});

function spend(over: Partial<Spend>): Spend {
  return { stage: 'execute', role: 'implementer', ms: 1000, killed: false, ...over };
}

function lost(n: number): Iteration {
  const { change: _, ...rest } = iteration(n);
  return rest;
}
