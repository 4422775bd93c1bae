import { describe, expect, it } from 'vitest';
import { toCommand } from '../../src/webhooks/to-command.ts';
import * as sent from './payloads.ts';

const hear = (event: string, payload: unknown) => toCommand(event, payload, sent.delivery);
const { base, delivery, itself, dependabot, frame, issue, labeled, commented, comment, pushed, pressed, pullClosed } =
  sent;

describe('K1 labels', () => {
  const withLabel = (name: string, change: object = {}) =>
    hear('issues', { ...labeled, issue: { ...issue, ...change }, label: { name } });

  it('the label starts the configured loop with the issue’s text of that moment', () => {
    const { title, body, html_url: url } = issue;
    expect(withLabel('ultraloop').command).toEqual({ ...base, kind: 'start', issue: 41, title, body, url });
  });

  it.each(['ultraloop:ralph', 'Ultraloop:RALPH', 'ultraloop: ralph'])('%s chooses a loop', name => {
    expect(withLabel(name).command).toMatchObject({ kind: 'start', loop: 'ralph' });
  });

  it('an unknown loop is answered', () => {
    expect(withLabel('ultraloop:ralf').command).toMatchObject({
      kind: 'mistaken',
      issue: 41,
      why: expect.stringContaining('`ultraloop:ralph`'),
    });
  });

  it.each(['bug', 'ultraloops', 'my ultraloop', 'loop/running', 'ultraloop:a:b', ''])('"%s" is not ours', name => {
    expect(withLabel(name)).toEqual({ why: 'not a label of the app' });
  });

  it('a closed issue, a pull request and an issue without a body', () => {
    expect(withLabel('ultraloop', { state: 'closed' }).why).toBe('the issue is closed');
    expect(withLabel('ultraloop', { pull_request: { url: 'x' } }).why).toBe('a label on a pull request starts nothing');
    expect(withLabel('ultraloop', { body: null }).command).toMatchObject({ kind: 'start', body: '' });
  });

  it('K10 taking it off stops the run', () => {
    expect(hear('issues', sent.unlabeled).command).toMatchObject({ kind: 'unlabeled', issue: 41, label: 'ultraloop' });
    expect(hear('issues', { ...sent.unlabeled, label: { name: 'bug' } })).toEqual({ why: 'not a label of the app' });
  });
});

describe('K2 and K10 comments', () => {
  const place = { commentId: 555, at: comment.created_at, url: comment.html_url };

  it('a command on the issue', () => {
    const words = 'use 18 bits';
    expect(hear('issue_comment', sent.saying(`/continue ${words}`)).command).toEqual({
      ...base,
      ...place,
      issue: 41,
      kind: 'continue',
      words,
    });
  });

  it('an ordinary comment on the pull request', () => {
    const { command } = hear('issue_comment', { ...commented, issue: sent.onPull });
    expect(command).toEqual({ ...base, ...place, pull: 42, kind: 'comment', text: 'What about time-outs?' });
  });

  it('/ultraloop starts with the issue’s text', () => {
    const { command } = hear('issue_comment', sent.saying('/ultraloop ultraloop tq --max-iterations 3'));
    expect(command).toMatchObject({
      kind: 'start',
      issue: 41,
      loop: 'ultraloop',
      target: 'tq',
      maxIterations: 3,
      body: issue.body,
      commentId: 555,
    });
  });

  it.each([
    ['on a pull request', sent.onPull, 'on an issue, not on a pull request'],
    ['on a closed issue', { ...issue, state: 'closed' }, 'reopen it first'],
  ])('/ultraloop %s is answered, a phrase there is just a comment', (_, thread, why) => {
    const say = (body: string) =>
      hear('issue_comment', { ...commented, issue: thread, comment: { ...comment, body } }).command;
    expect(say('/ultraloop')).toMatchObject({ kind: 'mistaken', why: expect.stringContaining(why) });
    expect(say('keep going')).toMatchObject({ kind: 'comment', text: 'keep going' });
  });

  it('a huge comment is kept in part', () => {
    const { command } = hear('issue_comment', sent.saying('x'.repeat(65_536)));
    expect(command).toMatchObject({ kind: 'comment', text: `${'x'.repeat(3999)}…` });
  });
});

describe('K10 pushes', () => {
  it('a person’s push to a run’s branch', () => {
    const { branch, sha } = sent;
    const seen = { branch, issue: 41, sha, before: 'b'.repeat(40), forced: false, deleted: false, url: pushed.compare };
    expect(hear('push', pushed).command).toEqual({ ...base, kind: 'push', ...seen });
  });

  it('a bot’s push counts, the app’s own does not', () => {
    expect(hear('push', { ...pushed, sender: dependabot }).command).toMatchObject({
      kind: 'push',
      actor: { login: 'dependabot[bot]' },
    });
    expect(hear('push', { ...pushed, sender: { ...itself, login: 'Ultraloop[bot]' } })).toEqual({
      why: 'done by the app itself',
    });
    expect(toCommand('push', { ...pushed, sender: itself }, { ...delivery, bot: 'other[bot]' }).command).toMatchObject({
      kind: 'push',
    });
  });

  it('a deleted branch says so', () => {
    expect(hear('push', { ...pushed, after: '0'.repeat(40), deleted: true }).command).toMatchObject({ deleted: true });
  });

  it.each([
    'refs/heads/main',
    'refs/tags/ultraloop/issue-41-x',
    'refs/heads/ultraloop/stash/issue-41-x',
    'refs/heads/ultraloop/issue-0-x',
    'refs/heads/ultraloop/issue-x-1',
    'refs/heads/ultraloop/issue-41-',
    'refs/heads/x/ultraloop/issue-41-k',
    'refs/heads/ultraloop/issue-41-k/../../main',
  ])('%s is not a run’s branch', ref => {
    expect(hear('push', { ...pushed, ref }).why).toMatch(/not a branch/);
  });
});

describe('K7 buttons', () => {
  const press = (change: object) => hear('check_run', { ...pressed, check_run: { ...pressed.check_run, ...change } });

  it('a button is told with its run, commit, branch and pull request', () => {
    const { branch, sha } = sent;
    const seen = { button: 'abort', branch, sha, issue: 41, pull: 42, run: 'k3x9', url: pressed.check_run.html_url };
    expect(hear('check_run', pressed).command).toEqual({ ...base, kind: 'button', ...seen });
  });

  it('not of another app, check run, branch, commit or action', () => {
    expect(press({ app: { slug: 'other' } }).why).toBe('another app’s check run');
    expect(press({ check_suite: { head_branch: 'main' } }).why).toBe('not on a branch of a run');
    expect(press({ check_suite: { head_branch: null } }).why).toBe('not on a branch of a run');
    expect(press({ name: 'build' }).why).toContain('check_run.name');
    expect(press({ head_sha: '--all' }).why).toContain('check_run.head_sha');
    expect(hear('check_run', { ...pressed, requested_action: { identifier: 'merge' } }).why).toContain('identifier');
  });

  it.each([[{ id: 8 }], [null]])('not on a pull request from a fork (%j)', repo => {
    expect(press({ pull_requests: [{ number: 42, head: { ref: sent.branch, repo } }] }).why).toBe(
      'a pull request from a fork',
    );
  });
});

describe('K10 closing and reopening', () => {
  const pull = (change: object, action = 'closed') =>
    hear('pull_request', { ...pullClosed, action, pull_request: { ...pullClosed.pull_request, ...change } });

  it.each([
    [{}, 'closed'],
    [{ merged: true }, 'merged'],
  ])('a pull request %j', (change, how) => {
    expect(pull(change).command).toMatchObject({ kind: 'closed', how, pull: 42, issue: 41, branch: sent.branch });
  });

  it.each([[{ id: 8 }], [null]])('a fork’s pull request is nothing, closed or reopened (%j)', repo => {
    for (const action of ['closed', 'reopened']) {
      expect(pull({ head: { ...sent.head, repo } }, action)).toEqual({ why: 'a pull request from a fork' });
    }
  });

  it('somebody’s own pull request is nothing', () => {
    expect(pull({ head: { ...sent.head, ref: 'feature' } })).toEqual({ why: 'not a pull request of a run' });
  });

  it('an issue that is deleted ends its run too', () => {
    expect(hear('issues', { ...labeled, action: 'deleted' }).command).toMatchObject({
      kind: 'closed',
      how: 'deleted',
      issue: 41,
    });
  });
});

describe('facts, whoever caused them', () => {
  const bot = { ...frame, sender: dependabot };

  it('access lost: all of it, or by repository id', () => {
    expect(hear('installation', { ...bot, action: 'suspend' }).command).toMatchObject({
      kind: 'removed',
      repos: 'all',
    });
    const some = { ...bot, action: 'removed', repositories_removed: [{ id: 7 }, { id: 8 }] };
    expect(hear('installation_repositories', some).command).toMatchObject({ kind: 'removed', repos: [7, 8] });
    expect(hear('installation_repositories', { ...some, repositories_removed: [] }).command).toBeUndefined();
    expect(hear('repository', { ...bot, action: 'archived' }).command).toMatchObject({ kind: 'removed', repos: [7] });
  });

  it('a repository that was renamed or moved to another owner', () => {
    const renamed = { ...bot, action: 'renamed', changes: { repository: { name: { from: 'gadgets' } } } };
    expect(hear('repository', renamed).command).toMatchObject({
      kind: 'renamed',
      from: { owner: 'acme', name: 'gadgets' },
    });
    const moved = { ...bot, action: 'transferred', changes: { owner: { from: { user: { login: 'mona' } } } } };
    expect(hear('repository', moved).command).toMatchObject({
      kind: 'renamed',
      from: { owner: 'mona', name: 'widgets' },
    });
  });
});
