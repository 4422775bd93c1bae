// What only a person can decide, each as a whole thread: a blocker, an untraceable change, a deadlock (C6, C8, C10).
import { expect, test } from 'vitest';
import { commits, fileOf, onBranch, story } from './autoiter-world.ts';

test('C6: three medics of rising strength cannot mend the trigger: ESCALATED with a blocker report', async () => {
  await story('blocker', async ({ world, run, turns }) => {
    const { recovery, escalate } = turns.at(-1)?.autoiter ?? {};
    expect(escalate?.reason).toBe('blocker_unrecoverable');
    expect(recovery?.map(({ model }) => model)).toEqual(['fast', 'standard', 'deep']);
    expect(await fileOf(world, run, 'iter-1/blocker-report.md')).toContain('## Attempt 3');
    expect(turns.at(-1)?.steps.some(({ stage }) => stage === 'triage' || stage === 'fix')).toBe(false);
  });
});

test('C10 G6: a file no fix names was changed: ESCALATED, its commit stays for people to look at', async () => {
  await story('g6', async ({ world, run, turns }) => {
    const { audit, escalate } = turns.at(-1)?.autoiter ?? {};
    expect(escalate?.reason).toBe('g6_diff_audit_failed');
    expect(audit?.untraceable.map(({ file }) => file)).toEqual(['README.md']);
    expect(await onBranch(world, run, 'README.md')).toBe('# better scripts\n');
    expect(turns.at(-1)?.autoiter.scalar?.after).toBeNull();
  });
});

test('C8 G7: the same plan over a flat scalar: ESCALATED before the fixes are made, the plan in its record', async () => {
  await story('g7', async ({ world, run, turns }) => {
    const iterations = turns.filter(turn => turn.autoiter.phase === 'iteration');
    expect(iterations).toHaveLength(3);
    expect(iterations.map(({ autoiter }) => autoiter.plan?.bucket)).toEqual([1, 5, 5]);
    expect(iterations.at(-1)?.autoiter.escalate?.reason).toBe('loop_no_progress');
    expect(iterations.at(-1)?.spend.some(({ role }) => role.startsWith('implementer'))).toBe(false);
    const [first] = iterations[0]?.autoiter.fixes ?? [];
    expect(first?.failed).toMatch(/still red after 2 attempts \(kept on ultraloop\/stash\//);
    expect(commits(world, run)).toEqual(['ultraloop: start on issue 1']);
  });
});
