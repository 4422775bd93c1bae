// The queries and mutations the simulator runs.
import { addComment, editComment, react } from '../actions/comments.ts';
import * as labels from '../actions/labels.ts';
import { setDraft } from '../actions/pulls.ts';
import * as threads from '../actions/threads.ts';
import type { Actor, Hub } from '../hub.ts';
import { isApiError } from '../rest/api-error.ts';
import type { ReactionContent, StateReason, Thread, Token } from '../state/model.ts';
import { repoKey } from '../state/state.ts';
import { comment, labelNames, mayRead, mayReadThread, node, type Session, thread } from './access.ts';
import { accountNode, commentNode, reactionNode, refuse, threadNode } from './nodes.ts';
import { repoNode } from './repo-node.ts';

interface Input {
  clientMutationId?: string;
  pullRequestId: string;
  issueId: string;
  id: string;
  subjectId: string;
  labelableId: string;
  labelIds: string[];
  title?: string;
  body?: string;
  state?: 'OPEN' | 'CLOSED';
  stateReason?: string;
  classifier: string;
  content: string;
}

const CONTENT: Record<string, ReactionContent> = { THUMBS_UP: '+1', THUMBS_DOWN: '-1' };

// Each mutation takes `input`, does its work, and answers its payload.
const mutation =
  (work: (input: Input) => object | Promise<object>) =>
  async ({ input }: { input: Input }): Promise<object> => {
    try {
      return { clientMutationId: input.clientMutationId ?? null, ...(await work(input)) };
    } catch (error) {
      throw isApiError(error) ? refuse('UNPROCESSABLE', String(error.body.message)) : error;
    }
  };

async function update(session: Session, item: Thread, input: Input): Promise<object> {
  const { hub, actor } = session;
  await threads.edit(hub, item, actor, { title: input.title, body: input.body });
  if (input.state === 'CLOSED') await threads.close(hub, item, actor);
  if (input.state === 'OPEN') await threads.reopen(hub, item, actor);
  return { actor: accountNode(session, actor.account) };
}

export function roots(hub: Hub, token: Token, actor: Actor): object {
  const session: Session = {
    hub,
    token,
    actor,
    account: token.user,
    mayReadThread: item => mayReadThread(token, item),
  };
  const draft = (value: boolean) =>
    mutation(async ({ pullRequestId }) => {
      const item = thread(session, pullRequestId, 'pull');
      if (item.pull?.draft === value)
        throw refuse('UNPROCESSABLE', value ? 'Pull request is already a draft' : 'Pull request is not a draft');
      await setDraft(hub, item, actor, value);
      return { pullRequest: threadNode(session, item) };
    });
  return {
    viewer: () => ({ ...accountNode(session, token.user), __typename: 'User', login: token.user.login }),
    node: ({ id }: { id: string }) => node(session, id),
    nodes: ({ ids }: { ids: string[] }) => ids.map(id => node(session, id)),
    repository({ owner, name }: { owner: string; name: string }) {
      const repo = hub.state.repos.get(repoKey(owner, name));
      if (!repo || !mayRead(session, repo))
        throw refuse('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`);
      return repoNode(session, repo);
    },
    convertPullRequestToDraft: draft(true),
    markPullRequestReadyForReview: draft(false),
    addLabelsToLabelable: mutation(async input => {
      const item = thread(session, input.labelableId);
      await labels.addLabels(hub, item, actor, labelNames(session, input.labelIds));
      return { labelable: threadNode(session, item) };
    }),
    removeLabelsFromLabelable: mutation(async input => {
      const item = thread(session, input.labelableId);
      for (const name of labelNames(session, input.labelIds)) await labels.removeLabel(hub, item, actor, name);
      return { labelable: threadNode(session, item) };
    }),
    updatePullRequest: mutation(async input => {
      const item = thread(session, input.pullRequestId, 'pull');
      return { ...(await update(session, item, input)), pullRequest: threadNode(session, item) };
    }),
    updateIssue: mutation(async input => {
      const item = thread(session, input.id, 'issue');
      return { ...(await update(session, item, input)), issue: threadNode(session, item) };
    }),
    closeIssue: mutation(async input => {
      const item = thread(session, input.issueId, 'issue');
      await threads.close(hub, item, actor, (input.stateReason?.toLowerCase() ?? 'completed') as StateReason);
      return { issue: threadNode(session, item) };
    }),
    closePullRequest: mutation(async input => {
      const item = thread(session, input.pullRequestId, 'pull');
      await threads.close(hub, item, actor);
      return { pullRequest: threadNode(session, item) };
    }),
    addComment: mutation(({ subjectId, body = '' }) => {
      const item = thread(session, subjectId);
      const made = addComment(hub, item, actor, body);
      const edge = { cursor: made.nodeId, node: commentNode(session, made) };
      return { commentEdge: edge, subject: threadNode(session, item) };
    }),
    updateIssueComment: mutation(({ id, body = '' }) => {
      const item = comment(session, id);
      editComment(hub, item, actor, body);
      return { issueComment: commentNode(session, item) };
    }),
    minimizeComment: mutation(({ subjectId, classifier }) => {
      const item = comment(session, subjectId);
      item.minimized = classifier.toLowerCase().replace('_', '-');
      return { minimizedComment: commentNode(session, item) };
    }),
    unminimizeComment: mutation(({ subjectId }) => {
      const item = comment(session, subjectId);
      item.minimized = null;
      return { unminimizedComment: commentNode(session, item) };
    }),
    addReaction: mutation(({ subjectId, content }) => {
      const onComment = hub.state.nodes.get(subjectId)?.kind === 'comment';
      const on = onComment ? comment(session, subjectId) : thread(session, subjectId);
      const about = 'thread' in on ? on.thread : on;
      const name = CONTENT[content] ?? (content.toLowerCase() as ReactionContent);
      const { reaction, created } = react(hub, on, actor, name);
      const what = 'thread' in on ? `comment ${on.id}` : on.pull ? 'the pull request' : 'the issue';
      if (created) threads.record(about, actor, 'reaction', `${name} on ${what}`, { id: reaction.id });
      return { reaction: reactionNode(session, reaction), subject: node(session, subjectId) };
    }),
  };
}
