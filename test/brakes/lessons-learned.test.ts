// A9: which of people's words are lessons, and what is kept of them.
import { describe, expect, test } from 'vitest';
import { lessonsLearned } from '../../src/brakes/lessons-learned.ts';
import { autonomous } from '../../src/loops/autonomous.ts';
import type { Past, Word } from '../../src/record.ts';
import { idle, iteration, spec, word } from './entries.ts';

const which = spec({ loop: 'autonomous', limits: { ...spec().limits, no_progress: 3 } });
const tried = (n: number) =>
  iteration(n, {
    autonomous: { commit: { index: 0, of: 1, title: 'Read durations' }, errors: ['test › a: b'], outcome: 'CONTINUE' },
  });
const stuck: Past = [tried(1), tried(2), tried(3)];
const learned = (past: Past, from = past.length - 1) => lessonsLearned(autonomous.stop, { spec: which, past }, from);

describe('A9 lessons', () => {
  test('the decision at a Jidoka stop, with what it was about', () => {
    const answer = word('continue', 'anchor the expression', { id: 'comment/9' });
    expect(learned([...stuck, answer])).toEqual([
      {
        id: 'r7k2/comment/9',
        lesson: {
          run: 'r7k2',
          at: answer.at,
          when: 'Jidoka tier 2: the same error in iterations 1, 2 and 3; the limit is 3. test › a: b',
          decision: 'ann: /continue anchor the expression',
        },
      },
    ]);
  });

  const table: [string, Past, Word, string | undefined][] = [
    ['giving up at a stop, without a reason', stuck, word('abort'), 'ann: /abort'],
    ['a bare /continue at a stop', stuck, word('continue'), undefined],
    ['guidance while nothing is stuck', [tried(1)], word('continue', 'go on'), undefined],
    ['an objection', [tried(1)], word('comment', 'not like this'), 'ann: not like this'],
    ['an abort with its reason', [tried(1)], word('abort', 'wrong file'), 'ann: /abort wrong file'],
    ['an abort without one', [tried(1)], word('abort'), undefined],
    ['a stop of another kind', [idle(1), idle(2), idle(3)], word('continue', 'edit a.ts'), 'ann: /continue edit a.ts'],
    ['a push', [tried(1)], word('push', '', { sha: 'f' }), undefined],
  ];
  test.each(table)('%s', (_, past, said, decision) => {
    expect(learned([...past, said])[0]?.lesson.decision).toBe(decision);
  });

  test('what an objection was about', () => {
    expect(learned([tried(1), word('comment', 'no')])[0]?.lesson.when).toBe(
      'A person objected after iteration 1 on “Read durations”.',
    );
    expect(learned([word('comment', 'no')], 0)[0]?.lesson.when).toBe(
      'A person objected before the first iteration ended.',
    );
  });

  test('only words from the given entry on', () => {
    expect(learned([tried(1), word('comment', 'no'), tried(2)], 2)).toEqual([]);
  });
});
