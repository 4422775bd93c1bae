import type { Octokit } from '@octokit/rest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;
let octokit: Octokit;

beforeEach(async () => {
  world = await createWorld();
  octokit = world.octokit(await world.token());
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

test('a thread tells what its reader saw, in order', async () => {
  const mona = world.github.as('mona');
  const { number } = await mona.openIssue(REPO, { title: 'Wish', body: 'Please', labels: ['bug'] });
  const issue = { ...at, issue_number: number };
  const comment = await octokit.rest.issues.createComment({ ...issue, body: 'Started' });
  await octokit.rest.issues.updateComment({ ...at, comment_id: comment.data.id, body: 'Going on' });
  const order = await mona.comment(REPO, number, '/continue');
  await octokit.rest.reactions.createForIssueComment({ ...at, comment_id: order.id, content: 'eyes' });
  await mona.unlabel(REPO, number, 'bug');
  await octokit.rest.issues.update({ ...issue, state: 'closed', state_reason: 'not_planned' });
  await mona.reopenIssue(REPO, number);
  const lines = world.github.thread(REPO, number).map(entry => `${entry.actor} ${entry.kind} ${entry.text}`.trim());
  expect(lines).toEqual([
    'mona opened Please',
    'mona labeled bug',
    'ultraloop[bot] comment Started',
    'ultraloop[bot] comment_edited Going on',
    'mona comment /continue',
    `ultraloop[bot] reaction eyes on comment ${order.id}`,
    'mona unlabeled bug',
    'ultraloop[bot] closed not_planned',
    'mona reopened',
  ]);
  await world.github.idle();
  expect(world.names()).toEqual([
    'issues.opened',
    'issues.labeled',
    'issue_comment.created',
    'issue_comment.edited',
    'issue_comment.created',
    'issues.unlabeled',
    'issues.closed',
    'issues.reopened',
  ]);
});

test('lists filter and page as GitHub does', async () => {
  for (const title of ['one', 'two', 'three'])
    await world.github.as('mona').openIssue(REPO, { title, labels: title === 'two' ? ['ultraloop'] : [] });
  await world.github.as('mona').closeIssue(REPO, 1);
  const titles = async (query: object): Promise<string[]> =>
    (await octokit.rest.issues.listForRepo({ ...at, ...query })).data.map(issue => issue.title);
  expect(await titles({})).toEqual(['three', 'two']);
  expect(await titles({ state: 'all', direction: 'asc' })).toEqual(['one', 'two', 'three']);
  expect(await titles({ labels: 'UltraLoop' })).toEqual(['two']);
  expect(await titles({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
  const first = await octokit.rest.issues.listForRepo({ ...at, state: 'all', per_page: 2 });
  expect(first.headers.link).toMatch(/page=2>; rel="next", <.*page=2>; rel="last"/);
  const all = await octokit.paginate(octokit.rest.issues.listForRepo, { ...at, state: 'all', per_page: 1 });
  expect(all).toHaveLength(3);
});

test('comments of a repository can be read since a time, and deleted', async () => {
  const { number } = await world.github.as('mona').openIssue(REPO, { title: 'One' });
  const mine = await octokit.rest.issues.createComment({ ...at, issue_number: number, body: 'mine' });
  const since = new Date(Date.now() - 60_000).toISOString();
  expect((await octokit.rest.issues.listCommentsForRepo({ ...at, since })).data.map(item => item.body)).toEqual([
    'mine',
  ]);
  expect(mine.data.performed_via_github_app?.slug).toBe('ultraloop');
  await octokit.rest.issues.deleteComment({ ...at, comment_id: mine.data.id });
  expect((await octokit.rest.issues.listComments({ ...at, issue_number: number })).data).toEqual([]);
});

test('reactions are made once, listed, and taken back by who made them', async () => {
  const { number } = await world.github.as('mona').openIssue(REPO, { title: 'One' });
  const issue = { ...at, issue_number: number };
  const first = await octokit.rest.reactions.createForIssue({ ...issue, content: 'rocket' });
  const again = await octokit.rest.reactions.createForIssue({ ...issue, content: 'rocket' });
  expect([first.status, again.status, again.data.id]).toEqual([201, 200, first.data.id]);
  expect((await octokit.rest.reactions.listForIssue(issue)).data).toHaveLength(1);
  await octokit.rest.reactions.deleteForIssue({ ...issue, reaction_id: first.data.id });
  expect((await octokit.rest.issues.get(issue)).data.reactions).toMatchObject({ total_count: 0, rocket: 0 });
});

test('too long, locked and archived are refused', async () => {
  const { number } = await world.github.as('mona').openIssue(REPO, { title: 'One' });
  const say = (body: string) => octokit.rest.issues.createComment({ ...at, issue_number: number, body });
  await say('x'.repeat(65_536));
  await expect(say('x'.repeat(65_537))).rejects.toThrow(/body is too long \(maximum is 65536 characters\)/);
  await world.github.as('mona').lock(REPO, number);
  await expect(say('locked')).rejects.toMatchObject({ status: 403 });
  world.github.repo(REPO).archived = true;
  await expect(octokit.rest.issues.create({ ...at, title: 'Late' })).rejects.toThrow(/archived/);
});

test('labels are made, changed and unknown ones refused', async () => {
  await octokit.rest.issues.createLabel({ ...at, name: 'loop/running', color: 'FBCA04', description: 'Working' });
  await expect(octokit.rest.issues.createLabel({ ...at, name: 'Loop/Running' })).rejects.toMatchObject({ status: 422 });
  await octokit.rest.issues.updateLabel({ ...at, name: 'loop/running', new_name: 'loop/busy' });
  expect((await octokit.rest.issues.getLabel({ ...at, name: 'loop/busy' })).data.color).toBe('fbca04');
  const { number } = await world.github.as('mona').openIssue(REPO, { title: 'One' });
  await expect(
    octokit.rest.issues.removeLabel({ ...at, issue_number: number, name: 'loop/busy' }),
  ).rejects.toMatchObject({ status: 404 });
  await octokit.rest.issues.setLabels({ ...at, issue_number: number, labels: ['loop/busy', 'bug'] });
  expect(world.github.issue(REPO, number).labels.map(label => label.name)).toEqual(['loop/busy', 'bug']);
});

test('an unchanged answer is 304, and every answer has its request id and rate', async () => {
  const first = await octokit.rest.repos.get(at);
  expect(first.headers).toMatchObject({
    'x-github-request-id': expect.any(String),
    'x-ratelimit-remaining': expect.any(String),
  });
  const again = octokit.request('GET /repos/{owner}/{repo}', {
    ...at,
    headers: { 'if-none-match': first.headers.etag ?? '' },
  });
  await expect(again).rejects.toMatchObject({ status: 304 });
});

test('both addresses of the API answer, and a wrong one is a violation', async () => {
  const token = await world.token();
  const bare = await fetch(`${world.github.url}/repos/acme/widgets`, { headers: { authorization: `token ${token}` } });
  expect(bare.status).toBe(200);
  const wrong = await fetch(`${world.github.apiUrl}/repos/acme/widgets/isues`, {
    headers: { authorization: `token ${token}` },
  });
  expect(wrong.status).toBe(404);
  expect(world.contract.violations).toEqual([
    'GET /repos/acme/widgets/isues (404): there is no GitHub operation GET /repos/acme/widgets/isues',
  ]);
  world.contract.violations.length = 0;
});

test('a transferred issue is gone here and there with its comments', async () => {
  await world.github.createRepo({ owner: 'acme', name: 'other', files: { a: 'b' } });
  const { number } = await world.github.as('mona').openIssue(REPO, { title: 'Move me' });
  await world.github.as('mona').comment(REPO, number, 'along');
  const moved = await world.github.as('mona').transferIssue(REPO, number, 'acme/other');
  expect(world.github.issue('acme/other', moved.number).comments.map(item => item.body)).toEqual(['along']);
  await expect(octokit.rest.issues.get({ ...at, issue_number: number })).rejects.toMatchObject({ status: 404 });
  await world.github.idle();
  expect(world.names().at(-1)).toBe('issues.transferred');
});

test('K12: who put a label on an issue, or took it off, can be looked up', async () => {
  const mona = world.github.as('mona');
  const { number } = await mona.openIssue(REPO, { title: 'Wish', labels: ['bug'] });
  await mona.unlabel(REPO, number, 'bug');
  await octokit.rest.issues.addLabels({ ...at, issue_number: number, labels: ['loop/running'] });
  const { data } = await octokit.rest.issues.listEvents({ ...at, issue_number: number });
  const seen = data.map(event => ({
    event: event.event,
    by: event.actor?.login,
    label: 'label' in event && event.label,
  }));
  expect(seen).toMatchObject([
    { event: 'labeled', by: 'mona', label: { name: 'bug' } },
    { event: 'unlabeled', by: 'mona', label: { name: 'bug' } },
    { event: 'labeled', by: 'ultraloop[bot]', label: { name: 'loop/running' } },
  ]);
});
