// A: who may start a run. Whatever was tried, no run, no clone and no agent; and who is refused is told once.
import { expect } from 'vitest';
import { handled, rest, sql } from '../world/moments.ts';
import { TINY_ISSUE } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { NOTHING, started } from './quiet.ts';
import type { Scene } from './scene.ts';
import { post, sender, sentBy } from './webhook.ts';

/** Comments of the app that name somebody. */
const told = (at: Scene, login: string): string[] => at.comments().filter(body => body.includes(`\`${login}\``));

attack(1, 'the label, by somebody who may not write', async at => {
  const { github } = at.world;
  github.setPermission(REPO, 'reader', 'read');
  github.setPermission(REPO, 'triager', 'read', 'triage');
  const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
  const outsiders = ['reader', 'triager', 'stranger', 'nobody'];
  for (const login of outsiders)
    for (const label of ['ultraloop', 'ultraloop:ralph', 'ULTRALOOP', 'ultraloop:nonsense']) {
      await github.as(login).label(REPO, number, label);
      await github.as(login).unlabel(REPO, number, label);
    }
  for (const login of outsiders) await github.as(login).comment(REPO, number, '/ultraloop autonomous');
  await handled(at.world);
  expect(await started(at)).toEqual(NOTHING);
  expect(outsiders.map(login => told(at, login).length)).toEqual([1, 1, 1, 1]);
  expect(at.comments().every(body => body.includes('needs write permission'))).toBe(true);
});

attack(2, 'the label a form of issues brings along', async at => {
  const { github } = at.world;
  const labels = ['bug', 'ultraloop', 'ultraloop:autonomous'];
  await github.as('stranger').openIssue(REPO, { ...TINY_ISSUE, labels });
  const { number } = await github.as('bystander').openIssue(REPO, { title: '/ultraloop', body: '/ultraloop', labels });
  await handled(at.world);
  // Opened by somebody who may write, but by a form: `opened` itself never starts anything.
  await post(at, { ...sentBy(at, 'issues.opened').payload, sender: sender(at, 'maintainer') });
  await github.as('maintainer').editBody(REPO, number, '/ultraloop\nnow edited');
  await handled(at.world);
  expect(await started(at)).toEqual(NOTHING);
  // The app looks for labelled issues it missed: they are the same outsiders’ still, and nobody is told twice.
  await at.world.restart();
  await handled(at.world);
  expect(await started(at)).toEqual(NOTHING);
  expect([told(at, 'stranger').length, told(at, 'bystander').length]).toEqual([1, 1]);
});

attack(3, 'what a payload says of somebody’s role', async at => {
  const { github } = at.world;
  github.createOrg('acme', ['member']);
  github.setPermission(REPO, 'member', 'read');
  const { number } = await github.as('member').openIssue(REPO, TINY_ISSUE);
  await github.as('member').label(REPO, number, 'ultraloop');
  const { payload } = sentBy(at, 'issues.labeled');
  for (const author_association of ['MEMBER', 'OWNER', 'COLLABORATOR']) {
    const issue = { ...(payload.issue as object), author_association };
    const boss = { ...sender(at, 'member'), site_admin: true, permissions: { admin: true }, role_name: 'admin' };
    await post(at, { ...payload, issue, sender: boss });
  }
  await github.as('member').comment(REPO, number, '/ultraloop');
  await handled(at.world);
  expect(await started(at)).toEqual(NOTHING);
  // An answer that is none, or not the one hoped for, is no.
  const permission = /\/collaborators\/[^/]+\/permission$/;
  const odd = [
    {},
    { permission: 'maintain' },
    { permission: ['write'] },
    { permission: 'WRITE' },
    { user: { permissions: { push: true } } },
  ];
  for (const body of odd) {
    github.faults.add({ path: permission, status: 200, body });
    await github.as('stranger').comment(REPO, number, '/ultraloop');
    await handled(at.world);
  }
  for (const status of [404, 403, 410]) {
    github.faults.add({ path: permission, status });
    await github.as('maintainer').comment(REPO, number, '/ultraloop');
    await handled(at.world);
  }
  expect(github.faults.left()).toBe(0);
  expect(await started(at)).toEqual(NOTHING);
  // GitHub is not well: nothing starts meanwhile, and the answer is asked for again.
  github.faults.add({ path: permission, status: 500, times: 4 });
  await github.as('stranger').comment(REPO, number, '/ultraloop');
  await handled(at.world);
  expect(github.faults.left()).toBe(0);
  expect(await started(at)).toEqual(NOTHING);
});

attack(6, 'bots, and the app itself', async at => {
  const { github } = at.world;
  github.createUser('robot[bot]', { type: 'Bot' });
  github.createUser('dependabot[bot]', { type: 'Bot' });
  for (const login of ['robot[bot]', 'dependabot[bot]', 'ultraloop[bot]']) github.setPermission(REPO, login, 'admin');
  await at.malice({ implementer: { sh: 'echo 41 > answer.txt' } });
  const waiting = await at.start();
  const before = at.comments().length;
  const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
  for (const login of ['robot[bot]', 'dependabot[bot]', 'ultraloop[bot]']) {
    await github.as(login).label(REPO, number, 'ultraloop');
    for (const text of ['/ultraloop', '/continue', '/abort', 'keep going', 'a plain comment'])
      for (const thread of [number, waiting.issue, waiting.places.pull ?? 0])
        await github.as(login).comment(REPO, thread, text);
  }
  // As a person in name only, and through the app with a person’s name on it.
  const { payload } = sentBy(at, 'issue_comment.created');
  const maintainer = sender(at, 'maintainer');
  const through = { performed_via_github_app: { slug: 'ultraloop' } };
  const comment = payload.comment as object;
  const forged = [
    { sender: { ...maintainer, type: 'Bot' } },
    { sender: { ...maintainer, type: 'Organization' } },
    { sender: { ...maintainer, type: 'user' } },
    { sender: { ...maintainer, login: 'maintainer[bot]' } },
    { sender: { ...maintainer, login: 'Ultraloop[BOT]' } },
    { sender: maintainer, comment: { ...comment, ...through, body: '/abort' } },
  ];
  for (const [n, part] of forged.entries()) {
    const said = { ...comment, id: 9_000 + n, body: '/abort', ...part.comment };
    await post(at, { ...payload, ...part, comment: said }, { event: 'issue_comment' });
  }
  await handled(at.world);
  await at.world.restart();
  const after = await rest(at.world, waiting.issue);
  expect([after.state, after.turn]).toEqual(['waiting', waiting.turn]);
  expect(await sql(at.world, 'select id from runs')).toHaveLength(1);
  expect(at.comments().filter(body => !/^(?:\/|keep|a plain)/.test(body))).toHaveLength(before);
  const reactions = [number, waiting.places.pull ?? 0].flatMap(n =>
    github.issue(REPO, n).comments.flatMap(c => c.reactions),
  );
  expect(reactions).toEqual([]);
});
