// K20: an agent of autoiter that told no tokens is unknown, never zero; commands of the same stages cost none.
import { expect, test } from 'vitest';
import { agentSpend, tokens } from '../../src/brakes/spent.ts';
import type { Spend } from '../../src/record.ts';
import { iter } from './autoiter-entries.ts';

const row = (stage: Spend['stage'], role: string): Spend => ({ stage, role, ms: 1, killed: false });

test.each<[stage: Spend['stage'], role: string, agent: boolean]>([
  ['observe', 'observer', true],
  ['observe', 'medic attempt-2', true],
  ['triage', 'verifier ISSUE-003', true],
  ['fix', 'implementer FIX-001', true],
  ['fix', 'reviewer FIX-001', true],
  ['fix', 'FIX-001 red', false],
  ['fix', 'reviewer lint before', false],
  ['fix', 'rerun', false],
  ['trigger', 'trigger', false],
])('K20 %s by %s is an agent: %s', (stage, role, agent) => {
  const one = iter(1, {}, { spend: [row(stage, role)] });
  expect(agentSpend(one)).toHaveLength(agent ? 1 : 0);
  expect(tokens([one])).toEqual(agent ? { untold: 1 } : { known: 0, untold: 0 });
});
