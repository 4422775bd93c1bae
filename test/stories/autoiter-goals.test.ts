// Autoiter's ways to reach its goal, each as a whole thread: a threshold, all green, a scalar that moves no more (C13).
import { expect, test } from 'vitest';
import { commits, fileOf, onBranch, published, story } from './autoiter-world.ts';

const FILES = [
  ...['run-spec.md', 'prepare-report.md', 'status.md', 'user-log.md', 'ultraloop-report.md', 'ultraloop-state.json'],
  ...['kickoff', 'observations', 'triage', 'fix-plan', 'summary', 'report'].map(name => `iter-1/${name}.md`),
  ...['iter-1/raw.log', 'iter-1/rerun.log', 'iter-1/fixes/FIX-001.md', 'iter-1/fixes/FIX-002.md', 'prepare/raw.log'],
];

test('C2 C3 C5 C7–C13 K18: discovery, /approve, two fixes test first, the threshold is reached: CONVERGED', async () => {
  await story('converged', async ({ world, run, turns }) => {
    expect(turns.map(turn => turn.autoiter.phase)).toEqual(['discovery', 'prepare', 'iteration']);
    expect(commits(world, run)).toEqual([
      'ultraloop: start on issue 1',
      'fix: Greet with a capital letter (FIX-001)',
      'fix: Add instead of subtracting (FIX-002)',
    ]);
    expect(turns[2]?.change?.files.map(({ path }) => path)).toEqual([
      ...['src/greet.sh', 'src/sum.sh', 'test/greet-capital.test.sh', 'test/sum-adds.test.sh'],
    ]);
    const gone = new Set(['ultraloop-state.json']);
    expect(await published(world, run, FILES)).toEqual(FILES.filter(path => !gone.has(path)));
    expect(await fileOf(world, run, 'status.md')).toMatch(/^DONE · converged.* · scalar=38 \(baseline=-2, Δ=\+40\)\n$/);
    expect(await fileOf(world, run, 'iter-1/raw.log')).toMatch(/FAIL test\/greet\.test\.sh[\s\S]*EXIT_CODE:1\n$/);
  });
});

test('C5 C13: a trigger that is green at once ends the run; no role is asked and nothing changes', async () => {
  await story('all-green', async ({ world, run, turns }) => {
    const [, iteration] = turns;
    expect(iteration?.spend.map(({ role }) => role)).toEqual(['trigger']);
    expect(commits(world, run)).toEqual(['ultraloop: start on issue 1']);
  });
});

test('C7 C13 SC3: what is not real is not fixed; two flat scalars: CONVERGED', async () => {
  await story('flat', async ({ world, run, turns }) => {
    const iterations = turns.filter(turn => turn.autoiter.phase === 'iteration');
    expect(iterations.map(({ autoiter }) => autoiter.fixes)).toEqual([[], []]);
    expect(iterations.flatMap(({ autoiter }) => autoiter.deferred)).toEqual([]);
    expect(await onBranch(world, run, 'src/sum.sh')).toContain('$1 - $2');
  });
});
