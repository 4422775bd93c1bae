// CLEAN: a repository without a configuration. Its checks are found, and a clean review over green checks ends the run.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rest } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyFiles, writes } from '../world/tiny.ts';
import { reports, transcript } from '../world/transcript.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles({ '.github/ultraloop.yml': undefined, Makefile: 'test:\n\tgrep -qx 42 answer.txt\n' }),
    script: { execute: writes('42'), review: CLEAN },
  });
});
afterAll(() => world.close());

test('K14 U10 CLEAN: checks are detected and shown, one iteration, reviewer CLEAN', async () => {
  const issue = await world.label(TINY_ISSUE);
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('CLEAN');
  expect(reports(world, done.places.pull ?? 0)[0]).toContain('`make test`');
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #1 (open, loop/done, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #2 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]:
      > ## Iteration 1/10 · CLEAN
      >
      > | Step | By | Result |
      > |---|---|---|
      > | Execute | implementer | 1 file, +1 −0: [diff](https://github.test/acme/durations/compare/s1...s2), [s2](https://github.test/acme/durations/commit/s2) |
      > | Review | reviewer | CLEAN |
      > | Improve | implementer | nothing to improve |
      > | Contract tests | \`make test\` | repository ✔ |
      > | Freeze | 0 files | nothing is frozen |
      >
      > <details><summary>1 file changed, +1 −0</summary>
      >
      > - [answer.txt](https://github.test/acme/durations/blob/s2/answer.txt) +1 −0
      >
      > </details>
      >
      > <details><summary>Spend of this iteration, 3 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 1.0 k / 100 | $0.01 | DURATION |
      > | review | reviewer | 1.0 k / 100 | $0.01 | DURATION |
      > | contracts | repository unit | - | - | DURATION |
      >
      > </details>
      >
      > **Checks** from \`Makefile\`. Change them under \`checks:\` or \`blocks:\` in \`.github/ultraloop.yml\`.
      > - repository unit: \`make test\`
      >
      > **Next:** The run ends: clean review. The reviewer found nothing that must be fixed. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 1/10 · failures in a row 0/3 · no progress 0/3 · 2.2 k tokens (no limit) · $0.02 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-1 -->
    - ultraloop[bot] ready for review
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]:
      > ## Ultraloop Execution Report · CLEAN
      >
      > **✔ Clean review.** The reviewer found nothing that must be fixed.
      >
      > ### Summary
      > - **Target**: the text of [issue 1](https://github.test/acme/durations/issues/1)
      > - **Cycles completed**: 1 / 10
      > - **Exit reason**: CLEAN
      > - **Cost**: 2.2 k tokens (no limit) · $0.02 (no limit) · DURATION (agent DURATION)
      >
      > ### Block Status
      > | Block | Status | Lint | Unit Test | Contract Test |
      > |---|---|---|---|---|
      > | repository | merged | - | PASS | - |
      >
      > ### Improvements Applied
      > - Cycle 1: No improvements needed
      >
      > ### Design Freeze Status
      > - **Status**: nothing is frozen
      >
      > ### Pending Decisions
      > None.
      >
      > ### Files
      > - Branch [ultraloop/issue-1-RUN](https://github.test/acme/durations/tree/ultraloop/issue-1-RUN) ([all changes](https://github.test/acme/durations/compare/s1...ultraloop/issue-1-RUN))
      > - Every file of the run: [here](https://github.test/acme/durations/tree/s3), or \`git fetch origin refs/ultraloop/RUN\`
      >
      > \`/continue your words\` takes it up again.
      >
      > <!-- ultraloop:RUN:closing-clean-1-0 -->
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ✔ Done · iteration 1 of 10 · CLEAN
      >
      > \`██████████\` execute ✔  review ✔  improve ○  contracts ✔  freeze ○  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s2](https://github.test/acme/durations/commit/s2) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: clean review. The reviewer found nothing that must be fixed. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 1/10 · failures in a row 0/3 · no progress 0/3 · 2.2 k tokens (no limit) · $0.02 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 1 of 10 · CLEAN

    # Branches
    ultraloop/issue-1-RUN"
  `);
  expect(world.contract.violations).toEqual([]);
});
