import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

test('an error comes as often as it was asked for, and nothing is done', async () => {
  const octokit = world.octokit(await world.token());
  const create = () => octokit.rest.issues.create({ ...at, title: 'x' });
  world.github.faults.add({ method: 'POST', path: /\/issues$/, status: 502, times: 2 });
  await expect(create()).rejects.toMatchObject({ status: 502 });
  await expect(create()).rejects.toMatchObject({ status: 502 });
  await create();
  expect([...world.github.repo(REPO).threads.keys()]).toEqual([1]);
  world.github.faults.add({
    status: 403,
    headers: { 'retry-after': '7' },
    body: { message: 'You have exceeded a secondary rate limit.' },
  });
  await expect(create()).rejects.toMatchObject({ status: 403, response: { headers: { 'retry-after': '7' } } });
});

test('a lost response leaves the work done', async () => {
  const octokit = world.octokit(await world.token());
  const { number } = await world.github.as('mona').openIssue(REPO, { title: 'x' });
  world.github.faults.add({ path: /comments$/, lostResponse: true });
  await expect(octokit.rest.issues.createComment({ ...at, issue_number: number, body: 'lost' })).rejects.toThrow();
  expect(world.github.issue(REPO, number).comments.map(comment => comment.body)).toEqual(['lost']);
});

test('git can fail, and lose its answer after the push', async () => {
  const { github } = world;
  await world.git('.', 'clone', '--quiet', world.cloneUrl(await world.token()), 'work');
  await world.git('work', 'commit', '--quiet', '--allow-empty', '-m', 'Empty');
  github.faults.add({ git: true, status: 500 });
  await expect(world.git('work', 'push', 'origin', 'main')).rejects.toThrow(/500/);
  github.faults.add({ git: true, path: /git-receive-pack$/, lostResponse: true });
  await expect(world.git('work', 'push', 'origin', 'main')).rejects.toThrow();
  expect((await github.refs(REPO)).get('refs/heads/main')).toBe(await world.git('work', 'rev-parse', 'HEAD'));
});

test('calls are counted by operation', async () => {
  const octokit = world.octokit(await world.token());
  world.github.counters.reset();
  const { data } = await octokit.rest.issues.create({ ...at, title: 'x' });
  await octokit.rest.issues.createComment({ ...at, issue_number: data.number, body: 'y' });
  await octokit.rest.issues.get({ ...at, issue_number: data.number });
  const { rest, contentCreating, calls } = world.github.counters;
  expect(rest).toEqual({ 'issues/create': 1, 'issues/create-comment': 1, 'issues/get': 1 });
  expect([contentCreating, calls.length, calls[0]?.tokenPermissions?.issues]).toEqual([2, 3, 'write']);
});
