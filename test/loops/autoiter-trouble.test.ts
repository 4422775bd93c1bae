// Autoiter and a model that is away, or a fix that cannot be made: nothing half done reaches the branch, and a person is asked in time.
import { expect, test } from 'vitest';
import { autoiter } from '../../src/loops/autoiter.ts';
import type { Iteration, Past } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import type { ModelTrouble } from '../../src/tools.ts';
import { approve, discovery, plan } from '../brakes/autoiter-entries.ts';
import { type Play, play } from './autoiter-tools.ts';

const SPEC: Spec = plan({ skip_prepare: true });
const PAST: Past = [discovery(), approve()];
const AWAY: ModelTrouble = { kind: 'overloaded', detail: 'anthropic answered 529', source: 'proxy' };

/** One iteration in which these roles, or these turns of a role, meet a model that is away. */
async function turn(away: string[], told: Play = {}): Promise<{ record: Iteration; calls: string[] }> {
  const { tools, calls } = play(told);
  const { run } = tools.agent;
  tools.agent.run = async job => {
    const ended = await run(job);
    const named = [job.role, job.name].filter(Boolean).join(' ');
    if (!away.includes(named)) return ended;
    const { value: _, ...silent } = ended;
    return { ...silent, trouble: AWAY };
  };
  return { record: await autoiter.cycle(SPEC, tools, PAST), calls };
}

test.each([['observer'], ['triager'], ['verifier ISSUE-001']])(
  '%s: the iteration is short and counts nothing',
  async role => {
    const { record, calls } = await turn([role]);
    expect(record.failure).toEqual({ code: 'model-limited', detail: 'anthropic answered 529' });
    expect(calls).not.toContain('git.publish');
    // Nobody doubted the issue, so it is not put off either.
    expect(record.autoiter?.deferred).toEqual([]);
    expect(autoiter.stop(SPEC, [...PAST, record])).toBeUndefined();
  },
);

test('C9 in the middle of a fix: what there is of it is kept aside with the reason, never pushed', async () => {
  // The tester has written its test, the implementer has not begun.
  const { record, calls } = await turn(['implementer FIX-001'], { writes: { 'implementer FIX-001': [] } });
  expect(record.failure?.code).toBe('model-limited');
  expect(calls).toContain('git.stash fix-001-cycle-2');
  expect(calls).not.toContain('git.publish');
  expect(record.autoiter?.fixes[0]?.failed).toMatch(/The model service asks to wait.*kept on ultraloop\/stash/);
  expect(record.steps.at(-1)).toMatchObject({ by: 'FIX-001', state: 'bad' });
});

test('C6 a medic without a model is no failed attempt at recovery', async () => {
  const { record } = await turn(['medic attempt-1'], { shell: { trigger: 127 } });
  expect(record.failure?.code).toBe('model-limited');
  expect(record.autoiter?.recovery).toEqual([]);
  expect(record.autoiter?.escalate).toBeUndefined();
});

test('C9 a fix that cannot be made escalates at the end of its iteration, it is not planned again', async () => {
  const impossible = { outcome: 'impossible', because: 'the two tests contradict each other' };
  const { record } = await turn([], { answers: { 'implementer FIX-001': impossible } });
  expect(record.autoiter?.fixes[0]).toMatchObject({ impossible: true, failed: expect.stringContaining('contradict') });
  const exit = autoiter.stop(SPEC, [...PAST, record]);
  expect(exit).toMatchObject({ code: 'ESCALATED', asks: true });
  expect(exit?.evidence[0]).toContain('the two tests contradict each other');
});
