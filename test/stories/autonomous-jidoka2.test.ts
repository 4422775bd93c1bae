// The whole thread of an autonomous run that ends with jidoka2.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../world/autonomous-sample.ts';
import { transcript } from '../world/transcript.ts';
import type { World } from '../world/world.ts';
import { autonomousWorld, playAutonomous } from './autonomous-world.ts';

const scenario = SCENARIOS.jidoka2;
if (!scenario) throw new Error('there is no such scenario');
let world: World;
beforeAll(async () => {
  world = await autonomousWorld(scenario);
});
afterAll(() => world.close());

test('A6 K9: the same error in three iterations is tier 2: options, no further fix', async () => {
  const { issue, run } = await playAutonomous(world, scenario);
  expect(run.exit?.code).toBe(scenario.exit);
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Read and write durations #1 (open, loop/needs-human, ultraloop:autonomous)
    - maintainer opened
    - maintainer labeled ultraloop:autonomous
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Read and write durations #2 (open, draft, loop/needs-human)
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
      > | Debug | debug | tier 1: the expression is not anchored; 1 file, +1 −0 |
      >
      > **Outcome:** CONTINUE
      >
      > **Commit plan**
      > - [ ] Read durations (2 criteria)
      > - [ ] Write durations (2 criteria)
      >
      > <details><summary>2 files changed, +15 −0</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s2/src/parse.js) +9 −0
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
    - ultraloop[bot] commit ultraloop 2: Read durations
    - ultraloop[bot]:
      > ## Iteration 2/5
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | no change: [diff](https://github.test/acme/durations/compare/s2...s3), [s3](https://github.test/acme/durations/commit/s3) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | tier 1: white space is not trimmed; 1 file, +1 −1 |
      >
      > **Outcome:** CONTINUE
      >
      > <details><summary>1 file changed, +1 −1</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s3/src/parse.js) +1 −1
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
      > **Next:** iteration 3 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 2/5 · failures in a row 0/3 · no progress 0/3 · same error 2/3 · errors 2/5 · 52.2 k tokens (no limit) · $0.24 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-2 -->
    - ultraloop[bot]:
      > ## Iteration 3/5
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | no change |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | ✘ Jidoka tier 2: the same error in iterations 1, 2 and 3; no fix was attempted |
      >
      > **Outcome:** JIDOKA
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
      > <details><summary>Spend of this iteration, 5 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 8.0 k / 700 | $0.04 | DURATION |
      > | review | reviewer | 8.0 k / 700 | $0.04 | DURATION |
      > | verify | typecheck | - | - | DURATION |
      > | verify | lint | - | - | DURATION |
      > | verify | test | - | - | DURATION |
      >
      > </details>
      >
      > **Next:** The run waits for a person: errors keep coming back. Jidoka tier 2: the same error in iterations 1, 2 and 3; the limit is 3. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 3/5 · failures in a row 0/3 · no progress 1/3 · same error 3/3 · errors 3/5 · 69.6 k tokens (no limit) · $0.32 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-3 -->
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]:
      > ## ⏸ Stopped: errors keep coming back
      >
      > Jidoka tier 2: the same error in iterations 1, 2 and 3; the limit is 3.
      >
      > - test › the empty text is no duration: Missing expected exception.
      > - Last good commit: [s3](https://github.test/acme/durations/commit/s3)
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
      > **Attempts**
      > - [iteration 1](https://github.test/acme/durations/commit/s2) changed src/parse.js, test/parse.test.js; assumed cause: the expression is not anchored
      > - [iteration 2](https://github.test/acme/durations/commit/s3) changed src/parse.js; assumed cause: white space is not trimmed
      > - iteration 3 changed nothing
      >
      > 1. \`/continue your words\` — the same, with your hint pinned on top of the next iteration
      > 2. \`/continue\` — one more attempt with the strongest model
      > 3. \`/finish\` — keep what works and close the run
      > 4. \`/abort\` — stop here; the branch stays as it is
      >
      > @rosa you were asked because \`reviewers\` in \`ultraloop.yml\` names you.
      >
      > ---
      >
      > ## Autonomous Loop Complete
      >
      > **Exit reason:** JIDOKA
      > **Iterations:** 3 of 5
      >
      > **⏸ Errors keep coming back.** Jidoka tier 2: the same error in iterations 1, 2 and 3; the limit is 3.
      >
      > | Iter | Action | Result |
      > |---|---|---|
      > | 1 | Read durations ([s2](https://github.test/acme/durations/commit/s2)) | CONTINUE: RED: test |
      > | 2 | Read durations ([s3](https://github.test/acme/durations/commit/s3)) | CONTINUE: RED: test |
      > | 3 | Read durations | JIDOKA: RED: test |
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > **Commit plan**
      > - [ ] Read durations (2 criteria)
      > - [ ] Write durations (2 criteria)
      >
      > **Cost:** 69.6 k tokens (no limit) · $0.32 (no limit) · DURATION (agent DURATION)
      >
      > - Branch [ultraloop/issue-1-RUN](https://github.test/acme/durations/tree/ultraloop/issue-1-RUN) ([all changes](https://github.test/acme/durations/compare/s1...ultraloop/issue-1-RUN))
      > - Every file of the run: [here](https://github.test/acme/durations/tree/s4), or \`git fetch origin refs/ultraloop/RUN\`
      >
      > **Next steps**
      > - Still open: Read durations; Write durations
      > - Answer with one of the numbered options.
      > - \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <!-- ultraloop:RUN:closing-jidoka-3-0 -->
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 3 of 5 · JIDOKA
      >
      > \`██████░░░░\` execute ✔  review ✔  verify ✘  debug ✘  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s3](https://github.test/acme/durations/commit/s3) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run waits for a person: errors keep coming back. Jidoka tier 2: the same error in iterations 1, 2 and 3; the limit is 3. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 3/5 · failures in a row 0/3 · no progress 1/3 · same error 3/3 · errors 3/5 · 69.6 k tokens (no limit) · $0.32 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed action_required ⏸ Needs a person · iteration 3 of 5 · JIDOKA

    # Branches
    ultraloop/issue-1-RUN"
  `);
  expect(world.contract.violations).toEqual([]);
});
