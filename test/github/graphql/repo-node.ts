// What a GraphQL query may ask of a repository and its refs.
import { readCommit } from '../git/objects.ts';
import { readRef } from '../git/refs.ts';
import { repoHtml } from '../hub.ts';
import type { Repo, Thread } from '../state/model.ts';
import { fullName, nodeId } from '../state/state.ts';
import { connection, type Page } from './connection.ts';
import { accountNode, databaseId, labelNode, threadNode, type Viewer } from './nodes.ts';

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
