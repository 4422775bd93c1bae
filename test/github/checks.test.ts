import type { Octokit } from '@octokit/rest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;
let octokit: Octokit;
let sha: string;

beforeEach(async () => {
  world = await createWorld();
  octokit = world.octokit(await world.token());
  sha = (await octokit.rest.git.getRef({ ...at, ref: 'heads/main' })).data.object.sha;
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

const button = { label: 'Continue', description: 'Go on now', identifier: 'continue' };

test('a check run goes from queued to done, and its button reaches the app', async () => {
  const made = await octokit.rest.checks.create({ ...at, name: 'ultraloop', head_sha: sha, actions: [button] });
  const run = { ...at, check_run_id: made.data.id };
  await octokit.rest.checks.update({
    ...run,
    status: 'in_progress',
    output: { title: 'Iteration 1', summary: 'busy' },
  });
  world.app.events = ['issues'];
  await world.github.as('mona').clickAction(REPO, made.data.id, 'continue');
  world.app.events = ['check_run'];
  const done = await octokit.rest.checks.update({ ...run, conclusion: 'success' });
  expect(done.data).toMatchObject({ status: 'completed', conclusion: 'success', completed_at: expect.any(String) });
  const listed = await octokit.rest.checks.listForRef({ ...at, ref: 'main', check_name: 'ultraloop' });
  expect(listed.data).toMatchObject({ total_count: 1, check_runs: [{ id: made.data.id }] });
  await world.github.idle();
  expect(world.names()).toEqual(['check_run.created', 'check_run.requested_action', 'check_run.completed']);
  expect(world.heard[1]?.payload).toMatchObject({
    requested_action: { identifier: 'continue' },
    sender: { login: 'mona' },
  });
  await expect(world.github.as('mona').clickAction(REPO, made.data.id, 'abort')).rejects.toThrow(
    /has no action "abort"/,
  );
});

test.each([
  [
    'a label of 21 characters',
    { actions: [{ ...button, label: 'x'.repeat(21) }] },
    'request.body/actions/0/label must NOT have more than 20 characters',
  ],
  [
    'a description of 41',
    { actions: [{ ...button, description: 'x'.repeat(41) }] },
    'request.body/actions/0/description must NOT have more than 40 characters',
  ],
  [
    'four buttons',
    { actions: [button, button, button, button] },
    'request.body/actions must NOT have more than 3 items',
  ],
])('%s is 422, and the judge says so too', async (_, extra, message) => {
  await expect(octokit.rest.checks.create({ ...at, name: 'x', head_sha: sha, ...extra })).rejects.toMatchObject({
    status: 422,
  });
  expect(world.contract.violations).toEqual([`checks/create (422): ${message}`]);
  world.contract.violations.length = 0;
});

test('completed without a conclusion, an unknown commit and a person are refused', async () => {
  const create = (extra: object, who = octokit) =>
    who.rest.checks.create({ ...at, name: 'x', head_sha: sha, ...extra });
  await expect(create({ status: 'completed' })).rejects.toMatchObject({ status: 422 });
  await expect(create({ head_sha: 'f'.repeat(40) })).rejects.toMatchObject({ status: 422 });
  await expect(create({}, world.octokit(world.github.userToken('mona')))).rejects.toMatchObject({ status: 403 });
});
