// The brakes that count: iterations, failures, idleness, the budget. Each asks a person, and an answer takes the run up again.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyConfig, tinyFiles, writes } from '../world/tiny.ts';
import { outline, reports } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ databaseUrl: await freshDatabase(inject('postgres')), files: tinyFiles() });
});
afterAll(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

/** The configuration of the next run: without the clock, so that iterations follow each other. */
const configure = (more: string, base = tinyConfig()) =>
  world.github
    .as('maintainer')
    .pushFiles(REPO, 'main', { '.github/ultraloop.yml': `${base}auto_continue_minutes: 0\n${more}` }, 'Configure');

const closing = (pull = 0) => reports(world, pull).at(-1) ?? '';

test('U10 MAX_CYCLES: all iterations are used, a person is asked, /continue grants as many again', async () => {
  await configure('', tinyConfig().replace('max_cycles: 4', 'max_cycles: 2'));
  await world.script({ 'execute-1': writes('1'), 'execute-2': writes('2'), execute: writes('42'), review: CLEAN });
  const issue = await world.label(TINY_ISSUE);
  const stopped = await rest(world, issue);
  expect([stopped.exit?.code, stopped.turn]).toEqual(['MAX_CYCLES', 2]);
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #1 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #2 (open, draft, loop/needs-human)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]: Iteration 1/2 · CONTINUE
    - ultraloop[bot] commit ultraloop 2: Write the answer
    - ultraloop[bot]: Iteration 2/2 · MAX_CYCLES
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ■ Stopped: all iterations are used / Ultraloop Execution Report · MAX_CYCLES / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 2 of 2 · MAX_CYCLES
      >
      > \`██████████\` execute ✔  review ✔  improve ○  contracts ✘  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: all iterations are used. 2 of 2 iterations are used and the goal is not reached. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/2 · failures in a row 0/3 · no progress 0/3 · 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed action_required ⏸ Needs a person · iteration 2 of 2 · MAX_CYCLES

    # Branches
    ultraloop/issue-1-RUN"
  `);
  await say(world, issue, '/continue you nearly have it');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('COMPLETE');
});

test('U11 TOKEN_EXHAUSTION: the rest cannot pay another iteration; a raised budget resumes with what is there', async () => {
  await configure('budget: { max_tokens: 3000 }\n');
  await world.script({ 'execute-1': writes('41'), execute: writes('42'), review: CLEAN });
  const issue = await world.label(TINY_ISSUE);
  const stopped = await rest(world, issue);
  expect([stopped.exit?.code, stopped.turn]).toEqual(['TOKEN_EXHAUSTION', 1]);
  expect(await world.github.readFile(REPO, stopped.spec?.branch ?? '', 'answer.txt')).toBe('41\n');
  expect(closing(stopped.places.pull)).toContain('2200 of 3000 tokens used');
  await say(world, issue, '/continue --max-tokens 9k');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('COMPLETE');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #3 (open, loop/done, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #4 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 3
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]: Iteration 1/4 · TOKEN_EXHAUSTION
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ■ Stopped: the budget is used up / Ultraloop Execution Report · TOKEN_EXHAUSTION / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running
    - maintainer: /continue --max-tokens 9k
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] commit ultraloop 2: Write the answer
    - ultraloop[bot]: Iteration 2/4 · COMPLETE
    - ultraloop[bot] ready for review
    - ultraloop[bot]: Ultraloop Execution Report · COMPLETE / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ✔ Done · iteration 2 of 4 · COMPLETE
      >
      > \`██████████\` execute ✔  review ✔  improve ○  contracts ✔  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 3](https://github.test/acme/durations/issues/3) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: complete. All blocks are merged and their contract tests pass. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 4.4 k of 9.0 k tokens · $0.04 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 2 of 4 · COMPLETE

    # Branches
    ultraloop/issue-3-RUN"
  `);
});

test('NO_PROGRESS: an agent that exits 0 without a change is not believed', async () => {
  await configure('limits: { no_progress: 2 }\n');
  await world.script({ execute: { say: 'All done!', answer: { outcome: 'done', summary: 'done' } }, review: CLEAN });
  const issue = await world.label(TINY_ISSUE);
  const parked = await rest(world, issue);
  expect([parked.exit?.code, parked.exit?.kind, parked.turn]).toEqual(['NO_PROGRESS', 'park', 2]);
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #5 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #6 (open, draft, loop/needs-human)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 5
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot]: Iteration 1/4 · CONTINUE
    - ultraloop[bot]: Iteration 2/4 · NO_PROGRESS
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ⏸ Stopped: no progress
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 2 of 4 · NO_PROGRESS
      >
      > \`█████░░░░░\` execute ✔  review ✔  improve ○  contracts ✘  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 5](https://github.test/acme/durations/issues/5) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run waits for a person: no progress. 2 iterations in a row changed no file; the limit is 2. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 2/2 · at least 2.2 k tokens (no limit) · at least $0.02 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed action_required ⏸ Needs a person · iteration 2 of 4 · NO_PROGRESS

    # Branches
    ultraloop/issue-5-RUN"
  `);
});

test('BROKEN: the agent says it is impossible, at once and with its reason', async () => {
  await configure('');
  await world.script({
    execute: { answer: { outcome: 'impossible', because: 'the design says 42 and the test 41' } },
    review: CLEAN,
  });
  const issue = await world.label(TINY_ISSUE);
  const parked = await rest(world, issue);
  expect([parked.exit?.code, parked.turn]).toEqual(['BROKEN', 1]);
  expect(closing(parked.places.pull)).toContain('the design says 42 and the test 41');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #7 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #8 (open, draft, loop/needs-human)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 7
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot]: Iteration 1/4 · BROKEN
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ⏸ Stopped: iterations keep failing
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ⏸ Needs a person · iteration 1 of 4 · BROKEN
      >
      > \`███░░░░░░░\` execute ✘  review ○  improve ○  contracts ✘  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 7](https://github.test/acme/durations/issues/7) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run waits for a person: iterations keep failing. The agent says this cannot be done. Trying again by itself cannot help. \`/continue\` goes on, \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.
      >
      > <sub>iterations 1/4 · failures in a row 1/3 · no progress 1/3 · tokens unknown (no limit) · cost unknown (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed failure ⏸ Needs a person · iteration 1 of 4 · BROKEN

    # Branches
    ultraloop/issue-7-RUN"
  `);
});

test('BROKEN: an agent that fails each time is given up after the limit, with its last words', async () => {
  await configure('limits: { failures: 2 }\n');
  await world.script({ execute: { say: 'no model key', exit: 3 }, review: CLEAN });
  const issue = await world.label(TINY_ISSUE);
  const parked = await rest(world, issue);
  expect([parked.exit?.code, parked.turn]).toEqual(['BROKEN', 2]);
  expect(reports(world, parked.places.pull ?? 0)[0]).toContain('no model key');
  await world.script({ execute: writes('42'), review: CLEAN });
  await say(world, issue, '/continue');
  expect((await rest(world, issue)).exit?.code).toBe('COMPLETE');
});
