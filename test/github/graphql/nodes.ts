// What a GraphQL query may ask of accounts, labels, issues, pull requests and comments. Methods run only when asked.
import { mergeTree } from '../git/compare.ts';
import { readCommit } from '../git/objects.ts';
import { readRef } from '../git/refs.ts';
import { type Hub, repoHtml } from '../hub.ts';
import { pullOf } from '../shapes/pull.ts';
import { threadHtml } from '../shapes/thread.ts';
import type { Account, Comment, Label, Reaction, Repo, Thread } from '../state/model.ts';
import { fullName, nodeId } from '../state/state.ts';
import { connection, type Page } from './connection.ts';

export interface Viewer {
  hub: Hub;
  account: Account;
}

// GraphQL's Int has 32 bits. GitHub's newer ids do not fit, which is why there is `fullDatabaseId`.
const databaseId = (id: number): { databaseId: number | null; fullDatabaseId: string } => ({
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

export function threadNode(viewer: Viewer, thread: Thread): object {
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
  return { __typename: 'Issue', ...common, state, stateReason: thread.stateReason?.toUpperCase() ?? null };
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

interface ThreadFilter extends Page {
  states?: string[];
  labels?: string[];
  headRefName?: string;
  baseRefName?: string;
}

export function repoNode(viewer: Viewer, repo: Repo): object {
  const thread = (number: number): object | null => {
    const found = repo.threads.get(number);
    return found ? threadNode(viewer, found) : null;
  };
  const some = (pulls: boolean, filter: ThreadFilter): object => {
    const found = [...repo.threads.values()].filter(item => (item.pull !== null) === pulls && matches(item, filter));
    return connection(found, filter, item => threadNode(viewer, item));
  };
  return {
    __typename: 'Repository',
    id: repo.nodeId,
    ...databaseId(repo.id),
    name: repo.name,
    nameWithOwner: fullName(repo),
    url: repoHtml(viewer.hub, repo),
    isPrivate: repo.private,
    isArchived: repo.archived,
    owner: () => accountNode(viewer, repo.owner),
    defaultBranchRef: () => refNode(repo, `refs/heads/${repo.defaultBranch}`),
    ref: ({ qualifiedName }: { qualifiedName: string }) =>
      refNode(repo, qualifiedName.startsWith('refs/') ? qualifiedName : `refs/heads/${qualifiedName}`),
    label({ name }: { name: string }) {
      const found = repo.labels.get(name.toLowerCase());
      return found ? labelNode(found) : null;
    },
    labels: (page: Page) => connection([...repo.labels.values()], page, labelNode),
    issue: ({ number }: { number: number }) => (repo.threads.get(number)?.pull ? null : thread(number)),
    pullRequest: ({ number }: { number: number }) => (repo.threads.get(number)?.pull ? thread(number) : null),
    issueOrPullRequest: ({ number }: { number: number }) => thread(number),
    issues: (filter: ThreadFilter) => some(false, filter),
    pullRequests: (filter: ThreadFilter) => some(true, filter),
  };
}

function matches(thread: Thread, filter: ThreadFilter): boolean {
  const state = thread.pull?.mergedAt ? 'MERGED' : thread.state.toUpperCase();
  if (filter.states && !filter.states.includes(state)) return false;
  if (filter.headRefName && thread.pull?.headRef !== filter.headRefName) return false;
  if (filter.baseRefName && thread.pull?.baseRef !== filter.baseRefName) return false;
  return (filter.labels ?? []).every(name =>
    thread.labels.some(label => label.name.toLowerCase() === name.toLowerCase()),
  );
}

async function refNode(repo: Repo, ref: string): Promise<object | null> {
  const sha = await readRef(repo.gitDir, ref);
  if (sha === null) return null;
  const [, prefix = '', name = ''] = /^(refs\/[^/]+\/)(.*)$/.exec(ref) ?? [];
  const message = (await readCommit(repo.gitDir, sha))?.message.trimEnd() ?? '';
  const target = {
    __typename: 'Commit',
    id: nodeId('C', sha),
    oid: sha,
    message,
    messageHeadline: message.split('\n')[0] ?? '',
  };
  return { __typename: 'Ref', id: nodeId('REF', ref), name, prefix, target };
}
