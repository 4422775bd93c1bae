// The state of a run in the seed's form, and the clock that lets it go on by itself (U4, U12).
import { describe, expect, test } from 'vitest';
import { dueAt, stateOf } from '../../src/loops/state.ts';
import type { Past } from '../../src/record.ts';
import { iteration, spec, word } from '../brakes/entries.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const done = iteration(1, { endedAt: '2026-03-01T10:01:00.000Z' });

describe('U12 the clock', () => {
  test.each<[string, number, Past, string | undefined]>([
    ['nothing was done yet: at once', 30, [], undefined],
    ['half an hour after the last iteration', 30, [done], '2026-03-01T10:31:00.000Z'],
    ['a clock that is off: at once', 0, [done], undefined],
    [
      'words said before it ran were answered by it',
      30,
      [word('continue'), { ...done, known: 1 }],
      '2026-03-01T10:31:00.000Z',
    ],
    ['/continue while it ran: at once', 30, [word('continue'), { ...done, known: 0 }], undefined],
    [
      'another word while it ran moves nothing',
      30,
      [word('comment'), { ...done, known: 0 }],
      '2026-03-01T10:31:00.000Z',
    ],
  ])('%s', (_, auto_continue_minutes, past, due) => {
    expect(dueAt(spec({ auto_continue_minutes }), past)).toBe(due);
  });
});

describe('U4 the state', () => {
  test('has the seed’s keys and no others', () => {
    expect(stateOf(spec(), [done], NOW)).toEqual({
      mode: 'ultraloop',
      target: 'rtl-p4',
      cycle: 1,
      max_cycles: 10,
      frozen_hash: null,
      last_cycle_timestamp: Date.parse(done.endedAt) / 1000,
      auto_continue_minutes: 30,
    });
  });

  test('before the first cycle its time is now, and the freeze is named by its hash', () => {
    const freeze = { paths: ['docs/**'], hash: 'f00d', files: 2, tree: 'c0ffee', created_at: NOW };
    const state = stateOf(spec({ freeze }), [], NOW);
    expect(state).toMatchObject({ cycle: 0, frozen_hash: 'f00d', last_cycle_timestamp: Date.parse(NOW) / 1000 });
  });
});
