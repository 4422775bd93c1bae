import { describe, expect, test } from 'vitest';
import { aborted } from '../../src/brakes/aborted.ts';
import { closed } from '../../src/brakes/closed.ts';
import { finished } from '../../src/brakes/finished.ts';
import { frozenChanged } from '../../src/brakes/frozen-changed.ts';
import { interrupted } from '../../src/brakes/interrupted.ts';
import { afterSteering, iterations, last, sinceLastWord, wordsSinceIteration } from '../../src/brakes/past.ts';
import { takeover } from '../../src/brakes/takeover.ts';
import type { Past, WordName } from '../../src/record.ts';
import { fault, file, iteration, spec, word } from './entries.ts';

describe('questions about the past', () => {
  const past: Past = [iteration(1), word('continue'), iteration(2), word('comment'), fault('bug'), word('approve')];

  test('iterations, the last one, words since', () => {
    expect(iterations(past).map(it => it.n)).toEqual([1, 2]);
    expect(last(past)?.n).toBe(2);
    expect(last([])).toBeUndefined();
    expect(wordsSinceIteration(past).map(said => said.word)).toEqual(['comment', 'approve']);
    expect(wordsSinceIteration([word('comment')])).toHaveLength(1);
  });

  test.each<[WordName, number]>([
    ['continue', 0],
    ['approve', 0],
    ['comment', 1],
    ['push', 1],
    ['abort', 1],
    ['finish', 1],
  ])('settlement 13: after %s, %i iterations count', (name, counted) => {
    expect(sinceLastWord([iteration(1), word(name)])).toHaveLength(counted);
  });

  test('what stands before a steering word is answered', () => {
    expect(afterSteering(past)).toEqual([]);
    expect(afterSteering(past.slice(0, 4))).toHaveLength(2);
  });
});

describe('K10 INTERRUPT', () => {
  test.each<[string, Past, boolean]>([
    ['a comment after an iteration', [iteration(1), word('comment', 'why?')], true],
    ['a comment before the first iteration', [word('comment', 'why?')], true],
    ['a comment that came while an iteration ran', [word('comment', 'why?'), iteration(1)], true],
    ['an iteration cut by one', [iteration(1, { cut: 'comment' })], true],
    ['answered', [iteration(1), word('comment'), word('continue')], false],
    ['a second comment after the answer', [word('comment'), word('continue'), word('comment')], true],
    [
      'answered while the cut iteration was ending',
      [word('comment'), word('continue'), iteration(1, { cut: 'comment' })],
      false,
    ],
    ['no comment', [iteration(1)], false],
  ])('%s', (_, past, trips) => {
    expect(interrupted(spec(), past)?.code).toBe(trips ? 'INTERRUPT' : undefined);
  });

  test('it quotes the comment as one short line', () => {
    const exit = interrupted(spec(), [word('comment', `a\n\nb ${'😀'.repeat(500)}`)]);
    expect(exit?.evidence[0]).toMatch(/^a b 😀+…$/u);
    expect([...(exit?.evidence[0] ?? '')]).toHaveLength(200);
    expect(exit).toMatchObject({ kind: 'park', resumable: true });
  });
});

describe('K10 TAKEOVER', () => {
  test('names who pushed and what', () => {
    const exit = takeover(spec(), [iteration(1), word('push', '', { by: 'bob', sha: 'f00' })]);
    expect(exit).toMatchObject({ code: 'TAKEOVER', kind: 'park', asks: true, evidence: ['f00'] });
    expect(exit?.why).toContain('bob');
  });

  test('the echo of our own push is none', () => {
    const own = iteration(1, { commit: 'c0ffee' });
    expect(takeover(spec(), [own, word('push', '', { sha: 'c0ffee' })])).toBeUndefined();
    expect(takeover(spec(), [word('push', '', { sha: 'c0ffee' }), own])).toBeUndefined();
  });

  test('an earlier foreign push is not hidden by a later echo', () => {
    const past = [
      iteration(1, { commit: 'c0ffee' }),
      word('push', '', { sha: 'f00' }),
      word('push', '', { sha: 'c0ffee' }),
    ];
    expect(takeover(spec(), past)?.evidence).toEqual(['f00']);
  });
});

describe('K2, K10 words that end a run', () => {
  test('/abort gives its reason', () => {
    const exit = aborted(spec(), [word('abort', ' wrong\n issue ', { by: 'ann' })]);
    expect(exit).toMatchObject({ why: 'ann said /abort.', evidence: ['wrong issue'], kind: 'end', asks: false });
    expect(aborted(spec(), [iteration(1, { cut: 'abort' })])?.code).toBe('ABORTED');
    expect(aborted(spec(), [word('continue')])).toBeUndefined();
  });

  test('closing is told apart from the label', () => {
    expect(closed(spec(), [word('closed')])?.why).toContain('closed the issue');
    expect(closed(spec(), [word('unlabeled')])?.why).toContain('removed the label');
    expect(closed(spec(), [iteration(1, { cut: 'closed' })])?.code).toBe('CLOSED');
    expect(closed(spec(), [word('finish')])).toBeUndefined();
  });

  test('/finish', () => {
    expect(finished(spec(), [word('finish'), iteration(1, { cut: 'finish' })])?.code).toBe('FINISHED');
    expect(finished(spec(), [word('comment'), iteration(1)])).toBeUndefined();
  });
});

describe('U9 FREEZE_VIOLATION', () => {
  const violations = Array.from({ length: 12 }, (_, i) => file(`docs/${i}.md`, { status: 'D' }));
  const exit = frozenChanged(spec(), [iteration(1, { freeze: { intact: false, hash: 'h', files: 20, violations } })]);

  test('asks the owners of every violated file, shows a few', () => {
    expect(exit?.files).toHaveLength(12);
    expect(exit?.evidence).toHaveLength(11);
    expect(exit?.evidence.at(-1)).toBe('and 2 more');
    expect(exit).toMatchObject({ kind: 'end', asks: true, resumable: true });
  });

  test('only the last iteration counts', () => {
    const bad = iteration(1, { freeze: { intact: false, hash: 'h', files: 1, violations: [file('a')] } });
    expect(frozenChanged(spec(), [bad, iteration(2)])).toBeUndefined();
    expect(frozenChanged(spec(), [])).toBeUndefined();
  });
});
