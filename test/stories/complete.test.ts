// COMPLETE, the way a run should go: label in, the whole thread out.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { handled, rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { transcript } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await freshDatabase(inject('postgres')) });
});
afterAll(() => world.close());

test('U5 U10 K1 K4 K5 K6 K8 K11: label, two iterations, /continue, COMPLETE, ready for review', async () => {
  const issue = await world.label();
  await rest(world, issue);
  await say(world, issue, '/continue');
  const done = await rest(world, issue);
  await handled(world);
  expect(done.exit?.code).toBe('COMPLETE');
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Read and write durations #1 (open, loop/done, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Read and write durations #2 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Read and write durations
    - ultraloop[bot]:
      > ## Iteration 1/6 · CONTINUE
      >
      > | Step | By | Result |
      > |---|---|---|
      > | Execute | implementer | 2 files, +15 −2: [diff](https://github.test/acme/durations/compare/s1...s2), [s2](https://github.test/acme/durations/commit/s2) |
      > | Review | reviewer | IMPROVEMENTS_NEEDED: 1 must-fix, 1 note |
      > | Improve | implementer | 1 of 1 applied: [src/parse.js:6](https://github.test/acme/durations/blob/s2/src/parse.js#L6) The empty text must be refused: it is no duration. |
      > | Contract tests | 4 commands | parse ✔ · format ✘ contract |
      > | Freeze | 1 file | INTACT s3 |
      >
      > <details><summary>2 files changed, +15 −2</summary>
      >
      > - [src/format.js](https://github.test/acme/durations/blob/s2/src/format.js) +9 −1
      > - [src/parse.js](https://github.test/acme/durations/blob/s2/src/parse.js) +6 −1
      >
      > </details>
      >
      > <details><summary>format contract: exit code 1, 30 of 36 lines from the first failure</summary>
      >
      > \`\`\`text
      > # Subtest: zero is written as 0s
      > not ok 1 - zero is written as 0s
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/contract/format.contract.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: |-
      >     Expected values to be strictly equal:
      >
      >     '' !== '0s'
      >
      >   code: 'ERR_ASSERTION'
      >   name: 'AssertionError'
      >   expected: '0s'
      >   actual: ''
      >   operator: 'strictEqual'
      >   stack: |-
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/contract/format.contract.js:6:10)
      >     Test.runInAsyncScope (node:async_hooks:206:9)
      >     Test.run (node:internal/test_runner/test:796:25)
      >     Test.processPendingSubtests (node:internal/test_runner/test:526:18)
      >     node:internal/test_runner/harness:255:12
      >     node:internal/process/task_queues:140:7
      >     AsyncResource.runInAsyncScope (node:async_hooks:206:9)
      >     AsyncResource.runMicrotask (node:internal/process/task_queues:137:8)
      >   ...
      > 1..1
      > # tests 1
      > # suites 0
      > # pass 0
      > \`\`\`
      >
      > </details>
      >
      > <details><summary>Spend of this iteration, 7 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 41.0 k / 3.2 k | $0.21 | DURATION |
      > | review | reviewer | 24.0 k / 1.1 k | $0.10 | DURATION |
      > | improve | implementer | 12.0 k / 600 | $0.05 | DURATION |
      > | contracts | parse unit | - | - | DURATION |
      > | contracts | parse contract | - | - | DURATION |
      > | contracts | format unit | - | - | DURATION |
      > | contracts | format contract | - | - | DURATION |
      >
      > </details>
      >
      > **Checks** from \`ultraloop.yml\`. Change them under \`checks:\` or \`blocks:\` in \`.github/ultraloop.yml\`.
      > - parse unit: \`node --test test/parse.test.js\`
      > - parse contract: \`node --test contract/parse.contract.js\`
      > - format unit: \`node --test test/format.test.js\`
      > - format contract: \`node --test contract/format.contract.js\`
      >
      > **Notes**
      > - Note: [src/format.js:2](https://github.test/acme/durations/blob/s2/src/format.js#L2) Negative numbers are not handled; the design does not ask for it.
      >
      > **Next:** iteration 2 by itself at HH:MM UTC (in DURATION). \`/continue\` goes on now, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 1/6 · failures in a row 0/3 · no progress 0/3 · 81.9 k tokens (no limit) · $0.36 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-1 -->
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - maintainer:
      > /continue
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] commit ultraloop 2: Read and write durations
    - ultraloop[bot]:
      > ## Iteration 2/6 · COMPLETE
      >
      > | Step | By | Result |
      > |---|---|---|
      > | Execute | implementer | 1 file, +1 −1: [diff](https://github.test/acme/durations/compare/s2...s4), [s4](https://github.test/acme/durations/commit/s4) |
      > | Review | reviewer | CLEAN |
      > | Improve | implementer | nothing to improve |
      > | Contract tests | 4 commands | parse ✔ · format ✔ |
      > | Freeze | 1 file | INTACT s3 |
      >
      > <details><summary>1 file changed, +1 −1</summary>
      >
      > - [src/format.js](https://github.test/acme/durations/blob/s4/src/format.js) +1 −1
      >
      > </details>
      >
      > <details><summary>Spend of this iteration, 6 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 41.0 k / 3.2 k | $0.21 | DURATION |
      > | review | reviewer | 22.0 k / 900 | $0.09 | DURATION |
      > | contracts | parse unit | - | - | DURATION |
      > | contracts | parse contract | - | - | DURATION |
      > | contracts | format unit | - | - | DURATION |
      > | contracts | format contract | - | - | DURATION |
      >
      > </details>
      >
      > **Next:** The run ends: complete. All blocks are merged and their contract tests pass. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/6 · failures in a row 0/3 · no progress 0/3 · 0.15 M tokens (no limit) · $0.66 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-2 -->
    - ultraloop[bot] ready for review
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]:
      > ## Ultraloop Execution Report · COMPLETE
      >
      > **✔ Complete.** All blocks are merged and their contract tests pass.
      >
      > ### Summary
      > - **Target**: the text of [issue 1](https://github.test/acme/durations/issues/1)
      > - **Cycles completed**: 2 / 6
      > - **Exit reason**: COMPLETE
      > - **Cost**: 0.15 M tokens (no limit) · $0.66 (no limit) · DURATION (agent DURATION)
      >
      > ### Block Status
      > | Block | Status | Lint | Unit Test | Contract Test |
      > |---|---|---|---|---|
      > | parse | merged | - | PASS | PASS |
      > | format | merged | - | PASS | PASS |
      >
      > ### Improvements Applied
      > - Cycle 1: The empty text must be refused: it is no duration. ([src/parse.js:6](https://github.test/acme/durations/blob/s2/src/parse.js#L6))
      > - Cycle 2: No improvements needed
      >
      > ### Design Freeze Status
      > - **Status**: INTACT
      > - **Hash**: \`sha256:s3\` (1 file)
      >
      > ### Pending Decisions
      > None.
      >
      > ### Files
      > - Branch [ultraloop/issue-1-RUN](https://github.test/acme/durations/tree/ultraloop/issue-1-RUN) ([all changes](https://github.test/acme/durations/compare/s1...ultraloop/issue-1-RUN))
      > - Every file of the run: [here](https://github.test/acme/durations/tree/s5), or \`git fetch origin refs/ultraloop/RUN\`
      >
      > \`/continue your words\` takes it up again.
      >
      > <!-- ultraloop:RUN:closing-complete-2-1 -->
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ✔ Done · iteration 2 of 6 · COMPLETE
      >
      > \`██████████\` execute ✔  review ✔  improve ○  contracts ✔  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s4](https://github.test/acme/durations/commit/s4) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: complete. All blocks are merged and their contract tests pass. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/6 · failures in a row 0/3 · no progress 0/3 · 0.15 M tokens (no limit) · $0.66 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 2 of 6 · COMPLETE

    # Branches
    ultraloop/issue-1-RUN"
  `);
  expect(await world.github.readFile(REPO, done.spec?.branch ?? '', 'src/format.js')).toContain("|| '0s'");
  expect(world.contract.violations).toEqual([]);
});
