// The autonomous loop's own brakes (seed 001): Jidoka tiers, SUCCESS, MAX; which of them speaks first.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commits, contractOf, doneCommits, nextCommit } from '../../src/brakes/commits.ts';
import { counters } from '../../src/brakes/counters.ts';
import { errorsSoFar, grantedAttempt, jidoka, numbers, type Tier } from '../../src/brakes/jidoka.ts';
import { max } from '../../src/brakes/max.ts';
import { success } from '../../src/brakes/success.ts';
import type { AutonomousFacts } from '../../src/facts/autonomous.ts';
import { autonomous } from '../../src/loops/autonomous.ts';
import type { ExitCode, Iteration, Past } from '../../src/record.ts';
import type { AutonomousPlan, Spec } from '../../src/spec.ts';
import { block, change, check, failed, idle, iteration, spec, word } from './entries.ts';

const plan: AutonomousPlan = {
  commits: [
    { title: 'read', contract: ['reads 45m'] },
    { title: 'write', contract: [] },
  ],
  acceptance: ['zero is 0s'],
  rules: [],
};
const auto = spec({
  loop: 'autonomous',
  autonomous: plan,
  limits: { ...spec().limits, max_cycles: 5, no_progress: 3 },
});

function tried(n: number, errors: string[], over: Partial<AutonomousFacts> = {}): Iteration {
  const commit = { index: 0, of: 2, title: 'read' };
  return iteration(n, { autonomous: { commit, errors, outcome: 'CONTINUE', ...over }, blocks: [block('test')] });
}
const done = (n: number, index: number): Iteration =>
  tried(n, [], { outcome: 'SUCCESS', commit: { index, of: 2, title: plan.commits[index]?.title ?? '' } });
const each = (...errors: string[][]): Past => errors.map((found, at) => tried(at + 1, found));

describe('A6 Jidoka: which tier', () => {
  const table: [string, Past, Tier, string | undefined][] = [
    ['no error', each([], []), 1, undefined],
    ['fewer than three of the same', each(['a'], ['a']), 1, undefined],
    ['the same error three times', each(['a'], ['a'], ['a']), 2, 'in iterations 1, 2 and 3'],
    ['the same, with others around it', each(['a', 'b'], ['c', 'a'], ['a', 'd']), 2, 'in iterations 1, 2 and 3'],
    ['the same, with a green one between', each(['a'], [], ['a'], ['a']), 2, 'in iterations 1, 3 and 4'],
    ['reported twice in one iteration counts once', each(['a', 'a'], ['a', 'a']), 1, undefined],
    ['four different errors', each(['a'], ['b'], ['c'], ['d']), 1, undefined],
    ['five different errors', each(['a'], ['b'], ['c'], ['d'], ['e']), 3, 'errors in 5 iterations'],
    ['many errors in few iterations', each(['a', 'b', 'c', 'd', 'e', 'f']), 1, undefined],
    ['tier 3 is graver than tier 2', each(['a'], ['b'], ['a'], ['c'], ['a']), 3, 'errors in 5 iterations'],
    [
      'settlement 13: counted since a person answered',
      [...each(['a'], ['a'], ['a']), word('continue', 'try')],
      1,
      undefined,
    ],
    ['a comment does not answer', [...each(['a'], ['a'], ['a']), word('comment', 'hm')], 2, 'in iterations 1, 2 and 3'],
  ];
  test.each(table)('%s', (_, past, tier, why) => {
    expect(errorsSoFar(past).tier).toBe(tier);
    const exit = jidoka(auto, past);
    expect(exit?.code).toBe(tier === 1 ? undefined : 'JIDOKA');
    if (why) expect(exit?.why).toContain(why);
    if (exit) expect(exit.why).toContain(`tier ${tier}`);
  });

  test('the evidence names the errors, one short line each', () => {
    expect(jidoka(auto, each(['a'], ['a'], ['a']))?.evidence).toEqual(['a']);
    const five = jidoka(auto, each(['a\nb'], ['b', 'x', 'y'], ['c'], ['d'], ['e'.repeat(400)]));
    expect(five?.evidence.slice(0, 2)).toEqual(['iteration 1: a b', 'iteration 2: b (and 2 more)']);
    expect(five?.evidence.every(line => line.length <= 200)).toBe(true);
  });

  test('the counters show both limits', () => {
    expect(counters(auto, each(['a'], ['b'], ['a']))).toContainEqual({ name: 'same error', value: 2, limit: 3 });
    expect(counters(auto, each(['a'], ['b'], ['a']))).toContainEqual({ name: 'errors', value: 3, limit: 5 });
    expect(counters(spec(), each(['a'])).map(({ name }) => name)).not.toContain('errors');
  });

  test('only the attempt right after an answered stop is a granted one', () => {
    const stopped = each(['a'], ['a'], ['a']);
    expect(grantedAttempt([])).toBe(false);
    expect(grantedAttempt(stopped)).toBe(false);
    expect(grantedAttempt([...stopped, word('continue')])).toBe(true);
    expect(grantedAttempt([...stopped, word('continue'), tried(4, ['a'])])).toBe(false);
    expect(grantedAttempt([...each(['a']), word('continue')])).toBe(false);
  });

  test('property: more errors never lower the tier, and five iterations with an error are always tier 3', () => {
    const errors = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(errors, list => {
        const tiers = list.map((_, at) => errorsSoFar(each(...list.slice(0, at + 1))).tier);
        expect(tiers).toEqual([...tiers].sort());
        if (list.filter(found => found.length > 0).length >= 5) expect(tiers.at(-1)).toBe(3);
      }),
    );
  });

  test.each([
    ['', []],
    ['1', [1]],
    ['1 and 2', [1, 2]],
    ['1, 2 and 5', [1, 2, 5]],
  ])('numbers read as “%s”', (words, list) => {
    expect(numbers(list.map(n => ({ n })))).toBe(words);
  });
});

describe('A3 where a run stands in its plan', () => {
  test('the issue’s checklist rules; else the plan the planner made', () => {
    const made = [{ title: 'all', contract: [] }];
    const planless = spec({ autonomous: { ...plan, commits: [] } });
    expect(commits(auto, [tried(1, [], { plan: made })])).toEqual(plan.commits);
    expect(commits(planless, [tried(1, [], { plan: made }), tried(2, [])])).toEqual(made);
    expect(commits(planless, [])).toEqual([]);
  });

  const table: [string, Past, number[], number][] = [
    ['at the start', [], [], 0],
    ['one that goes on', [tried(1, ['a'])], [], 0],
    ['the first is done', [done(1, 0)], [0], 1],
    ['all are done: the last one is worked on again', [done(1, 0), done(2, 1)], [0, 1], 1],
    [
      'a success that failed to be pushed is none',
      [{ ...done(1, 0), failure: { code: 'push-refused', detail: '' } }],
      [],
      0,
    ],
    ['a success that never reached the branch is none', [unpushed(done(1, 0))], [], 0],
    ['a success over a violated freeze is none', [{ ...done(1, 0), freeze: violated() }], [], 0],
    ['a success without a change of its own counts', [{ ...idle(1), ...only(done(1, 0)) }], [0], 1],
  ];
  test.each(table)('%s', (_, past, finished, next) => {
    expect([...doneCommits(past)]).toEqual(finished);
    expect(nextCommit(plan.commits, past)).toBe(next);
  });

  test('A5 the issue’s acceptance list is due with the last commit', () => {
    expect(contractOf(auto, plan.commits, 0)).toEqual(['reads 45m']);
    expect(contractOf(auto, plan.commits, 1)).toEqual(['zero is 0s']);
  });
});

describe('SUCCESS', () => {
  test('all commits done over green checks and work', () => {
    expect(success(auto, [done(1, 0), done(2, 1)])).toMatchObject({
      code: 'SUCCESS',
      kind: 'end',
      evidence: ['read', 'write'],
    });
  });

  const no: [string, Past, Spec?][] = [
    ['nothing ran', []],
    ['a commit is open', [done(1, 0)]],
    ['the last iteration goes on', [done(1, 0), done(2, 1), tried(3, ['a'])]],
    ['a red check', [done(1, 0), { ...done(2, 1), blocks: [block('test', { contract: check(false) })] }]],
    [
      'a check that never ran',
      [done(1, 0), done(2, 1)],
      { ...auto, blocks: [{ name: 'lint', declared: false, paths: [], lint: 'x' }] },
    ],
    [
      'no work at all',
      [
        { ...idle(1), ...only(done(1, 0)) },
        { ...idle(2), ...only(done(2, 1)) },
      ],
    ],
    ['work that was undone', [done(1, 0), { ...done(2, 1), change: change('tree1', 'tree0') }]],
    [
      'a freeze not verified',
      [done(1, 0), done(2, 1)],
      { ...auto, freeze: { paths: [], hash: 'h', files: 1, tree: 't', created_at: '' } },
    ],
    ['settlement 13: a person answered it', [done(1, 0), done(2, 1), word('continue', 'also negative ones')]],
  ];
  test.each(no)('not with: %s', (_, past, which = auto) => {
    expect(success(which, past)).toBeUndefined();
  });
});

describe('A1 MAX', () => {
  test('all iterations used; a /continue grants as many again', () => {
    const used = [done(1, 0), ...[2, 3, 4, 5].map(n => tried(n, []))];
    expect(max(auto, used.slice(0, 4))).toBeUndefined();
    expect(max(auto, used)).toMatchObject({
      code: 'MAX',
      kind: 'park',
      asks: true,
      evidence: ['1 of 2 commits of the plan are done'],
    });
    expect(max(auto, [...used, word('continue')])).toBeUndefined();
  });
});

describe('the ladder of the loop', () => {
  const five = each(['a'], ['b'], ['c'], ['d'], ['e']);
  const table: [string, Past, ExitCode | undefined][] = [
    ['goes on', each(['a']), undefined],
    ['/abort before success', [done(1, 0), done(2, 1), word('abort')], 'ABORTED'],
    ['a push before success', [done(1, 0), done(2, 1), word('push', '', { sha: 'f00' })], 'TAKEOVER'],
    ['success before /finish', [done(1, 0), done(2, 1), word('finish')], 'SUCCESS'],
    ['success on the last iteration is success', [...each([], [], []), done(4, 0), done(5, 1)], 'SUCCESS'],
    ['/finish before Jidoka', [...five, word('finish')], 'FINISHED'],
    ['7.7 the fifth error is Jidoka, not MAX', five, 'JIDOKA'],
    ['Jidoka before a comment', [...five, word('comment', 'hm')], 'JIDOKA'],
    ['a comment', [...each(['a']), word('comment', 'hm')], 'INTERRUPT'],
    ['failures before a comment', [failed(1, 'push-refused'), word('comment', 'hm')], 'BROKEN'],
    ['no progress', [idle(1), idle(2), idle(3)], 'NO_PROGRESS'],
    ['the limit', each([], [], [], [], []), 'MAX'],
    ['closing', [...five, word('closed')], 'CLOSED'],
  ];
  test.each(table)('%s', (_, past, code) => {
    expect(autonomous.stop(auto, past)?.code).toBe(code);
  });
});

function only({ autonomous: facts, blocks }: Iteration): Partial<Iteration> {
  return { blocks, ...(facts && { autonomous: facts }) };
}
function unpushed({ commit: _, ...rest }: Iteration): Iteration {
  return rest;
}
function violated() {
  return { intact: false, hash: 'h', files: 1, violations: [] };
}
