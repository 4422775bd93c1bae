// What people do to a run: they comment, push, stop it, finish it, close its threads; and what it answers.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { atWork, handled, processes, prompt, rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, SECOND_TIME_RIGHT, TINY_ISSUE, tinyFiles, writes } from '../world/tiny.ts';
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

const HANGING = { execute: writes('half', { hang: true }), review: CLEAN };
/** At work until it is let go: what happens meanwhile has happened by then. */
const HELD = { execute: writes('41', { until: 'go' }), review: CLEAN };
const letGo = () => world.script({ ...HELD, go: {} });
const headOf = async (branch = '') => (await world.github.refs(REPO)).get(`refs/heads/${branch}`);

test('K10 INTERRUPT: a comment parks the run, /continue takes it up with both their words in the next prompt', async () => {
  await world.script(SECOND_TIME_RIGHT);
  const issue = await world.label(TINY_ISSUE);
  await rest(world, issue);
  await say(world, issue, 'Please spell the answer in digits.');
  const parked = await rest(world, issue);
  expect(parked.exit?.code).toBe('INTERRUPT');
  await say(world, issue, '/continue and mind the *line end*');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('COMPLETE');
  const told = await prompt(world, done.id);
  expect(told.indexOf('and mind the *line end*')).toBeGreaterThan(0);
  expect(told.indexOf('Please spell the answer in digits.')).toBeGreaterThan(told.indexOf('and mind the *line end*'));
  expect(told.indexOf('Please spell')).toBeLessThan(told.indexOf('The task: issue'));
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #1 (open, loop/done, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #2 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 1
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]: Iteration 1/4 · CONTINUE
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - maintainer: Please spell the answer in digits.
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot]: ⏸ Stopped: a person spoke
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/waiting
    - maintainer: /continue and mind the *line end*
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] commit ultraloop 2: Write the answer
    - ultraloop[bot]: Iteration 2/4 · COMPLETE
    - ultraloop[bot] ready for review
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: Ultraloop Execution Report · COMPLETE / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ✔ Done · iteration 2 of 4 · COMPLETE
      >
      > \`██████████\` execute ✔  review ✔  improve ○  contracts ✔  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 1](https://github.test/acme/durations/issues/1) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: complete. All blocks are merged and their contract tests pass. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 2 of 4 · COMPLETE

    # Branches
    ultraloop/issue-1-RUN"
  `);
});

test('K10 TAKEOVER: a person pushes while the run waits; /continue goes on from their commit', async () => {
  await world.script(SECOND_TIME_RIGHT);
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  const branch = waiting.spec?.branch ?? '';
  const theirs = await world.github
    .as('rosa')
    .pushFiles(REPO, branch, { 'notes.md': 'from rosa\n' }, 'A note beside the answer');
  await world.github.idle();
  const parked = await rest(world, issue);
  expect(parked.exit?.code).toBe('TAKEOVER');
  expect(await headOf(branch)).toBe(theirs);
  await say(world, issue, '/continue');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('COMPLETE');
  expect(await world.github.readFile(REPO, branch, 'notes.md')).toBe('from rosa\n');
  expect(await world.github.readFile(REPO, branch, 'answer.txt')).toBe('42\n');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #3 (open, loop/done, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/needs-human
    - ultraloop[bot] labeled loop/done
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #4 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 3
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]: Iteration 1/4 · CONTINUE
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - rosa commit A note beside the answer
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ⏸ Stopped: somebody else pushed
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/waiting
    - maintainer: /continue
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
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 2 of 4 · COMPLETE

    # Branches
    ultraloop/issue-3-RUN"
  `);
});

test('K10 TAKEOVER: a person pushes while an iteration runs; its work is kept aside, theirs stays', async () => {
  await world.script(HELD);
  const issue = await world.label(TINY_ISSUE);
  const { spec } = await atWork(world, issue, '41');
  const branch = spec?.branch ?? '';
  const theirs = await world.github.as('rosa').pushFiles(REPO, branch, { 'answer.txt': 'mine\n' }, 'Mine');
  await handled(world);
  await letGo();
  const parked = await rest(world, issue);
  expect(parked.exit?.code).toBe('TAKEOVER');
  expect(await headOf(branch)).toBe(theirs);
  expect(await world.github.readFile(REPO, `ultraloop/stash/${parked.id}-1`, 'answer.txt')).toBe('41\n');
  await world.script({ execute: writes('42'), review: CLEAN });
  await say(world, issue, '/continue take it from rosa');
  const done = await rest(world, issue);
  expect(done.exit?.code).toBe('COMPLETE');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #5 (open, loop/done, ultraloop)
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

    # Write the answer #6 (open, ready, loop/done)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 5
    - ultraloop[bot] labeled loop/running
    - rosa commit Mine
    - ultraloop[bot]: Iteration 1/4 · TAKEOVER
    - ultraloop[bot] review requested rosa
    - ultraloop[bot]: ⏸ Stopped: somebody else pushed
    - ultraloop[bot] labeled loop/needs-human
    - ultraloop[bot] unlabeled loop/running
    - maintainer: /continue take it from rosa
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
      > Started by [maintainer](https://github.test/maintainer) from [issue 5](https://github.test/acme/durations/issues/5) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: complete. All blocks are merged and their contract tests pass. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 3.3 k tokens (no limit) · $0.03 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed success ✔ Done · iteration 2 of 4 · COMPLETE

    # Branches
    ultraloop/issue-5-RUN
    ultraloop/stash/RUN-1"
  `);
});

test('K2 ABORTED: in the middle of the agent; what it wrote is kept aside and no process is left', async () => {
  await world.script({ ...HANGING, execute: writes('half', { hang: true, children: 2 }) });
  const issue = await world.label(TINY_ISSUE);
  const { id, spec } = await atWork(world, issue, 'half');
  const before = await headOf(spec?.branch);
  await say(world, issue, '/abort wrong issue');
  const ended = await rest(world, issue);
  expect(ended.exit?.code).toBe('ABORTED');
  expect(await processes(id)).toEqual([]);
  expect(await headOf(spec?.branch)).toBe(before);
  expect(await world.github.readFile(REPO, `ultraloop/stash/${id}-1`, 'answer.txt')).toBe('half\n');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #7 (open, loop/stopped, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/stopped
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #8 (open, draft, loop/stopped)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 7
    - ultraloop[bot] labeled loop/running
    - maintainer: /abort wrong issue
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot]: Iteration 1/4 · ABORTED
    - ultraloop[bot]: Ultraloop Execution Report · ABORTED / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/stopped
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ■ Stopped · iteration 1 of 4 · ABORTED
      >
      > \`███░░░░░░░\` execute ✘  review ○  improve ○  contracts ○  freeze ○  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 7](https://github.test/acme/durations/issues/7) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: aborted. maintainer said \`/abort\`. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 1/4 · failures in a row 0/3 · no progress 0/3 · tokens unknown (no limit) · cost unknown (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed cancelled ■ Stopped · iteration 1 of 4 · ABORTED

    # Branches
    ultraloop/issue-7-RUN
    ultraloop/stash/RUN-1"
  `);
});

test('K2 FINISHED: /finish while it runs keeps and checks what is there', async () => {
  await world.script(HELD);
  const issue = await world.label(TINY_ISSUE);
  const { spec } = await atWork(world, issue, '41');
  await say(world, issue, '/finish');
  await letGo();
  const ended = await rest(world, issue);
  expect(ended.exit?.code).toBe('FINISHED');
  expect(await world.github.readFile(REPO, spec?.branch ?? '', 'answer.txt')).toBe('41\n');
  expect(reports(world, ended.places.pull ?? 0)[0]).toContain('answer contract');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #9 (open, loop/stopped, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/stopped
    - ultraloop[bot] unlabeled loop/running

    # Write the answer #10 (open, draft, loop/stopped)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 9
    - ultraloop[bot] labeled loop/running
    - maintainer: /finish
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction rocket on comment N
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]: Iteration 1/4 · FINISHED
    - ultraloop[bot]: Ultraloop Execution Report · FINISHED / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/stopped
    - ultraloop[bot] unlabeled loop/running

    # Status
      > ### ■ Stopped · iteration 1 of 4 · FINISHED
      >
      > \`███░░░░░░░\` execute ✔  review ○  improve ○  contracts ✘  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 9](https://github.test/acme/durations/issues/9) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: finished on request. maintainer said \`/finish\`; what is there was kept. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 1/4 · failures in a row 0/3 · no progress 0/3 · 1.1 k tokens (no limit) · $0.01 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed neutral ■ Stopped · iteration 1 of 4 · FINISHED

    # Branches
    ultraloop/issue-9-RUN"
  `);
});

test.each([
  ['the pull request', (pull: number) => world.github.as('rosa').closePull(REPO, pull)],
  ['the issue', (_: number, issue: number) => world.github.as('rosa').closeIssue(REPO, issue)],
])('K10 CLOSED: closing %s stops a waiting run', async (_, close) => {
  await world.script(SECOND_TIME_RIGHT);
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  const comments = reports(world, waiting.places.pull ?? 0).length;
  await close(waiting.places.pull ?? 0, issue);
  await world.github.idle();
  const ended = await world.until(issue, 'stopped');
  await rest(world, issue);
  expect(ended.exit?.code).toBe('CLOSED');
  expect(reports(world, waiting.places.pull ?? 0)).toHaveLength(comments + 1);
  expect(world.github.issue(REPO, issue).labels.map(({ name }) => name)).toContain('loop/stopped');
});

test('K10 CLOSED: removing the label while the agent works stops it, and the label starts a new run', async () => {
  await world.script(HANGING);
  const issue = await world.label(TINY_ISSUE);
  const { id } = await atWork(world, issue, 'half');
  await world.github.as('maintainer').unlabel(REPO, issue, 'ultraloop');
  const ended = await world.until(issue, 'stopped');
  expect(ended.exit?.code).toBe('CLOSED');
  expect(await processes(id)).toEqual([]);
  await world.script({ execute: writes('42'), review: CLEAN });
  await world.github.as('maintainer').label(REPO, issue, 'ultraloop');
  const again = await world.until(issue, 'done');
  expect([again.id === id, again.exit?.code]).toEqual([false, 'COMPLETE']);
});

test('K7 the buttons of the check run: Continue, then Finish', async () => {
  await world.script({ execute: writes('41'), 'execute-2': writes('40'), review: CLEAN });
  const issue = await world.label(TINY_ISSUE);
  const press = async (name: string, login: string) => {
    const run = await rest(world, issue);
    await world.github.as(login).clickAction(REPO, run.places.checkRun ?? 0, name);
    await world.github.idle();
    return rest(world, issue);
  };
  const refused = await press('continue', 'stranger');
  expect(refused.turn).toBe(1);
  const second = await press('continue', 'maintainer');
  expect([second.turn, second.state]).toEqual([2, 'waiting']);
  const ended = await press('finish', 'maintainer');
  expect(ended.exit?.code).toBe('FINISHED');
  expect(await outline(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #18 (open, loop/stopped, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot] labeled loop/stopped
    - ultraloop[bot] unlabeled loop/waiting

    # Write the answer #19 (open, draft, loop/stopped)
    - ultraloop[bot] opened
    - ultraloop[bot] commit ultraloop: start on issue 18
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] commit ultraloop 1: Write the answer
    - ultraloop[bot]: Iteration 1/4 · CONTINUE
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot]: \`stranger\` may not steer runs here: that needs write permission on this repository.
    - ultraloop[bot] labeled loop/running
    - ultraloop[bot] unlabeled loop/waiting
    - ultraloop[bot] commit ultraloop 2: Write the answer
    - ultraloop[bot]: Iteration 2/4 · CONTINUE
    - ultraloop[bot] labeled loop/waiting
    - ultraloop[bot] unlabeled loop/running
    - ultraloop[bot]: Ultraloop Execution Report · FINISHED / Summary / Block Status / Improvements Applied / Design Freeze Status / Pending Decisions / Files
    - ultraloop[bot] labeled loop/stopped
    - ultraloop[bot] unlabeled loop/waiting

    # Status
      > ### ■ Stopped · iteration 2 of 4 · FINISHED
      >
      > \`█████░░░░░\` execute ✔  review ✔  improve ○  contracts ✘  freeze ✔  report ✔
      >
      > Started by [maintainer](https://github.test/maintainer) from [issue 18](https://github.test/acme/durations/issues/18) · last push [s1](https://github.test/acme/durations/commit/s1) AGO · as of HH:MM UTC · sandbox bubblewrap
      >
      > **Next:** The run ends: finished on request. maintainer said \`/finish\`; what is there was kept. \`/continue your words\` takes it up again.
      >
      > <sub>iterations 2/4 · failures in a row 0/3 · no progress 0/3 · 4.4 k tokens (no limit) · $0.04 (no limit) · DURATION (agent DURATION)</sub>

    # Check
    completed neutral ■ Stopped · iteration 2 of 4 · FINISHED

    # Branches
    ultraloop/issue-18-RUN"
  `);
});
