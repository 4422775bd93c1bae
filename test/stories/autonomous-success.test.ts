// The whole thread of an autonomous run that ends with success.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../world/autonomous-sample.ts';
import { transcript } from '../world/transcript.ts';
import type { World } from '../world/world.ts';
import { autonomousWorld, playAutonomous } from './autonomous-world.ts';

const scenario = SCENARIOS.success;
if (!scenario) throw new Error('there is no such scenario');
let world: World;
beforeAll(async () => {
  world = await autonomousWorld(scenario);
});
afterAll(() => world.close());

test('A1 A2 A3 A4 A5 A7 A8: two commits; red and blocked are mended; SUCCESS, ready for review', async () => {
  const { issue, run } = await playAutonomous(world, scenario);
  expect(run.exit?.code).toBe(scenario.exit);
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Read and write durations #1 (open, loop/done, ultraloop:autonomous)
    - maintainer opened
    - maintainer labeled ultraloop:autonomous
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Read and write durations #2 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Read durations
    - ultraloop[bot]:
      > ## Iteration 1/5
      >
      > Entering autonomous loop. Max 5 iterations.
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | 2 files, +14 −0: [diff](https://github.test/acme/durations/compare/s1...s2), [s2](https://github.test/acme/durations/commit/s2) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | tier 1: \`parse\` takes the empty text for zero (src/parse.js:6); 1 file, +1 −1 |
      >
      > **Outcome:** CONTINUE
      >
      > **Commit plan**
      > - [ ] Read durations (2 criteria)
      > - [ ] Write durations (2 criteria)
      >
      > <details><summary>2 files changed, +14 −0</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s2/src/parse.js) +8 −0
      > - [test/parse.test.js](https://github.test/acme/durations/blob/s2/test/parse.test.js) new, +6 −0
      >
      > </details>
      >
      > <details><summary>test: exit code 1, last 30 of 35 lines</summary>
      >
      > \`\`\`text
      >   ...
      > # Subtest: the empty text is no duration
      > not ok 2 - the empty text is no duration
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:6:1'
      >   failureType: 'testCodeFailure'
      >   error: 'Missing expected exception.'
      >   code: 'ERR_ASSERTION'
      >   name: 'AssertionError'
      >   expected:
      >   operator: 'throws'
      >   stack: |-
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:6:52)
      >     Test.runInAsyncScope (node:async_hooks:206:9)
      >     Test.run (node:internal/test_runner/test:796:25)
      >     Test.processPendingSubtests (node:internal/test_runner/test:526:18)
      >     Test.postRun (node:internal/test_runner/test:889:19)
      >     Test.run (node:internal/test_runner/test:835:12)
      >     async Test.processPendingSubtests (node:internal/test_runner/test:526:7)
      >   ...
      > 1..2
      > # tests 2
      > # suites 0
      > # pass 1
      > # fail 1
      > # cancelled 0
      > # skipped 0
      > # todo 0
      > # duration_ms N
      > \`\`\`
      >
      > </details>
      >
      > <details><summary>Spend of this iteration, 6 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 8.0 k / 700 | $0.04 | DURATION |
      > | review | reviewer | 8.0 k / 700 | $0.04 | DURATION |
      > | verify | typecheck | - | - | DURATION |
      > | verify | lint | - | - | DURATION |
      > | verify | test | - | - | DURATION |
      > | debug | debugger | 8.0 k / 700 | $0.04 | DURATION |
      >
      > </details>
      >
      > **Checks** from \`ultraloop.yml\`. Change them under \`checks:\` or \`blocks:\` in \`.github/ultraloop.yml\`.
      > - typecheck: \`node --check src/parse.js && node --check src/format.js\`
      > - lint: \`sh lint.sh\`
      > - test: \`node --test\`
      >
      > **Next:** iteration 2 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 1/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 1/5 · 26.1 k tokens (no limit) · $0.12 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-1 -->
    - ultraloop[bot]:
      > ## Iteration 2/5
      >
      > **Current:** 1 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | no change |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | GREEN: 3 checks, 2 of the contract |
      > | Debug | debug | not needed |
      >
      > **Outcome:** SUCCESS
      >
      > **Commit plan**
      > - [x] Read durations (2 criteria)
      > - [ ] Write durations (2 criteria)
      >
      > <details><summary>Spend of this iteration, 6 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 8.0 k / 700 | $0.04 | DURATION |
      > | review | reviewer | 8.0 k / 700 | $0.04 | DURATION |
      > | verify | typecheck | - | - | DURATION |
      > | verify | lint | - | - | DURATION |
      > | verify | test | - | - | DURATION |
      > | verify | tester | 8.0 k / 700 | $0.04 | DURATION |
      >
      > </details>
      >
      > **Next:** iteration 3 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 2/5 · failures in a row 0/3 · no progress 1/3 · same error 1/3 · errors 1/5 · 52.2 k tokens (no limit) · $0.24 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-2 -->
    - ultraloop[bot] commit ultraloop 3: Write durations
    - ultraloop[bot]:
      > ## Iteration 3/5
      >
      > **Current:** 1 of 2 commits done · commit 2: Write durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | 2 files, +16 −1: [diff](https://github.test/acme/durations/compare/s2...s3), [s3](https://github.test/acme/durations/commit/s3) |
      > | Review | pr-review | ✘ BLOCK: 1 must-fix |
      > | Verify | qa-commit | not run: the review blocks |
      > | Debug | debug | tier 1: the comment at the top is missing (src/format.js:1); 1 file, +1 −0 |
      >
      > **Outcome:** CONTINUE
      >
      > **Blocked by review**
      > - [src/format.js:1](https://github.test/acme/durations/blob/s3/src/format.js#L1) CONTRIBUTING.md: a file begins with a comment.
      >
      > <details><summary>2 files changed, +16 −0</summary>
      >
      > - [src/format.js](https://github.test/acme/durations/blob/s3/src/format.js) +11 −0
      > - [test/format.test.js](https://github.test/acme/durations/blob/s3/test/format.test.js) new, +5 −0
      >
      > </details>
      >
      > <details><summary>Spend of this iteration, 3 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 8.0 k / 700 | $0.04 | DURATION |
      > | review | reviewer | 8.0 k / 700 | $0.04 | DURATION |
      > | debug | debugger | 8.0 k / 700 | $0.04 | DURATION |
      >
      > </details>
      >
      > **Next:** iteration 4 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 3/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 2/5 · 78.3 k tokens (no limit) · $0.36 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-3 -->
    - ultraloop[bot]:
      > ## Iteration 4/5
      >
      > **Current:** 2 of 2 commits done · commit 2: Write durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | no change |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | GREEN: 3 checks, 2 of the contract |
      > | Debug | debug | not needed |
      >
      > **Outcome:** SUCCESS
      >
      > **Commit plan**
      > - [x] Read durations (2 criteria)
      > - [x] Write durations (2 criteria)
      >
      > <details><summary>Spend of this iteration, 6 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 8.0 k / 700 | $0.04 | DURATION |
      > | review | reviewer | 8.0 k / 700 | $0.04 | DURATION |
      > | verify | typecheck | - | - | DURATION |
      > | verify | lint | - | - | DURATION |
      > | verify | test | - | - | DURATION |
      > | verify | tester | 8.0 k / 700 | $0.04 | DURATION |
      >
      > </details>
      >
      > **Next:** The run ends: success. 2 of 2 commits of the plan done: reviewed, checks green, contract met. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 4/5 · failures in a row 0/3 · no progress 1/3 · same error 1/3 · errors 2/5 · 0.10 M tokens (no limit) · $0.48 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-4 -->
    - ultraloop[bot] ready for review
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]:
      > ## Autonomous Loop Complete
      >
      > **Exit reason:** SUCCESS
      > **Iterations:** 4 of 5
      >
      > **✔ Success.** 2 of 2 commits of the plan done: reviewed, checks green, contract met.
      >
      > | Iter | Action | Result |
      > |---|---|---|
      > | 1 | Read durations ([s2](https://github.test/acme/durations/commit/s2)) | CONTINUE: RED: test |
      > | 2 | Read durations | SUCCESS |
      > | 3 | Write durations ([s3](https://github.test/acme/durations/commit/s3)) | CONTINUE: BLOCK: 1 must-fix |
      > | 4 | Write durations | SUCCESS |
      >
      > **Current:** 2 of 2 commits done · commit 2: Write durations
      >
      > **Commit plan**
      > - [x] Read durations (2 criteria)
      > - [x] Write durations (2 criteria)
      >
      > **Cost:** 0.10 M tokens (no limit) · $0.48 (no limit) · DURATION (agent DURATION)
      >
      > - Branch [ultraloop/issue-1-RUN](https://github.test/acme/durations/tree/ultraloop/issue-1-RUN) ([all changes](https://github.test/acme/durations/compare/s1...ultraloop/issue-1-RUN))
      > - Every file of the run: [here](https://github.test/acme/durations/tree/s4), or \`git fetch origin refs/ultraloop/RUN\`
      >
      > **Next steps**
      > - Review the pull request; it is ready and its checks are green.
      > - \`/continue your words\` takes it up again.
      >
      > <!-- ultraloop:RUN:closing-success-4-0 -->
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ✔ Done · iteration 4 of 5 · SUCCESS
      >
      > \`██████████\` execute ✔  review ✔  verify ✔  debug ○  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s3](https://github.test/acme/durations/commit/s3) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: success. 2 of 2 commits of the plan done: reviewed, checks green, contract met. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 4/5 · failures in a row 0/3 · no progress 1/3 · same error 1/3 · errors 2/5 · 0.10 M tokens (no limit) · $0.48 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 4 of 5 · SUCCESS

    # Branches
    ultraloop/issue-1-RUN"
  `);
  expect(world.contract.violations).toEqual([]);
});
