// From which tree on changes are a slice's own (R5): nothing slips in through an attempt that failed before the sentinel saw it.
import { describe, expect, it } from 'vitest';
import type { Entry, Iteration } from '../../src/record.ts';
import { sliceStart } from '../../src/stages/ralph/slice-change.ts';
import { change, word } from '../brakes/entries.ts';
import { attempt, slice } from '../brakes/ralph-entries.ts';

/** An attempt that took the tree from one to another; one that drifted left the branch where it was. */
function moved(n: number, told: string, [from, to]: [string, string]): Iteration {
  const one = attempt(n, told, { change: change(from, to) });
  if (!one.ralph?.drift) return one;
  const { commit: _, ...kept } = one;
  return kept;
}
const start = (past: Entry[], from: string): string => sliceStart(past, { slice: slice('b'), pass: 'inner' }, from);
const before = moved(1, 'a1 done', ['t0', 't1']);

describe('R5 the tree a slice began with', () => {
  it.each<[string, Entry[], string, string]>([
    ['a first attempt: where it begins', [before], 't1', 't1'],
    ['a retry: where the first began', [before, moved(2, 'b1 red', ['t1', 't2'])], 't2', 't1'],
    ['the last retry', [before, moved(2, 'b1 red', ['t1', 't2']), moved(3, 'b2 red', ['t2', 't3'])], 't3', 't1'],
    [
      'after drift that was not let pass',
      [before, moved(2, 'b1 red', ['t1', 't2']), moved(3, 'b2 spec', ['t2', 'x'])],
      't2',
      't1',
    ],
    ['after a push of somebody else', [before, moved(2, 'b1 red', ['t1', 't2']), word('continue')], 'pushed', 'pushed'],
  ])('%s', (_, past, from, expected) => {
    expect(start(past, from)).toBe(expected);
  });

  it('what a person let pass is answered for', () => {
    const approved = moved(3, 'b1 red', ['t1', 't2']);
    if (approved.ralph) approved.ralph.approved = 2;
    const past = [before, moved(2, 'b1 spec', ['t1', 't2']), word('approve'), approved];
    expect(start(past, 't2')).toBe('t2');
    expect(start([...past, moved(4, 'b2 red', ['t2', 't3'])], 't3')).toBe('t2');
  });

  it('the outer pass begins anew', () => {
    const past = [before, moved(2, 'b1 done', ['t1', 't2']), attempt(3, 'e2e b')];
    expect(sliceStart(past, { slice: slice('b'), pass: 'outer' }, 't2')).toBe('t2');
  });
});
