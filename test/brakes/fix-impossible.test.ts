// C9 a fix the agent says cannot be made is for a person: the next iteration would plan it again.
import { expect, test } from 'vitest';
import { fixImpossible } from '../../src/brakes/fix-impossible.ts';
import type { Fix } from '../../src/facts/autoiter.ts';
import type { Iteration } from '../../src/record.ts';
import { iteration, spec, word } from './entries.ts';

function withFixes(n: number, ...fixes: Partial<Fix>[]): Iteration {
  const facts = {
    phase: 'iteration',
    issues: [],
    recovery: [],
    verdicts: [],
    deferred: [],
    rollback: [],
    specialCasing: [],
  };
  return iteration(n, { autoiter: { ...facts, fixes } as unknown as NonNullable<Iteration['autoiter']> });
}
const given: Partial<Fix> = { id: 'FIX-001', title: 'Read zero', failed: 'the two tests contradict', impossible: true };

test('asks at once, with the agent’s reason; a fix that only failed does not', () => {
  expect(fixImpossible(spec(), [withFixes(1, { id: 'FIX-002', failed: 'still red' })])).toBeUndefined();
  expect(fixImpossible(spec(), [withFixes(1, { id: 'FIX-002', commit: 'c' }, given)])).toMatchObject({
    ...{ code: 'ESCALATED', asks: true, why: 'The agent says that a fix cannot be made.' },
    evidence: ['FIX-001 (Read zero): the two tests contradict'],
  });
});

test('a person’s word answers it', () => {
  expect(fixImpossible(spec(), [withFixes(1, given), word('continue')])).toBeUndefined();
});
