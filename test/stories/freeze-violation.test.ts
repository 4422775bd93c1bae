// FREEZE_VIOLATION: a frozen file was changed. The branch never holds it, nothing is lost, its owners are asked.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rest } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyFiles, writes } from '../world/tiny.ts';
import { transcript } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

const DESIGN = 'docs/design/answer.md';
let world: World;
beforeAll(async () => {
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles(),
    script: {
      'execute-1': writes('41'),
      'execute-2': writes('41', { write: { [DESIGN]: '# The answer is 41\n', 'answer.txt': '41!\n' } }),
      review: CLEAN,
    },
  });
});
afterAll(() => world.close());

test('U9 K9 FREEZE_VIOLATION: the branch keeps the last good commit, the work is on a stash branch, dana is asked', async () => {
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  const good = waiting.progress.head ?? '';
  await world.passTime(issue);
  const halted = await rest(world, issue);
  expect(halted.exit?.code).toBe('FREEZE_VIOLATION');
  const refs = await world.github.refs(REPO);
  const branch = halted.spec?.branch ?? '';
  const stash = [...refs.keys()].find(name => name.startsWith('refs/heads/ultraloop/stash/')) ?? '';
  expect(refs.get(`refs/heads/${branch}`)).toBe(good);
  expect(await world.github.readFile(REPO, branch, DESIGN)).toBe('# The answer is 42\n');
  expect(await world.github.readFile(REPO, stash, DESIGN)).toBe('# The answer is 41\n');
  expect(await world.github.readFile(REPO, stash, 'answer.txt')).toBe('41!\n');
  expect(world.github.pull(REPO, halted.places.pull ?? 0).pull.reviewers.map(({ login }) => login)).toEqual(['dana']);
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #1 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #2 (open, draft, loop/needs-human)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]:
      > ## Iteration 1/4 · CONTINUE
      >
      > | Step | By | Result |
      > |---|---|---|
      > | Execute | implementer | 1 file, +1 −0: [diff](https://github.test/acme/durations/compare/s1...s2), [s2](https://github.test/acme/durations/commit/s2) |
      > | Review | reviewer | CLEAN |
      > | Improve | implementer | nothing to improve |
      > | Contract tests | 2 commands | answer ✘ contract |
      > | Freeze | 1 file | INTACT s3 |
      >
      > <details><summary>1 file changed, +1 −0</summary>
      >
      > - [answer.txt](https://github.test/acme/durations/blob/s2/answer.txt) +1 −0
      >
      > </details>
      >
      > ✘ answer contract: exit code 1, no output
      >
      > <details><summary>Spend of this iteration, 4 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 1.0 k / 100 | $0.01 | DURATION |
      > | review | reviewer | 1.0 k / 100 | $0.01 | DURATION |
      > | contracts | answer unit | - | - | DURATION |
      > | contracts | answer contract | - | - | DURATION |
      >
      > </details>
      >
      > **Checks** from \`ultraloop.yml\`. Change them under \`checks:\` or \`blocks:\` in \`.github/ultraloop.yml\`.
      > - answer unit: \`test -s answer.txt\`
      > - answer contract: \`grep -qx 42 answer.txt\`
      >
      > **Next:** iteration 2 by itself at HH:MM UTC (in DURATION). \`/continue\` goes on now, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 1/4 · failures in a row 0/3 · no progress 0/3 · 2.2 k tokens (no limit) · $0.02 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-1 -->
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot]:
      > ## Iteration 2/4 · FREEZE_VIOLATION
      >
      > | Step | By | Result |
      > |---|---|---|
      > | Execute | implementer | 2 files, +2 −2 |
      > | Review | reviewer | CLEAN |
      > | Improve | implementer | nothing to improve |
      > | Contract tests | 2 commands | answer ✘ contract |
      > | Freeze | 1 file | ✘ VIOLATED: 1 frozen file changed: kept on [ultraloop/stash/RUN-1](https://github.test/acme/durations/commit/s4) |
      >
      > <details><summary>2 files changed, +2 −2, not on the branch</summary>
      >
      > - answer.txt +1 −1
      > - docs/design/answer.md +1 −1
      >
      > </details>
      >
      > ✘ answer contract: exit code 1, no output
      >
      > <details><summary>Spend of this iteration, 4 rows</summary>
      >
      > | Stage | By | Tokens in / out | Cost | Time |
      > |---|---|---|---|---|
      > | execute | implementer | 1.0 k / 100 | $0.01 | DURATION |
      > | review | reviewer | 1.0 k / 100 | $0.01 | DURATION |
      > | contracts | answer unit | - | - | DURATION |
      > | contracts | answer contract | - | - | DURATION |
      >
      > </details>
      >
      > **Next:** The run ends: a frozen file was changed. 1 frozen file changed; the freeze wanted none. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)</sub>
      >
      > <!-- ultraloop:RUN:iteration-2 -->
    - ultraloop[bot] review requested dana
    - ultraloop[bot]:
      > ## ✘ Stopped: a frozen file was changed
      >
      > 1 frozen file changed; the freeze wanted none.
      >
      > - M docs/design/answer.md
      > - The change is kept on [ultraloop/stash/RUN-1](https://github.test/acme/durations/tree/ultraloop/stash/RUN-1); nothing is lost
      > - Last good commit: [s2](https://github.test/acme/durations/commit/s2)
      >
      > 1. \`/continue leave the frozen files alone\` — go on from the last good commit without that change
      > 2. \`/continue your words\` — say how to reach the goal within the frozen design
      > 3. say nothing — the run is over, the branch stays as it is
      >
      > @dana you were asked because \`CODEOWNERS\` names you for \`docs/design/answer.md\`.
      >
      > ---
      >
      > ## Ultraloop Execution Report · FREEZE_VIOLATION
      >
      > **✘ A frozen file was changed.** 1 frozen file changed; the freeze wanted none.
      >
      > ### Summary
      > - **Target**: the text of [issue 1](https://github.test/acme/durations/issues/1)
      > - **Cycles completed**: 2 / 4
      > - **Exit reason**: FREEZE_VIOLATION
      > - **Cost**: 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)
      >
      > ### Block Status
      > | Block | Status | Lint | Unit Test | Contract Test |
      > |---|---|---|---|---|
      > | answer | implementing | - | PASS | FAIL |
      >
      > ### Improvements Applied
      > - Cycle 1: No improvements needed
      > - Cycle 2: No improvements needed
      >
      > ### Design Freeze Status
      > - **Status**: VIOLATED
      > - **Hash**: \`sha256:s3\` (1 file)
      > - M docs/design/answer.md
      > - Kept on [ultraloop/stash/RUN-1](https://github.test/acme/durations/tree/ultraloop/stash/RUN-1)
      >
      > ### Pending Decisions
      > - M docs/design/answer.md
      > - answer contract fails, exit code 1 (needs review)
      >
      > ### Files
      > - Branch [ultraloop/issue-1-RUN](https://github.test/acme/durations/tree/ultraloop/issue-1-RUN) ([all changes](https://github.test/acme/durations/compare/s1...ultraloop/issue-1-RUN))
      > - Every file of the run: [here](https://github.test/acme/durations/tree/s5), or \`git fetch origin refs/ultraloop/RUN\`
      >
      > \`/continue your words\` takes it up again.
      >
      > <!-- ultraloop:RUN:closing-freeze_violation-2-0 -->
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 2 of 4 · FREEZE_VIOLATION
      >
      > \`█████░░░░░\` execute ✔  review ✔  improve ○  contracts ✘  freeze ✘  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s2](https://github.test/acme/durations/commit/s2) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: a frozen file was changed. 1 frozen file changed; the freeze wanted none. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed failure ⏸ Needs a person · iteration 2 of 4 · FREEZE_VIOLATION

    # Branches
    ultraloop/issue-1-RUN
    ultraloop/stash/RUN-1"
  `);
  expect(world.contract.violations).toEqual([]);
});
