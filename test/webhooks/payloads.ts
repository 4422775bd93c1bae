// Payloads as GitHub sends them, cut down to the fields that matter here and a few that must not.
import type { Delivery } from '../../src/webhooks/heard.ts';

export const delivery: Delivery = {
  id: 'guid-1',
  at: '2026-11-30T07:00:00Z',
  bot: 'ultraloop[bot]',
  server: 'https://github.com',
};

export const mona = { id: 11, login: 'mona', type: 'User', site_admin: false };
export const itself = { id: 90, login: 'ultraloop[bot]', type: 'Bot' };
export const dependabot = { id: 91, login: 'dependabot[bot]', type: 'Bot' };

const repository = {
  id: 7,
  name: 'widgets',
  full_name: 'acme/widgets',
  owner: { id: 3, login: 'acme', type: 'Organization' },
  clone_url: 'https://github.com/acme/widgets.git',
  default_branch: 'main',
  private: true,
};

/** Where and by whom: on every payload. */
export const frame = { installation: { id: 100 }, repository, sender: mona };

/** What `frame` becomes in a command. */
export const base = {
  delivery: 'guid-1',
  installation: 100,
  actor: { id: 11, login: 'mona', type: 'User' },
  at: '2026-11-30T07:00:00Z',
  repo: {
    id: 7,
    owner: 'acme',
    name: 'widgets',
    cloneUrl: 'https://github.com/acme/widgets.git',
    defaultBranch: 'main',
  },
};

export const issue = {
  id: 4100,
  number: 41,
  title: 'Add a retry',
  body: 'Do it.\r\n',
  state: 'open',
  html_url: 'https://github.com/acme/widgets/issues/41',
  user: mona,
  labels: [],
};

export const labeled = { ...frame, action: 'labeled', issue, label: { id: 1, name: 'ultraloop' } };
export const unlabeled = { ...labeled, action: 'unlabeled' };

export const comment = {
  id: 555,
  body: 'What about time-outs?',
  html_url: 'https://github.com/acme/widgets/issues/41#issuecomment-555',
  created_at: '2026-11-30T06:59:58Z',
  performed_via_github_app: null,
  user: mona,
};
export const commented = { ...frame, action: 'created', issue, comment };
export const onPull = {
  ...issue,
  number: 42,
  pull_request: { url: 'https://api.github.com/repos/acme/widgets/pulls/42' },
};

/** A comment with this text on the open issue. */
export const saying = (body: string): object => ({ ...commented, comment: { ...comment, body } });

export const branch = 'ultraloop/issue-41-k3x9';
export const sha = 'a'.repeat(40);

export const pushed = {
  ...frame,
  ref: `refs/heads/${branch}`,
  before: 'b'.repeat(40),
  after: sha,
  forced: false,
  compare: 'https://github.com/acme/widgets/compare/bbb...aaa',
  pusher: { name: 'mona', email: 'mona@example.com' },
};

export const head = { ref: branch, sha, repo: { id: 7, name: 'widgets' } };
export const pullClosed = {
  ...frame,
  action: 'closed',
  number: 42,
  pull_request: { number: 42, html_url: 'https://github.com/acme/widgets/pull/42', merged: false, head },
};

export const pressed = {
  ...frame,
  action: 'requested_action',
  requested_action: { identifier: 'abort' },
  check_run: {
    id: 1,
    name: 'ultraloop',
    head_sha: sha,
    external_id: 'k3x9',
    html_url: 'https://github.com/acme/widgets/runs/1',
    app: { id: 5, slug: 'ultraloop' },
    check_suite: { id: 2, head_branch: branch },
    pull_requests: [{ id: 1, number: 42, head: { ref: branch, sha, repo: { id: 7, name: 'widgets' } } }],
  },
};
