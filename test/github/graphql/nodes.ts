// What a GraphQL query may ask of accounts, labels, issues, pull requests and comments. Methods run only when asked.
import { mergeTree } from '../git/compare.ts';
import type { Hub } from '../hub.ts';
import { pullOf } from '../shapes/pull.ts';
import { threadHtml } from '../shapes/thread.ts';
import type { Account, Comment, Label, Reaction, Thread } from '../state/model.ts';
import { connection, type Page } from './connection.ts';
import { repoNode } from './repo-node.ts';

export interface Viewer {
  hub: Hub;
  account: Account;
  mayReadThread(thread: Thread): boolean;
}

// GraphQL's Int has 32 bits. GitHub's newer ids do not fit, which is why there is `fullDatabaseId`.
export const databaseId = (id: number): { databaseId: number | null; fullDatabaseId: string } => ({
  databaseId: id < 2 ** 31 ? id : null,
  fullDatabaseId: String(id),
});

// GraphQL names a bot without the `[bot]` that REST puts behind it.
export function accountNode({ hub }: Viewer, account: Account): object {
  const login = account.type === 'Bot' ? account.login.replace(/\[bot\]$/, '') : account.login;
  const url = account.type === 'Bot' ? `${hub.url}/apps/${login}` : `${hub.url}/${login}`;
  return { __typename: account.type, id: account.nodeId, ...databaseId(account.id), login, name: account.name, url };
}

export const labelNode = (label: Label): object => ({
  __typename: 'Label',
  id: label.nodeId,
  name: label.name,
  color: label.color,
  description: label.description,
});

export function commentNode(viewer: Viewer, comment: Comment): object {
  return {
    __typename: 'IssueComment',
    id: comment.nodeId,
    ...databaseId(comment.id),
    body: comment.body,
    author: () => accountNode(viewer, comment.author),
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    url: `${threadHtml(viewer.hub, comment.thread)}#issuecomment-${comment.id}`,
    isMinimized: comment.minimized !== null,
    minimizedReason: comment.minimized,
    issue: () => threadNode(viewer, comment.thread),
  };
}

const CONTENT = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  confused: 'CONFUSED',
  heart: 'HEART',
  hooray: 'HOORAY',
  rocket: 'ROCKET',
  eyes: 'EYES',
};

export const reactionNode = (viewer: Viewer, reaction: Reaction): object => ({
  __typename: 'Reaction',
  id: reaction.nodeId,
  ...databaseId(reaction.id),
  content: CONTENT[reaction.content],
  createdAt: reaction.createdAt,
  user: () => accountNode(viewer, reaction.user),
});

export const refuse = (type: string, message: string): Error => Object.assign(new Error(message), { type });

export function threadNode(viewer: Viewer, thread: Thread): object {
  if (!viewer.mayReadThread(thread)) throw refuse('FORBIDDEN', 'Resource not accessible by integration');
  const common = {
    id: thread.nodeId,
    ...databaseId(thread.pull?.id ?? thread.id),
    number: thread.number,
    title: thread.title,
    body: thread.body ?? '',
    url: threadHtml(viewer.hub, thread),
    locked: thread.locked,
    closed: thread.state === 'closed',
    createdAt: thread.createdAt,
    updatedAt: thread.updatedAt,
    author: () => accountNode(viewer, thread.author),
    viewerDidAuthor: thread.author === viewer.account,
    repository: () => repoNode(viewer, thread.repo),
    labels: (page: Page) => connection(thread.labels, page, labelNode),
    comments: (page: Page) => connection(thread.comments, page, comment => commentNode(viewer, comment)),
    assignees: (page: Page) => connection(thread.assignees, page, account => accountNode(viewer, account)),
  };
  if (thread.pull) return { ...common, ...pullPart(thread) };
  const state = thread.state.toUpperCase();
  const lastEditedAt = thread.timeline.findLast(({ kind }) => kind === 'body_edited')?.at ?? null;
  return {
    __typename: 'Issue',
    ...common,
    state,
    stateReason: thread.stateReason?.toUpperCase() ?? null,
    lastEditedAt,
  };
}

function pullPart(thread: Thread): object {
  const pull = pullOf(thread);
  return {
    __typename: 'PullRequest',
    state: pull.mergedAt === null ? thread.state.toUpperCase() : 'MERGED',
    isDraft: pull.draft,
    merged: pull.mergedAt !== null,
    mergedAt: pull.mergedAt,
    headRefName: pull.headRef,
    headRefOid: pull.headSha,
    baseRefName: pull.baseRef,
    baseRefOid: pull.baseSha,
    mergeable: async () => {
      if (thread.state === 'closed') return 'UNKNOWN';
      const tree = await mergeTree(thread.repo.gitDir, pull.baseSha, pull.headSha);
      return tree === null ? 'CONFLICTING' : 'MERGEABLE';
    },
  };
}
