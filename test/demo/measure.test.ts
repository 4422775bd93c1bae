import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntry } from '../../demo/journal.ts';
import { callsPerIteration } from '../../demo/measure.ts';
import { repeatedSteps } from '../../demo/repeated-steps.ts';

/** `begin@1 report@3` → the begins and ends of these steps, one millisecond long. */
function turn(workflow: string, ...steps: [name: string, at: number, ended?: boolean][]): JournalEntry[] {
  return steps.flatMap(([name, at, ended = true], step) => [
    { phase: 'begin' as const, workflow, step, name, at },
    ...(ended ? [{ phase: 'end' as const, workflow, step, name, at: at + 1 }] : []),
  ]);
}
const calls = (...times: number[]) => times.map(at => ({ at, answers: false }));

test('K19: calls are counted from the beginning to the report of each iteration', () => {
  const journal = [...turn('r/0', ['begin', 10], ['report', 20]), ...turn('r/1', ['begin', 30], ['report', 40])];
  expect(callsPerIteration(journal, calls(5, 10, 15, 21, 25, 31, 45))).toBe(2);
  expect(callsPerIteration(journal, [...calls(10, 31), { at: 12, answers: true }])).toBe(1);
});

test('K19: an iteration that was killed on the way does not count', () => {
  const killed = [
    ...turn('r/0', ['begin', 10], ['agent.execute', 12, false]),
    ...turn('r/0', ['begin', 10], ['agent.execute', 15], ['report', 20]).slice(2),
  ];
  expect(callsPerIteration(killed, calls(11, 12, 13))).toBeNull();
  expect(callsPerIteration([...killed, ...turn('r/1', ['begin', 30], ['report', 40])], calls(11, 31))).toBe(1);
});

test('K19: turns without an iteration do not count', () => {
  expect(callsPerIteration(turn('r/0', ['release', 1], ['close', 2]), calls(1, 2))).toBeNull();
});

test('a step that begins after its result was stored is found, whatever else is in the journal', () => {
  const journal = [...turn('r/0', ['begin', 10], ['report', 20]), ...turn('r/0', ['begin', 30])];
  const stored = [{ workflow: 'r/0', step: 0, at: 11 }];
  expect(repeatedSteps(journal, stored)).toEqual(['r/0 begin']);
});

test('a step that was broken off, and one whose result was never stored, may begin again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1 }), times => {
      const journal = times.flatMap(at => turn('r/0', ['agent.execute', at, false]));
      const last = Math.max(...times);
      expect(repeatedSteps(journal, [{ workflow: 'r/0', step: 0, at: last + 1 }])).toEqual([]);
      expect(repeatedSteps(journal, [{ workflow: 'r/0', step: 1, at: 0 }])).toEqual([]);
    }),
  );
});
