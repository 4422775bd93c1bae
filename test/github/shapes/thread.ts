// GitHub's JSON for issues, labels, comments and reactions.
import { type Hub, repoApi, repoHtml } from '../hub.ts';
import type { Account, Comment, Label, Reaction, ReactionContent, Repo, Thread } from '../state/model.ts';
import { roleOf } from '../state/state.ts';
import { type Json, simpleUser, userOrNull } from './account.ts';
import { integrationOrNull } from './app.ts';

export function label(hub: Hub, repo: Repo, item: Label): Json {
  return {
    id: item.id,
    node_id: item.nodeId,
    url: `${repoApi(hub, repo)}/labels/${encodeURIComponent(item.name)}`,
    name: item.name,
    color: item.color,
    default: item.isDefault,
    description: item.description,
  };
}

const CONTENTS: ReactionContent[] = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'];

export function rollup(url: string, reactions: Reaction[]): Json {
  const counts = CONTENTS.map(content => [content, reactions.filter(item => item.content === content).length]);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

export const reaction = (hub: Hub, item: Reaction): Json => ({
  id: item.id,
  node_id: item.nodeId,
  user: simpleUser(hub, item.user),
  content: item.content,
  created_at: item.createdAt,
});

export function association(repo: Repo, account: Account): string {
  if (repo.owner === account) return 'OWNER';
  if (repo.owner.members.has(account.login.toLowerCase())) return 'MEMBER';
  const { role } = roleOf(repo, account.login);
  return role === 'write' || role === 'admin' ? 'COLLABORATOR' : 'NONE';
}

export const threadUrl = (hub: Hub, thread: Thread): string => `${repoApi(hub, thread.repo)}/issues/${thread.number}`;

export const threadHtml = (hub: Hub, thread: Thread): string =>
  `${repoHtml(hub, thread.repo)}/${thread.pull ? 'pull' : 'issues'}/${thread.number}`;

export function comment(hub: Hub, item: Comment): Json {
  const { thread } = item;
  const url = `${repoApi(hub, thread.repo)}/issues/comments/${item.id}`;
  return {
    url,
    html_url: `${threadHtml(hub, thread)}#issuecomment-${item.id}`,
    issue_url: threadUrl(hub, thread),
    id: item.id,
    node_id: item.nodeId,
    user: simpleUser(hub, item.author),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    body: item.body,
    author_association: association(thread.repo, item.author),
    reactions: rollup(url, item.reactions),
    performed_via_github_app: integrationOrNull(hub, item.app),
  };
}

export function issue(hub: Hub, thread: Thread): Json {
  const { repo } = thread;
  const url = threadUrl(hub, thread);
  return {
    url,
    repository_url: repoApi(hub, repo),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: threadHtml(hub, thread),
    id: thread.pull?.id ?? thread.id,
    node_id: thread.nodeId,
    number: thread.number,
    title: thread.title,
    user: simpleUser(hub, thread.author),
    labels: thread.labels.map(item => label(hub, repo, item)),
    state: thread.state,
    locked: thread.locked,
    assignee: userOrNull(hub, thread.assignees[0] ?? null),
    assignees: thread.assignees.map(account => simpleUser(hub, account)),
    milestone: null,
    comments: thread.comments.length,
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    closed_at: thread.closedAt,
    author_association: association(repo, thread.author),
    active_lock_reason: null,
    ...pullPart(hub, thread),
    body: thread.body,
    closed_by: userOrNull(hub, thread.closedBy),
    reactions: rollup(url, thread.reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: integrationOrNull(hub, thread.app),
    state_reason: thread.stateReason,
  };
}

function pullPart(hub: Hub, thread: Thread): Json {
  if (!thread.pull) return {};
  const html = threadHtml(hub, thread);
  return {
    draft: thread.pull.draft,
    pull_request: {
      url: `${repoApi(hub, thread.repo)}/pulls/${thread.number}`,
      html_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      merged_at: thread.pull.mergedAt,
    },
  };
}
