import { describe, expect, test } from 'vitest';
import { iterNumber, lastScalar } from '../../src/brakes/autoiter-past.ts';
import { budgetExhausted, budgetUse } from '../../src/brakes/budget-exhausted.ts';
import { converged } from '../../src/brakes/converged.ts';
import { escalated } from '../../src/brakes/escalated.ts';
import { lockedRunSpec } from '../../src/brakes/run-spec-lock.ts';
import { specWaiting } from '../../src/brakes/spec-waiting.ts';
import { stuck } from '../../src/brakes/stuck.ts';
import { RUN_SPEC } from '../../src/config/run-spec.ts';
import type { AutoiterFacts } from '../../src/facts/autoiter.ts';
import type { Past } from '../../src/record.ts';
import { approve, discovery, fix, iter, plan, scalar, yaml } from './autoiter-entries.ts';
import { change, idle, word } from './entries.ts';

const start = (text = yaml()): Past => [discovery(text), approve(text)];

describe('C2 SPEC_WAITING', () => {
  test.each<[string, Past, boolean]>([
    ['before discovery', [], false],
    ['proposed', [discovery()], true],
    ['a /continue approves nothing', [discovery(), word('continue')], true],
    ['an empty approval', [discovery(), approve(' ')], true],
    ['an approval of what is not valid', [discovery(), approve('trigger: {}\n')], true],
    ['approved', start(), false],
    ['approved at the second try', [discovery(), approve('trigger: {}\n'), approve()], false],
  ])('%s', (_, past, waits) => {
    expect(specWaiting(plan(), past)?.code).toBe(waits ? 'SPEC_WAITING' : undefined);
  });

  test('mistakes of an approved run spec are told with line and key', () => {
    const exit = specWaiting(plan(), [discovery(), approve('trigger:\n  invocaton: npm test\n')]);
    expect(exit?.evidence.join('\n')).toMatch(/line 2, trigger\.invocaton: .*did you mean `invocation`/);
  });

  test('with auto_approve the proposal locks itself', () => {
    expect(specWaiting(plan({ auto_approve: true }), [discovery()])).toBeUndefined();
    expect(lockedRunSpec(plan({ auto_approve: true }), [discovery()])?.trigger.invocation).toBe('npm test');
  });

  test('write-once: the first valid approval holds, whatever is approved later', () => {
    const later = approve(yaml('budget: {max_iterations: 99}'));
    expect(lockedRunSpec(plan(), [...start(), later])?.budget.max_iterations).toBe(5);
  });
});

describe('C13 CONVERGED', () => {
  const threshold = yaml('success_criterion: {type: scalar_threshold, threshold: 0.9}');
  const cost = yaml('success_criterion: {type: scalar_threshold, threshold: 90, lower_is_better: true}');
  const held = { held_out: 'npm run hidden' };

  test.each<[string, string, Partial<AutoiterFacts>, ReturnType<typeof plan>, boolean]>([
    ['SC2 all green', yaml(), { allGreen: true }, plan(), true],
    ['SC2 not green', yaml(), { allGreen: false }, plan(), false],
    ['SC2 nothing known', yaml(), {}, plan(), false],
    ['SC2 threshold reached', threshold, { scalar: scalar(0.5, 0.9) }, plan(), true],
    ['SC2 threshold missed', threshold, { scalar: scalar(0.5, 0.89) }, plan(), false],
    ['SC2 a green trigger is no threshold', threshold, { allGreen: true, scalar: scalar(0.5, 0.7) }, plan(), false],
    ['SC2 nothing measured', threshold, { scalar: scalar(0.5, null) }, plan(), false],
    ['SC2 a cost that is low enough', cost, { scalar: scalar(120, 90) }, plan(), true],
    ['SC2 a cost that is not', cost, { scalar: scalar(120, 95) }, plan(), false],
    ['G4 the held-out check agrees', yaml(), { allGreen: true, heldOut: { ok: true } }, plan(held), true],
    ['G4 the held-out check disagrees', yaml(), { allGreen: true, heldOut: { ok: false } }, plan(held), false],
    ['G4 the held-out check did not run', yaml(), { allGreen: true }, plan(held), false],
  ])('%s', (_, text, facts, spec, ends) => {
    expect(converged(spec, [...start(text), iter(2, facts)])?.code).toBe(ends ? 'CONVERGED' : undefined);
  });

  test('not over a failed iteration, an escalated one, or a violated freeze', () => {
    const green = { allGreen: true };
    const failure = { code: 'git-failed', detail: '' };
    expect(converged(plan(), [...start(), iter(2, green, { failure })])).toBeUndefined();
    const escalate = { reason: 'g6_diff_audit_failed', detail: '' } as const;
    expect(converged(plan(), [...start(), iter(2, { ...green, escalate })])).toBeUndefined();
    const freeze = { intact: false, hash: '', files: 1, violations: [] };
    expect(converged(plan(), [...start(), iter(2, green, { freeze })])).toBeUndefined();
  });

  const planned = (text: string) => ({ plan: { batches: [], text, jaccard: 0, bucket: 1 } });
  test.each<[string, Past, boolean]>([
    ['SC3 one flat', [iter(2, { scalar: scalar(0.5, 0.5) })], false],
    ['SC3 two flat', [iter(2, { scalar: scalar(0.5, 0.5) }), iter(3, { scalar: scalar(0.5, 0.5) })], true],
    ['SC3 the first moved', [iter(2, { scalar: scalar(0.4, 0.5) }), iter(3, { scalar: scalar(0.5, 0.5) })], false],
    [
      'SC3 within a hundredth',
      [iter(2, { scalar: scalar(100, 101) }), iter(3, { scalar: scalar(101, 100, 100) })],
      true,
    ],
    [
      'SC3 a hundredth and more',
      [iter(2, { scalar: scalar(100, 102) }), iter(3, { scalar: scalar(102, 102, 100) })],
      false,
    ],
    [
      'SC3 a rating of 1 to 5 counts exactly',
      [iter(2, { scalar: scalar(3, 4) }), iter(3, { scalar: scalar(4, 4, 3) })],
      false,
    ],
    ['SC3 unmeasured', [iter(2, { scalar: scalar(0.5, 0.5) }), iter(3, { scalar: scalar(0.5, null) })], false],
    [
      'SC3 a person in between',
      [iter(2, { scalar: scalar(0.5, 0.5) }), word('continue'), iter(3, { scalar: scalar(0.5, 0.5) })],
      false,
    ],
    [
      'rule 8: a plan that repeats itself is for G7',
      [2, 3].map(n => iter(n, { scalar: scalar(0.5, 0.5), ...planned('mend the parser') })),
      false,
    ],
  ])('%s', (_, past, ends) => {
    expect(converged(plan(), [...start(), ...past])?.code).toBe(ends ? 'CONVERGED' : undefined);
  });
});

describe('C4, C13 BUDGET_EXHAUSTED', () => {
  const budget = (text: string) => start(yaml(`budget: {${text}}`));
  const spend = [{ stage: 'fix' as const, role: 'implementer', ms: 1, tokensIn: 400, tokensOut: 100, killed: false }];

  test.each<[string, Past, string | undefined]>([
    ['not locked', [discovery(), iter(2), iter(3)], undefined],
    ['SC1 one of two', [...budget('max_iterations: 2'), iter(2)], undefined],
    ['SC1 two of two', [...budget('max_iterations: 2'), iter(2), iter(3)], '2 of 2 iterations'],
    [
      'SC1 discovery and prepare are no iterations',
      [...budget('max_iterations: 1'), iter(2, { phase: 'prepare' })],
      undefined,
    ],
    ['SC4 tokens left', [...budget('max_tokens: 1001'), iter(2, {}, { spend }), iter(3, {}, { spend })], undefined],
    [
      'SC4 tokens used up',
      [...budget('max_tokens: 1000'), iter(2, {}, { spend }), iter(3, {}, { spend })],
      '1000 of 1000 tokens',
    ],
    ['SC4 minutes used up', [...budget('max_wallclock_min: 1.5'), iter(2), iter(3)], '1.5 of 1.5 minutes'],
    ['SC4 tokens nobody told', [...budget('max_tokens: 1'), iter(2)], undefined],
    [
      '/continue at the end grants as much again',
      [...budget('max_iterations: 1'), iter(2), word('continue')],
      undefined,
    ],
    ['… and no more', [...budget('max_iterations: 1'), iter(2), word('continue'), iter(3)], '2 of 2 iterations'],
    [
      '/continue before the end grants nothing',
      [...budget('max_iterations: 2'), iter(2), word('continue'), iter(3)],
      '2 of 2 iterations',
    ],
  ])('%s', (_, past, seen) => {
    expect(budgetExhausted(plan(), past)?.evidence.join()).toBe(seen);
  });

  test('unlimited amounts have no counter', () => {
    const run = RUN_SPEC.parse({ trigger: { invocation: 'x' } });
    expect(budgetUse(run, [])).toEqual([{ name: 'iterations', value: 0, limit: 5 }]);
  });
});

describe('SC5 stuck', () => {
  const failing = (n: number, ...errors: string[]) => iter(n, { errors });
  const still = (n: number) =>
    idle(n, { autoiter: iter(n).autoiter, change: { ...change('s', 's'), files: [] } } as object);

  test.each<[string, Past, RegExp | undefined]>([
    ['twice', [failing(2, 'a'), failing(3, 'a')], undefined],
    ['three times', [failing(2, 'a'), failing(3, 'a'), failing(4, 'a')], /same error in 3/],
    ['three times among others', [failing(2, 'a', 'b'), failing(3, 'c', 'a'), failing(4, 'a')], /same error in 3/],
    ['three errors', [failing(2, 'a'), failing(3, 'b'), failing(4, 'c')], undefined],
    ['no errors', [failing(2), failing(3), failing(4)], undefined],
    [
      'an iteration without it between',
      [failing(2, 'a'), failing(3, 'b'), failing(4, 'a'), failing(5, 'a')],
      undefined,
    ],
    ['a person in between', [failing(2, 'a'), failing(3, 'a'), word('continue'), failing(4, 'a')], undefined],
    [
      'the scalar got better',
      [failing(2, 'a'), failing(3, 'a'), iter(4, { errors: ['a'], scalar: scalar(1.1, 2) })],
      undefined,
    ],
    [
      'the scalar got worse',
      [failing(2, 'a'), failing(3, 'a'), iter(4, { errors: ['a'], scalar: scalar(2.5, 1) })],
      /same error in 3/,
    ],
    ['four without a change', [2, 3, 4, 5].map(still), undefined],
    ['five without a change', [2, 3, 4, 5, 6].map(still), /5 iterations in a row changed no file/],
    ['a change between', [2, 3, 4].map(still).concat(iter(5), [6, 7].map(still)), undefined],
  ])('%s', (_, past, why) => {
    const exit = stuck(plan(), [...start(), ...past]);
    expect(exit?.why ?? '').toMatch(why ?? /^$/);
    expect(exit?.code).toBe(why ? 'ESCALATED' : undefined);
  });
});

describe('ESCALATED by the last iteration', () => {
  const reasons = [
    [
      'blocker_unrecoverable',
      { recovery: [{ model: 'fast', root_cause: 'no port', fix: 'none', result: 'exit code 1' }] },
      /attempt 1 \(fast\): no port/,
    ],
    ['loop_no_progress', { plan: { batches: [], text: '', jaccard: 0.75, bucket: 4 } }, /Jaccard 0\.75, bucket 4 of 5/],
    ['g6_diff_audit_failed', { audit: { ok: false, untraceable: [{ file: 'x.sh', why: 'nobody' }] } }, /x\.sh: nobody/],
    ['stage_anchor_drift', {}, /stage_anchor_drift: seen/],
    ['prepare_failed', {}, /prepare_failed: seen/],
  ] as const;

  test.each(reasons)('C6, C8, C10, C16: %s', (reason, over, shown) => {
    const exit = escalated(plan(), [
      ...start(),
      iter(2, { ...over, escalate: { reason, detail: 'seen' } } as Partial<AutoiterFacts>),
    ]);
    expect(exit?.code).toBe('ESCALATED');
    expect(exit?.evidence.join('\n')).toMatch(shown);
  });

  test('the owners of untraceable files are asked', () => {
    const untraceable = Array.from({ length: 12 }, (_, n) => ({ file: `f${n}`, why: 'nobody' }));
    const escalate = { reason: 'g6_diff_audit_failed', detail: '' } as const;
    const exit = escalated(plan(), [iter(1, { audit: { ok: false, untraceable }, escalate })]);
    expect(exit?.files).toHaveLength(12);
    expect(exit?.evidence.at(-1)).toBe('and 2 more');
  });

  test('rule 13: answered, it trips no more', () => {
    const tripped = iter(2, { escalate: { reason: 'loop_no_progress', detail: '' } });
    expect(escalated(plan(), [tripped, word('continue')])).toBeUndefined();
    expect(escalated(plan(), [tripped, word('continue'), iter(3)])).toBeUndefined();
  });
});

describe('C11 what the branch’s scalar is', () => {
  test.each<[string, Past, number | null, number | null]>([
    ['nothing measured', [iter(1)], null, null],
    ['only a baseline', [iter(1, { phase: 'prepare', scalar: scalar(null, null, 7) })], 7, 7],
    ['the latest', [iter(1, { scalar: scalar(1, 2, 1) }), iter(2, { scalar: scalar(2, 3, 1) })], 3, 1],
    [
      'one that measured nothing',
      [iter(1, { scalar: scalar(1, 2, 1) }), iter(2, { scalar: scalar(2, null, 1) })],
      2,
      1,
    ],
    [
      'what was taken back counts no longer',
      [
        iter(1, {
          scalar: scalar(5, 3, 5),
          rollback: [{ fix: 'FIX-001', commit: 'c', why: '' }],
          fixes: [fix('FIX-001')],
        }),
      ],
      5,
      5,
    ],
  ])('%s', (_, past, last, baseline) => {
    expect(lastScalar(past)).toEqual({ last, baseline });
  });

  test('iterations are numbered without discovery and prepare', () => {
    const past = [discovery(), iter(2, { phase: 'prepare' }), iter(3), iter(4)];
    expect(past.map(entry => iterNumber(past, entry))).toEqual([0, 0, 1, 2]);
  });
});
