// The whole thread of an autonomous run that ends with jidoka3.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../world/autonomous-sample.ts';
import { transcript } from '../world/transcript.ts';
import type { World } from '../world/world.ts';
import { autonomousWorld, playAutonomous } from './autonomous-world.ts';

const scenario = SCENARIOS.jidoka3;
if (!scenario) throw new Error('there is no such scenario');
let world: World;
beforeAll(async () => {
  world = await autonomousWorld(scenario);
});
afterAll(() => world.close());

test('A6 7.7: the fifth error is tier 3, and not MAX', async () => {
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
      > | Execute | (implementation) | 2 files, +9 −1: [diff](https://github.test/acme/durations/compare/s1...s2), [s2](https://github.test/acme/durations/commit/s2) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | ✘ tier 1: this way was wrong, another one is needed; no change |
      >
      > **Outcome:** CONTINUE
      >
      > **Commit plan**
      > - [ ] Read durations (2 criteria)
      > - [ ] Write durations (2 criteria)
      >
      > <details><summary>2 files changed, +9 −1</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s2/src/parse.js) +4 −1
      > - [test/parse.test.js](https://github.test/acme/durations/blob/s2/test/parse.test.js) new, +5 −0
      >
      > </details>
      >
      > <details><summary>test: exit code 1, 29 lines</summary>
      >
      > \`\`\`text
      > TAP version 13
      > # Subtest: reads hours, minutes and seconds
      > not ok 1 - reads hours, minutes and seconds
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: 'way a leads nowhere'
      >   code: 'ERR_TEST_FAILURE'
      >   stack: |-
      >     parse (file:///world/data/worktrees/RUN/src/parse.js:3:9)
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:5:61)
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
      > | Execute | (implementation) | 1 file, +2 −2: [diff](https://github.test/acme/durations/compare/s2...s3), [s3](https://github.test/acme/durations/commit/s3) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | ✘ tier 1: this way was wrong, another one is needed; no change |
      >
      > **Outcome:** CONTINUE
      >
      > <details><summary>1 file changed, +2 −2</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s3/src/parse.js) +2 −2
      >
      > </details>
      >
      > <details><summary>test: exit code 1, 29 lines</summary>
      >
      > \`\`\`text
      > TAP version 13
      > # Subtest: reads hours, minutes and seconds
      > not ok 1 - reads hours, minutes and seconds
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: 'way b leads nowhere'
      >   code: 'ERR_TEST_FAILURE'
      >   stack: |-
      >     parse (file:///world/data/worktrees/RUN/src/parse.js:3:9)
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:5:61)
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
      > <sub>iterations 2/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 2/5 · 52.2 k tokens (no limit) · $0.24 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-2 -->
    - ultraloop[bot] commit ultraloop 3: Read durations
    - ultraloop[bot]:
      > ## Iteration 3/5
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | 1 file, +2 −2: [diff](https://github.test/acme/durations/compare/s3...s4), [s4](https://github.test/acme/durations/commit/s4) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | ✘ tier 1: this way was wrong, another one is needed; no change |
      >
      > **Outcome:** CONTINUE
      >
      > <details><summary>1 file changed, +2 −2</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s4/src/parse.js) +2 −2
      >
      > </details>
      >
      > <details><summary>test: exit code 1, 29 lines</summary>
      >
      > \`\`\`text
      > TAP version 13
      > # Subtest: reads hours, minutes and seconds
      > not ok 1 - reads hours, minutes and seconds
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: 'way c leads nowhere'
      >   code: 'ERR_TEST_FAILURE'
      >   stack: |-
      >     parse (file:///world/data/worktrees/RUN/src/parse.js:3:9)
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:5:61)
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
      > **Next:** iteration 4 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 3/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 3/5 · 78.3 k tokens (no limit) · $0.36 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-3 -->
    - ultraloop[bot] commit ultraloop 4: Read durations
    - ultraloop[bot]:
      > ## Iteration 4/5
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | 1 file, +2 −2: [diff](https://github.test/acme/durations/compare/s4...s5), [s5](https://github.test/acme/durations/commit/s5) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | ✘ tier 1: this way was wrong, another one is needed; no change |
      >
      > **Outcome:** CONTINUE
      >
      > <details><summary>1 file changed, +2 −2</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s5/src/parse.js) +2 −2
      >
      > </details>
      >
      > <details><summary>test: exit code 1, 29 lines</summary>
      >
      > \`\`\`text
      > TAP version 13
      > # Subtest: reads hours, minutes and seconds
      > not ok 1 - reads hours, minutes and seconds
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: 'way d leads nowhere'
      >   code: 'ERR_TEST_FAILURE'
      >   stack: |-
      >     parse (file:///world/data/worktrees/RUN/src/parse.js:3:9)
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:5:61)
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
      > **Next:** iteration 5 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 4/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 4/5 · 0.10 M tokens (no limit) · $0.48 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-4 -->
    - ultraloop[bot] commit ultraloop 5: Read durations
    - ultraloop[bot]:
      > ## Iteration 5/5
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > | Step | Skill | Result |
      > |---|---|---|
      > | Execute | (implementation) | 1 file, +2 −2: [diff](https://github.test/acme/durations/compare/s5...s6), [s6](https://github.test/acme/durations/commit/s6) |
      > | Review | pr-review | PASS |
      > | Verify | qa-commit | ✘ RED: test |
      > | Debug | debug | ✘ Jidoka tier 3: errors in 5 iterations; no fix was attempted |
      >
      > **Outcome:** JIDOKA
      >
      > <details><summary>1 file changed, +2 −2</summary>
      >
      > - [src/parse.js](https://github.test/acme/durations/blob/s6/src/parse.js) +2 −2
      >
      > </details>
      >
      > <details><summary>test: exit code 1, 29 lines</summary>
      >
      > \`\`\`text
      > TAP version 13
      > # Subtest: reads hours, minutes and seconds
      > not ok 1 - reads hours, minutes and seconds
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: 'way e leads nowhere'
      >   code: 'ERR_TEST_FAILURE'
      >   stack: |-
      >     parse (file:///world/data/worktrees/RUN/src/parse.js:3:9)
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:5:61)
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
      > **Next:** The run waits for a person: errors keep coming back. Jidoka tier 3: errors in 5 iterations; the limit is 5. A person has to sort them out. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 5/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 5/5 · 0.12 M tokens (no limit) · $0.56 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-5 -->
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]:
      > ## ⏸ Stopped: errors keep coming back
      >
      > Jidoka tier 3: errors in 5 iterations; the limit is 5. A person has to sort them out.
      >
      > - iteration 1: test › reads hours, minutes and seconds: way a leads nowhere
      > - iteration 2: test › reads hours, minutes and seconds: way b leads nowhere
      > - iteration 3: test › reads hours, minutes and seconds: way c leads nowhere
      > - iteration 4: test › reads hours, minutes and seconds: way d leads nowhere
      > - iteration 5: test › reads hours, minutes and seconds: way e leads nowhere
      > - Last good commit: [s6](https://github.test/acme/durations/commit/s6)
      >
      > <details><summary>test: exit code 1, 29 lines</summary>
      >
      > \`\`\`text
      > TAP version 13
      > # Subtest: reads hours, minutes and seconds
      > not ok 1 - reads hours, minutes and seconds
      >   ---
      >   duration_ms: N
      >   location: '/world/data/worktrees/RUN/test/parse.test.js:5:1'
      >   failureType: 'testCodeFailure'
      >   error: 'way e leads nowhere'
      >   code: 'ERR_TEST_FAILURE'
      >   stack: |-
      >     parse (file:///world/data/worktrees/RUN/src/parse.js:3:9)
      >     TestContext.<anonymous> (file:///world/data/worktrees/RUN/test/parse.test.js:5:61)
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
      > - [iteration 1](https://github.test/acme/durations/commit/s2) changed src/parse.js, test/parse.test.js; assumed cause: this way was wrong, another one is needed
      > - [iteration 2](https://github.test/acme/durations/commit/s3) changed src/parse.js; assumed cause: this way was wrong, another one is needed
      > - [iteration 3](https://github.test/acme/durations/commit/s4) changed src/parse.js; assumed cause: this way was wrong, another one is needed
      > - [iteration 4](https://github.test/acme/durations/commit/s5) changed src/parse.js; assumed cause: this way was wrong, another one is needed
      > - [iteration 5](https://github.test/acme/durations/commit/s6) changed src/parse.js
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
      > **Iterations:** 5 of 5
      >
      > **⏸ Errors keep coming back.** Jidoka tier 3: errors in 5 iterations; the limit is 5. A person has to sort them out.
      >
      > | Iter | Action | Result |
      > |---|---|---|
      > | 1 | Read durations ([s2](https://github.test/acme/durations/commit/s2)) | CONTINUE: RED: test |
      > | 2 | Read durations ([s3](https://github.test/acme/durations/commit/s3)) | CONTINUE: RED: test |
      > | 3 | Read durations ([s4](https://github.test/acme/durations/commit/s4)) | CONTINUE: RED: test |
      > | 4 | Read durations ([s5](https://github.test/acme/durations/commit/s5)) | CONTINUE: RED: test |
      > | 5 | Read durations ([s6](https://github.test/acme/durations/commit/s6)) | JIDOKA: RED: test |
      >
      > **Current:** 0 of 2 commits done · commit 1: Read durations
      >
      > **Commit plan**
      > - [ ] Read durations (2 criteria)
      > - [ ] Write durations (2 criteria)
      >
      > **Cost:** 0.12 M tokens (no limit) · $0.56 (no limit) · DURATION (agent DURATION)
      >
      > - Branch [ultraloop/issue-1-RUN](https://github.test/acme/durations/tree/ultraloop/issue-1-RUN) ([all changes](https://github.test/acme/durations/compare/s1...ultraloop/issue-1-RUN))
      > - Every file of the run: [here](https://github.test/acme/durations/tree/s7), or \`git fetch origin refs/ultraloop/RUN\`
      >
      > **Next steps**
      > - Still open: Read durations; Write durations
      > - Answer with one of the numbered options.
      > - \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <!-- ultraloop:RUN:closing-jidoka-5-0 -->
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 5 of 5 · JIDOKA
      >
      > \`██████████\` execute ✔  review ✔  verify ✘  debug ✘  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s6](https://github.test/acme/durations/commit/s6) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run waits for a person: errors keep coming back. Jidoka tier 3: errors in 5 iterations; the limit is 5. A person has to sort them out. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 5/5 · failures in a row 0/3 · no progress 0/3 · same error 1/3 · errors 5/5 · 0.12 M tokens (no limit) · $0.56 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed action_required ⏸ Needs a person · iteration 5 of 5 · JIDOKA

    # Branches
    ultraloop/issue-1-RUN"
  `);
  expect(world.contract.violations).toEqual([]);
});
