// What starts a run, what does not, and what people are told: permission, readiness, mistakes, commands that are none.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { handled, rest, say, sql } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyConfig, tinyFiles, writes } from '../world/tiny.ts';
import { outline, reports, transcript } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles(),
    script: { execute: writes('41'), review: CLEAN },
  });
});
afterAll(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

const push = (files: Record<string, string>) => world.github.as('maintainer').pushFiles(REPO, 'main', files, 'Change');
const configure = (text: string) => push({ '.github/ultraloop.yml': text });
const reactionsTo = (number: number, id: number) =>
  world.github
    .issue(REPO, number)
    .comments.find(comment => comment.id === id)
    ?.reactions.map(({ content }) => content);

test('U2 NOT_READY: every reason at once, on the issue, and nothing is started', async () => {
  await configure(
    tinyConfig('prerequisites: [plan.md]\ntarget: rtl\ntargets: { rtl: docs/rtl.md }\n').replace(
      'docs/design/',
      'docs/none/',
    ),
  );
  const issue = await world.label({ title: 'Too early', body: '### Decisions\n- [ ] Which base?\n' });
  const run = await rest(world, issue);
  expect(run.exit?.code).toBe('NOT_READY');
  expect([...(await world.github.refs(REPO)).keys()]).toEqual(['refs/heads/main']);
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Too early #1 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot]:
      > ## ✘ Not started: something is missing
      >
      > 1. The file of the target \`rtl\`, \`docs/rtl.md\`, is not in the repository. — Add it to the default branch, or correct its path under \`targets:\`.
      > 2. The prerequisite \`plan.md\` is not in the repository. — Finish the work that makes it, or take it out of \`prerequisites:\`.
      > 3. The frozen path \`docs/none/\` matches no file, so it would protect nothing. — Finish the design it stands for, or correct the glob under \`frozen:\`.
      > 4. A design question is undecided: Which base? — Write the decision down and tick its box in the issue, then start again.
      >
      > When that is done, take the label off and put it on again, or say \`/ultraloop\`.
      >
      > <!-- ultraloop:RUN:not-ready -->
    - ultraloop[bot] labeled loop/needs-human

    # Branches
    "
  `);
});

test('K13 a broken ultraloop.yml: one comment with every line and key; corrected, the label starts the run', async () => {
  await configure('max_cycles: many\nfrozzen: [docs/]\nblocks:\n  answer: {}\n');
  const issue = await world.label(TINY_ISSUE);
  await rest(world, issue);
  expect(reports(world, issue)).toHaveLength(1);
  expect(await transcript(world, issue)).toMatchInlineSnapshot(`
    "# Write the answer #2 (open, loop/needs-human, ultraloop)
    - maintainer opened
    - maintainer labeled ultraloop
    - ultraloop[bot] reaction eyes on the issue
    - ultraloop[bot] reaction rocket on the issue
    - ultraloop[bot]:
      > ## ✘ Not started: 3 mistakes in \`.github/ultraloop.yml\`
      >
      > | Line | Key | Problem |
      > |---|---|---|
      > | [1](https://github.test/acme/durations/blob/s1/.github/ultraloop.yml#L1) | \`max_cycles\` | this must be a number |
      > | [2](https://github.test/acme/durations/blob/s1/.github/ultraloop.yml#L2) | \`frozzen\` | there is no key \`frozzen\`; did you mean \`frozen\`? |
      > | [4](https://github.test/acme/durations/blob/s1/.github/ultraloop.yml#L4) | \`blocks.answer.paths\` | \`paths\` is missing |
      >
      > Mend them on the default branch, then take the label off and put it on again, or say \`/ultraloop\`.
      >
      > <!-- ultraloop:RUN:config -->
    - ultraloop[bot] labeled loop/needs-human

    # Branches
    "
  `);
  await configure(tinyConfig());
  await world.github.as('maintainer').unlabel(REPO, issue, 'ultraloop');
  await world.github.as('maintainer').label(REPO, issue, 'ultraloop');
  const run = await rest(world, issue);
  expect(run.state).toBe('waiting');
});

test('U2 an empty issue is not ready, and says what to write', async () => {
  const issue = await world.label({ title: 'Empty', body: '<!-- describe -->\n' });
  expect((await rest(world, issue)).exit?.code).toBe('NOT_READY');
  expect(reports(world, issue).join()).toContain('The issue has no text');
});

test('K14 a repository without checks is not ready; `checks: []` accepts it', async () => {
  await configure('max_cycles: 4\n');
  const issue = await world.label(TINY_ISSUE);
  expect((await rest(world, issue)).exit?.code).toBe('NOT_READY');
  expect(reports(world, issue).join()).toContain('No check was found');
  await configure('max_cycles: 4\nchecks: []\n');
  const other = await world.label(TINY_ISSUE);
  const run = await rest(world, other);
  expect(run.exit?.code).toBe('CLEAN');
  await configure(tinyConfig());
});

test('K3 a person with read permission starts nothing and is told why, once', async () => {
  world.github.setPermission(REPO, 'stranger', 'read');
  const { number } = await world.github.as('maintainer').openIssue(REPO, TINY_ISSUE);
  for (const words of ['/ultraloop', '/ultraloop ralph']) {
    await world.github.as('stranger').comment(REPO, number, words);
    await handled(world);
  }
  expect(await world.run(number)).toBeUndefined();
  expect(await outline(world, number)).toMatchInlineSnapshot(`
    "# Write the answer #8 (open)
    - maintainer opened
    - stranger: /ultraloop
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction -1 on comment N
    - ultraloop[bot]: \`stranger\` may not steer runs here: that needs write permission on this repository.
    - stranger: /ultraloop ralph
    - ultraloop[bot] reaction eyes on comment N
    - ultraloop[bot] reaction -1 on comment N"
  `);
});

test('K3 an outsider’s ordinary comment and a bot’s command are not heard', async () => {
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  world.github.createUser('robot[bot]', { type: 'Bot' });
  world.github.setPermission(REPO, 'robot[bot]', 'write');
  const before = reports(world, waiting.places.pull ?? 0).length;
  await say(world, issue, 'I think this is wrong.', 'stranger');
  await say(world, issue, '/abort', 'robot[bot]');
  const after = await rest(world, issue);
  expect([after.state, after.turn]).toEqual(['waiting', waiting.turn]);
  expect(reports(world, waiting.places.pull ?? 0)).toHaveLength(before);
});

test('K2 an edit says nothing; in fences, quotes and sentences a command is only a comment', async () => {
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  const { id } = await world.github.as('stranger').comment(REPO, waiting.places.pull ?? 0, 'looks fine');
  await world.github.as('maintainer').editComment(REPO, id, '/abort');
  await handled(world);
  expect((await rest(world, issue)).state).toBe('waiting');
  await say(world, issue, '```\n/abort\n```\n> /abort\n\nwe could /abort here');
  const parked = await rest(world, issue);
  expect(parked.exit?.code).toBe('INTERRUPT');
});

test('C1 a second start while a run holds the issue points to it and touches nothing', async () => {
  const issue = await world.label(TINY_ISSUE);
  const first = await rest(world, issue);
  const { id } = await world.github.as('rosa').comment(REPO, issue, '/ultraloop');
  await handled(world);
  const after = await rest(world, issue);
  expect([after.id, after.turn, after.state]).toEqual([first.id, first.turn, 'waiting']);
  expect(reactionsTo(issue, id)).toEqual(['eyes', 'confused']);
  expect(reports(world, issue).join()).toContain(`/pull/${first.places.pull}`);
});

test('K2 /status, /help and a mistaken command are answered without disturbing the run', async () => {
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  const pull = waiting.places.pull ?? 0;
  const status = await say(world, issue, '/status');
  const help = await say(world, issue, '/help');
  const mistaken = await say(world, issue, '/continue\n/abort');
  const after = await rest(world, issue);
  expect([after.state, after.turn]).toEqual(['waiting', waiting.turn]);
  expect([status, help, mistaken].map(id => reactionsTo(pull, id))).toEqual([
    ['eyes', 'rocket'],
    ['eyes', 'rocket'],
    ['eyes', 'confused'],
  ]);
  const [, state, list, why] = reports(world, pull);
  expect(state).toContain('iteration 1 of 4');
  expect(list).toContain('/abort');
  expect(why).toContain('This comment holds two commands');
});

test('K12 each delivery id is handled once', async () => {
  const issue = await world.label(TINY_ISSUE);
  const waiting = await rest(world, issue);
  await say(world, issue, '/help');
  const before = reports(world, waiting.places.pull ?? 0).length;
  const [last] = world.github.deliveries.filter(({ event }) => event === 'issue_comment').slice(-2);
  const labeled = world.github.deliveries.findLast(({ action }) => action === 'labeled');
  for (const delivery of [last, labeled]) world.github.redeliver(delivery?.id ?? 0);
  await handled(world);
  expect(reports(world, waiting.places.pull ?? 0)).toHaveLength(before);
  const runs = await sql(world, 'select id from runs where issue = $1', [issue]);
  expect(runs).toHaveLength(1);
});
