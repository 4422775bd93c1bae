// Limits, what is taken back, and a start inside a run, each as a whole thread (C1, C4, C12).
import { expect, test } from 'vitest';
import { commits, fileOf, onBranch, story } from './autoiter-world.ts';

test('C4 SC1: the one iteration there was is used and the goal is not reached: BUDGET_EXHAUSTED', async () => {
  await story('budget', async ({ world, run, turns }) => {
    expect(turns.filter(turn => turn.autoiter.phase === 'iteration')).toHaveLength(1);
    expect(await onBranch(world, run, 'src/greet.sh')).toContain('Hello');
    expect(await fileOf(world, run, 'iter-1/summary.md')).toContain('decision: stop_cap');
  });
});

test('C12: the optimization that made the scalar worse is reverted alone, in one commit, logged', async () => {
  await story('rollback', async ({ world, run, turns }) => {
    const { fixes, rollback } = turns.at(-1)?.autoiter ?? {};
    expect(fixes?.map(({ id, reverted }) => [id, reverted ?? false])).toEqual([
      ['FIX-001', false],
      ['FIX-002', true],
    ]);
    expect(commits(world, run)).toEqual([
      'ultraloop: start on issue 1',
      'fix: Add instead of subtracting (FIX-001)',
      'perf: Spread the greeting out (FIX-002)',
      'chore: revert optimization FIX(es) due to scalar regression (iter-1)',
    ]);
    expect(await onBranch(world, run, 'src/greet.sh')).toBe('echo "hello $1"\n');
    expect(await onBranch(world, run, 'src/sum.sh')).toContain('$1 + $2');
    expect(rollback?.map(({ fix, commit }) => [fix, commit])).toEqual([['FIX-002', turns.at(-1)?.commit]]);
    expect(await fileOf(world, run, 'iter-1/summary.md')).toContain('## rollback_log');
  });
});

test('C1: a start inside the run is refused, and the run it sits in goes on to its end', async () => {
  await story('nested', async ({ world, run }) => {
    const log = await fileOf(world, run, 'iter-1/raw.log');
    expect(log).toContain(`nested_loop_call: this process was started by run ${run.id}`);
    expect(log).toContain('EXIT_CODE:0');
    expect(await world.app.store.runs.list()).toHaveLength(1);
  });
});
