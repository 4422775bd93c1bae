// A model service that asks to wait: nobody's failure, no attempt; when the run tries again, and when it asks a person.
import { describe, expect, test } from 'vitest';
import { broken } from '../../src/brakes/broken.ts';
import { budgetUse } from '../../src/brakes/budget-exhausted.ts';
import { iterationLimit, maxCycles } from '../../src/brakes/max-cycles.ts';
import { triesAgainAt, waitsForModel } from '../../src/brakes/model-wait.ts';
import { noProgress } from '../../src/brakes/no-progress.ts';
import { isWait } from '../../src/brakes/past.ts';
import { attemptsAt, isAttempt } from '../../src/brakes/ralph-course.ts';
import { tokenExhaustion } from '../../src/brakes/token-exhaustion.ts';
import { RUN_SPEC } from '../../src/config/run-spec.ts';
import { dueAt } from '../../src/loops/state.ts';
import type { Iteration, Past } from '../../src/record.ts';
import { change, failed, fault, idle, iteration, spec, word } from './entries.ts';

const limited = (n: number, over: Partial<Iteration> = {}, until?: string): Iteration =>
  idle(n, {
    failure: { code: 'model-limited', detail: `anthropic answered 429, ${n}`, ...(until && { until }) },
    ...over,
  });
/** It did something before it was refused. */
const cutShort = (n: number): Iteration => limited(n, { change: change(`tree${n - 1}`, `tree${n}`) });
const row = (count: number): Iteration[] => Array.from({ length: count }, (_, at) => limited(at + 1));
/** Iterations end at half past the minute of their number. */
const at = (time: string): string => `2026-03-01T${time}.000Z`;

describe('the next try', () => {
  test.each<[string, Past, string | undefined]>([
    ['nothing waits', [iteration(1)], undefined],
    ['a minute after the first refusal', row(1), at('10:02:30')],
    ['five after the second', row(2), at('10:07:30')],
    ['fifteen after the third', row(3), at('10:18:30')],
    ['thirty after the fourth', row(4), at('10:34:30')],
    ['and no later than that', row(9), at('10:39:30')],
    ['when the service said', [limited(1, {}, at('11:00:00'))], at('11:00:00')],
    ['never before a minute is over', [limited(1, {}, at('10:01:31'))], at('10:02:30')],
    ['a time that is none is not believed', [limited(1, {}, 'tomorrow')], at('10:02:30')],
    [
      'a service that keeps naming the next minute is asked less often',
      [...row(3), limited(4, {}, at('10:05:00'))],
      at('10:34:30'),
    ],
    ['a good iteration between', [limited(1), limited(2), iteration(3), limited(4)], at('10:05:30')],
    ['a person’s word begins anew', [limited(1), limited(2), word('continue'), limited(3)], at('10:04:30')],
    ['another failure since', [limited(1), failed(2, 'git-failed')], undefined],
  ])('%s', (_, past, expected) => {
    expect(triesAgainAt(past)).toBe(expected);
  });

  test('K11 it is the run’s clock, also where that is off; `/continue` while it was refused goes at once', () => {
    expect(dueAt(spec(), row(1))).toBe(at('10:02:30'));
    expect(dueAt(spec({ auto_continue_minutes: 0 }), row(1))).toBe(at('10:02:30'));
    expect(dueAt(spec(), [word('continue'), limited(1)])).toBeUndefined();
    expect(dueAt(spec(), [...row(1), iteration(2)])).toBe(at('10:32:30'));
  });

  test('what is waited for: a later outage of GitHub is another thing', () => {
    expect(waitsForModel(row(1))).toBe(true);
    expect(waitsForModel([...row(1), word('comment')])).toBe(true);
    expect(waitsForModel([...row(1), fault('github-unreachable')])).toBe(false);
    expect(waitsForModel([iteration(1)])).toBe(false);
  });
});

describe('what only waited is counted by nobody', () => {
  test('not as a failure in a row, nor as what interrupts one', () => {
    expect(broken(spec(), row(9))).toBeUndefined();
    const past = [failed(1, 'agent-failed'), limited(2), failed(3, 'agent-failed'), limited(4)];
    expect(broken(spec(), past)).toBeUndefined();
    expect(broken(spec(), [...past, failed(5, 'agent-failed')])?.code).toBe('BROKEN');
  });

  test('not as idle, and what it interrupts stays idle', () => {
    expect(noProgress(spec(), row(5))).toBeUndefined();
    expect(noProgress(spec(), [idle(1), limited(2), idle(3)])?.code).toBe('NO_PROGRESS');
  });

  test('not as one of the iterations a run has, whose numbers go on', () => {
    const two = spec({ limits: { ...spec().limits, max_cycles: 2 } });
    expect(iterationLimit(two, [iteration(1), ...row(3)])).toBe(5);
    expect(maxCycles(two, [iteration(1), limited(2), limited(3)])).toBeUndefined();
    const stopped = maxCycles(two, [iteration(1), limited(2), iteration(3)]);
    expect(stopped?.why).toContain('3 of 3 iterations');
    expect(stopped?.evidence).toEqual([]);
    expect(maxCycles(two, [iteration(1), cutShort(2)])?.code).toBe('MAX_CYCLES');
  });

  test('C4 not as one of autoiter’s', () => {
    const run = RUN_SPEC.parse({ trigger: { invocation: 'make bench' }, budget: { max_iterations: 2 } });
    const facts = { phase: 'iteration', issues: [], recovery: [], verdicts: [], fixes: [], deferred: [] } as const;
    const autoiter = { ...facts, rollback: [], specialCasing: [] } as unknown as NonNullable<Iteration['autoiter']>;
    const past = [iteration(1, { autoiter }), limited(2, { autoiter }), limited(3, { autoiter })];
    expect(budgetUse(run, past)[0]).toEqual({ name: 'iterations', value: 3, limit: 4 });
  });

  test('R7 not as an attempt at a slice', () => {
    const ralph = { slice: { id: 's1', name: 's', index: 0, of: 1 }, attempt: 1, pass: 'inner', done: false } as const;
    const past = [limited(1, { ralph }), iteration(2, { ralph, failure: { code: 'agent-idle', detail: '' } })];
    expect(attemptsAt(past, { id: 's1' }, 'inner').map(isAttempt)).toEqual([false, true]);
  });

  test('U11 it told nothing of its cost because there was nothing to tell', () => {
    const spend = (tokensIn?: number) => [
      {
        stage: 'execute',
        role: 'implementer',
        ms: 1,
        killed: false,
        ...(tokensIn !== undefined && { tokensIn }),
      } as const,
    ];
    const tokens = spec({ budget: { max_tokens: 100 } });
    const past = [iteration(1, { spend: spend(40) }), limited(2, { spend: spend() }), limited(3, { spend: spend() })];
    expect(tokenExhaustion(tokens, past)).toBeUndefined();
    expect(tokenExhaustion(tokens, [iteration(1, { spend: spend(60) }), limited(2, { spend: spend(0) })])?.code).toBe(
      'TOKEN_EXHAUSTION',
    );
  });

  test.each<[string, Iteration, boolean]>([
    ['refused before it did anything', limited(1), true],
    ['before there was anything to see', { ...limited(1), change: undefined } as unknown as Iteration, true],
    ['after it changed something', cutShort(1), false],
    ['after a commit', { ...limited(1), commit: 'c1' }, false],
    ['with work an outage kept from the branch', limited(1, { unpublished: 't1' }), false],
    ['cut short by a person', limited(1, { cut: 'abort' }), false],
    ['another failure', idle(1, { failure: { code: 'agent-idle', detail: '' } }), false],
  ])('%s', (_, one, expected) => {
    expect(isWait(one)).toBe(expected);
  });
});

describe('a person is asked when it lasts', () => {
  const late = (n: number, hours: number, until?: string): Iteration => {
    const time = new Date(Date.parse(at('10:00:00')) + hours * 3_600_000).toISOString();
    return limited(n, { startedAt: time, endedAt: time }, until);
  };

  test('after 24 hours of nothing else, with what was refused last', () => {
    expect(broken(spec(), [late(1, 0), late(2, 23)])).toBeUndefined();
    const exit = broken(spec(), [late(1, 0), late(2, 12), late(3, 24)]);
    expect(exit).toMatchObject({ code: 'BROKEN', kind: 'park', asks: true });
    expect(exit?.why).toContain('has not served this run since 2026-03-01 10:00 UTC');
    expect(exit?.evidence).toEqual([1, 2, 3].map(n => `anthropic answered 429, ${n}`));
  });

  test('at once when the service wants longer', () => {
    expect(broken(spec(), [late(1, 0, at('22:00:00'))])).toBeUndefined();
    expect(broken(spec(), [late(1, 0, '2026-03-05T10:00:00.000Z')])?.why).toContain('2026-03-05 10:00 UTC');
  });

  test('work done meanwhile, and a person’s word, begin the day anew', () => {
    const worked = { ...late(2, 20), change: change('a', 'b') };
    expect(broken(spec(), [late(1, 0), worked, late(3, 30)])).toBeUndefined();
    expect(broken(spec(), [late(1, 0), word('continue'), late(2, 30)])).toBeUndefined();
  });
});
