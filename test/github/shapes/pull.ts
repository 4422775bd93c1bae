// GitHub's JSON for pull requests.
import { baseOf, countBetween, diffFiles, mergeTree } from '../git/compare.ts';
import { type Hub, repoApi } from '../hub.ts';
import type { Pull, Repo, Thread } from '../state/model.ts';
import { type Json, simpleUser, team, userOrNull } from './account.ts';
import { pullRepository } from './repo.ts';
import { association, label, threadHtml, threadUrl } from './thread.ts';

const branch = (hub: Hub, repo: Repo, ref: string, sha: string): Json => ({
  label: `${repo.owner.login}:${ref}`,
  ref,
  sha,
  user: simpleUser(hub, repo.owner),
  repo: pullRepository(hub, repo),
});

// The fields of a pull request in a list.
export function simplePull(hub: Hub, thread: Thread): Json {
  const { repo } = thread;
  const pull = pullOf(thread);
  const url = `${repoApi(hub, repo)}/pulls/${thread.number}`;
  const html = threadHtml(hub, thread);
  const statuses = `${repoApi(hub, repo)}/statuses/${pull.headSha}`;
  const links = {
    self: url,
    html,
    issue: threadUrl(hub, thread),
    comments: `${threadUrl(hub, thread)}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${repoApi(hub, repo)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses,
  };
  return {
    url,
    id: pull.id,
    node_id: pull.nodeId,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: links.issue,
    number: thread.number,
    state: thread.state,
    locked: thread.locked,
    title: thread.title,
    user: simpleUser(hub, thread.author),
    body: thread.body,
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: userOrNull(hub, thread.assignees[0] ?? null),
    assignees: thread.assignees.map(account => simpleUser(hub, account)),
    requested_reviewers: pull.reviewers.map(account => simpleUser(hub, account)),
    requested_teams: pull.teams.map(item => team(hub, item)),
    labels: thread.labels.map(item => label(hub, repo, item)),
    milestone: null,
    draft: pull.draft,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: statuses,
    head: branch(hub, repo, pull.headRef, pull.headSha),
    base: branch(hub, repo, pull.baseRef, pull.baseSha),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: association(repo, thread.author),
    auto_merge: null,
    active_lock_reason: null,
  };
}

// A webhook carries `mergeable: null`: GitHub works it out only when someone asks.
export async function pull(hub: Hub, thread: Thread): Promise<Json> {
  return {
    ...simplePull(hub, thread),
    ...(await numbers(hub, thread)),
    mergeable: null,
    rebaseable: null,
    mergeable_state: 'unknown',
  };
}

export async function pullWithMergeability(hub: Hub, thread: Thread): Promise<Json> {
  return { ...simplePull(hub, thread), ...(await numbers(hub, thread)), ...(await mergeability(thread)) };
}

async function numbers(hub: Hub, thread: Thread): Promise<Json> {
  const item = pullOf(thread);
  const { gitDir } = thread.repo;
  const [files, commits] = await Promise.all([pullFiles(thread), countBetween(gitDir, item.baseSha, item.headSha)]);
  return {
    merged: item.mergedAt !== null,
    merged_by: userOrNull(hub, item.mergedBy),
    comments: thread.comments.length,
    review_comments: item.reviewComments.length,
    maintainer_can_modify: item.maintainerCanModify,
    commits,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

export async function pullFiles(thread: Thread): ReturnType<typeof diffFiles> {
  const { baseSha, headSha } = pullOf(thread);
  const { gitDir } = thread.repo;
  return diffFiles(gitDir, (await baseOf(gitDir, baseSha, headSha)) ?? baseSha, headSha);
}

async function mergeability(thread: Thread): Promise<Json> {
  const item = pullOf(thread);
  if (thread.state === 'closed') return { mergeable: null, rebaseable: null, mergeable_state: 'unknown' };
  const clean = (await mergeTree(thread.repo.gitDir, item.baseSha, item.headSha)) !== null;
  const state = clean ? (item.draft ? 'draft' : checksState(thread.repo, item.headSha)) : 'dirty';
  return { mergeable: clean, rebaseable: clean, mergeable_state: state };
}

function checksState(repo: Repo, sha: string): string {
  const runs = [...repo.checkRuns.values()].filter(run => run.headSha === sha);
  const good = runs.every(run => ['success', 'neutral', 'skipped'].includes(run.conclusion ?? ''));
  return good ? 'clean' : 'unstable';
}

export function pullOf(thread: Thread): Pull {
  if (!thread.pull) throw new Error(`#${thread.number} is not a pull request`);
  return thread.pull;
}
