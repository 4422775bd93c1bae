import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

async function openDraft(): Promise<number> {
  await world.github
    .as('mona')
    .pushFiles(REPO, 'feature', { 'src/a.txt': 'one\n2\nthree\n', 'new.txt': 'new\n' }, 'Change a');
  const { data } = await octokit.rest.pulls.create({
    ...at,
    head: 'feature',
    base: 'main',
    title: 'Feature',
    body: 'Closes #1',
    draft: true,
  });
  return data.number;
}

test('a pull request follows git pushes, from draft to merge, and closes its issue', async () => {
  const { github } = world;
  await github.as('mona').openIssue(REPO, { title: 'Please' });
  const number = await openDraft();
  const token = await world.token();
  await world.git('.', 'clone', '--quiet', world.cloneUrl(token), 'work');
  await world.git('work', 'checkout', '--quiet', 'feature');
  await writeFile(join(world.dir, 'work/more.txt'), 'more\n');
  await world.git('work', 'add', '.');
  await world.git('work', 'commit', '--quiet', '-m', 'More');
  await world.git('work', 'push', '--quiet');
  const head = await world.git('work', 'rev-parse', 'HEAD');

  const pull = await octokit.rest.pulls.get({ ...at, pull_number: number });
  expect(pull.data).toMatchObject({
    draft: true,
    commits: 2,
    additions: 3,
    deletions: 1,
    changed_files: 3,
    mergeable_state: 'draft',
  });
  expect(pull.data.head.sha).toBe(head);
  const files = await octokit.rest.pulls.listFiles({ ...at, pull_number: number });
  expect(files.data.map(file => [file.filename, file.status])).toEqual([
    ['more.txt', 'added'],
    ['new.txt', 'added'],
    ['src/a.txt', 'modified'],
  ]);
  expect(files.data[2]?.patch).toBe('@@ -1,3 +1,3 @@\n one\n-two\n+2\n three');
  const commits = await octokit.rest.pulls.listCommits({ ...at, pull_number: number });
  expect(commits.data.map(item => item.commit.message)).toEqual(['Change a', 'More']);
  await expect(octokit.rest.pulls.merge({ ...at, pull_number: number })).rejects.toMatchObject({ status: 405 });

  await github.as('mona').readyForReview(REPO, number);
  const merged = await octokit.rest.pulls.merge({ ...at, pull_number: number, merge_method: 'squash' });
  expect(merged.data.merged).toBe(true);
  expect(await github.readFile(REPO, 'main', 'more.txt')).toBe('more\n');
  expect(github.issue(REPO, 1)).toMatchObject({ state: 'closed' });
  await github.idle();
  expect(world.names()).toEqual([
    'issues.opened',
    'create',
    'push',
    'pull_request.opened',
    'push',
    'pull_request.synchronize',
    'pull_request.ready_for_review',
    'push',
    'pull_request.closed',
    'issues.closed',
  ]);
});

test('a second pull request, a missing branch and an empty one are 422', async () => {
  await openDraft();
  const create = (head: string) => octokit.rest.pulls.create({ ...at, head, base: 'main', title: 'Again' });
  await expect(create('feature')).rejects.toThrow(/A pull request already exists for acme:feature/);
  await expect(create('nowhere')).rejects.toMatchObject({ status: 422 });
  const main = await octokit.rest.git.getRef({ ...at, ref: 'heads/main' });
  await octokit.rest.git.createRef({ ...at, ref: 'refs/heads/same', sha: main.data.object.sha });
  await expect(create('same')).rejects.toThrow(/No commits between main and same/);
});

test('a conflict makes the state dirty and the merge 405', async () => {
  const number = await openDraft();
  await world.github.as('mona').readyForReview(REPO, number);
  await world.github.as('mona').pushFiles(REPO, 'main', { 'src/a.txt': 'one\nother\nthree\n' }, 'Conflict');
  const { data } = await octokit.rest.pulls.get({ ...at, pull_number: number });
  expect(data).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
  await expect(octokit.rest.pulls.merge({ ...at, pull_number: number })).rejects.toMatchObject({ status: 405 });
});

test('reviewers must be collaborators and not the author', async () => {
  const { github } = world;
  github.createTeam('acme', 'owners', ['mona']);
  const number = await openDraft();
  const ask = (input: { reviewers?: string[]; team_reviewers?: string[] }) =>
    octokit.rest.pulls.requestReviewers({ ...at, pull_number: number, ...input });
  const { status, data } = await ask({ reviewers: ['mona'], team_reviewers: ['owners'] });
  expect([status, data.requested_reviewers?.length, data.requested_teams?.length]).toEqual([201, 1, 1]);
  await expect(ask({ reviewers: ['stranger'] })).rejects.toMatchObject({ status: 422 });
  await expect(ask({ reviewers: ['ultraloop[bot]'] })).rejects.toThrow(/pull request author/);
  await github.as('mona').review(REPO, number, { event: 'REQUEST_CHANGES', body: 'No' });
  const reviews = await octokit.rest.pulls.listReviews({ ...at, pull_number: number });
  expect(reviews.data.map(item => item.state)).toEqual(['CHANGES_REQUESTED']);
  expect(github.pull(REPO, number).pull.reviewers).toEqual([]);
});

test('a pull request is an issue too, and its labels are told as its own', async () => {
  const number = await openDraft();
  await octokit.rest.issues.addLabels({ ...at, issue_number: number, labels: ['loop/running'] });
  await octokit.rest.issues.addAssignees({ ...at, issue_number: number, assignees: ['mona'] });
  const issue = await octokit.rest.issues.get({ ...at, issue_number: number });
  expect(issue.data.pull_request?.url).toContain(`/pulls/${number}`);
  await octokit.rest.issues.removeLabel({ ...at, issue_number: number, name: 'loop/running' });
  const found = await octokit.rest.pulls.list({ ...at, head: 'acme:feature', state: 'open' });
  expect(found.data.map(item => item.number)).toEqual([number]);
  await world.github.idle();
  expect(world.names().slice(-3)).toEqual(['pull_request.labeled', 'pull_request.assigned', 'pull_request.unlabeled']);
});

test('the diff media type, compare, and a closed branch', async () => {
  const number = await openDraft();
  const diff = await octokit.rest.pulls.get({ ...at, pull_number: number, mediaType: { format: 'diff' } });
  expect(String(diff.data)).toContain('diff --git a/new.txt b/new.txt');
  const compare = await octokit.rest.repos.compareCommitsWithBasehead({ ...at, basehead: 'main...feature' });
  expect(compare.data).toMatchObject({ status: 'ahead', ahead_by: 1, behind_by: 0 });
  await octokit.rest.git.deleteRef({ ...at, ref: 'heads/feature' });
  expect(world.github.pull(REPO, number).state).toBe('closed');
});

test('line comments, replies and reactions on them', async () => {
  const number = await openDraft();
  const pull = { ...at, pull_number: number };
  const sha = world.github.pull(REPO, number).pull.headSha;
  const made = await octokit.rest.pulls.createReviewComment({
    ...pull,
    commit_id: sha,
    path: 'src/a.txt',
    line: 2,
    side: 'RIGHT',
    body: 'Why?',
  });
  await octokit.rest.pulls.createReplyForReviewComment({ ...pull, comment_id: made.data.id, body: 'Because' });
  await octokit.rest.reactions.createForPullRequestReviewComment({ ...at, comment_id: made.data.id, content: 'eyes' });
  const all = await octokit.rest.pulls.listReviewComments(pull);
  expect(all.data.map(item => item.in_reply_to_id)).toEqual([undefined, made.data.id]);
});

test('a branch merged by hand is a merged pull request', async () => {
  await world.github.as('mona').openIssue(REPO, { title: 'Please' });
  const number = await openDraft();
  const token = await world.token();
  await world.git('.', 'clone', '--quiet', world.cloneUrl(token), 'work');
  await world.git('work', 'merge', '--quiet', '--no-ff', '-m', 'By hand', 'origin/feature');
  await world.git('work', 'push', '--quiet');
  const { data } = await octokit.rest.pulls.get({ ...at, pull_number: number });
  expect(data).toMatchObject({ merged: true, state: 'closed', changed_files: 2 });
  expect(world.github.issue(REPO, 1).state).toBe('closed');
});

test('many pushes at once leave the pull request at the branch', async () => {
  const number = await openDraft();
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(names.map(name => world.github.as('mona').pushFiles(REPO, 'feature', { [name]: name }, name)));
  const tip = (await world.github.refs(REPO)).get('refs/heads/feature');
  expect(world.github.pull(REPO, number).pull.headSha).toBe(tip);
  const commits = world.github.thread(REPO, number).filter(entry => entry.kind === 'commit');
  expect(commits.map(entry => entry.text)).toEqual(['Change a', ...names]);
});
