// Comments and reactions.
import { addComment, deleteComment, editComment, react } from '../actions/comments.ts';
import { mustBeWritable, record } from '../actions/threads.ts';
import { reaction as reactionShape, comment as shape } from '../shapes/thread.ts';
import type { Comment, Reaction, ReactionContent, Repo, ReviewComment, Thread } from '../state/model.ts';
import { forbidden, invalid, notFound } from './api-error.ts';
import { type Answer, empty, ok, page, type Request, type Route, route, text, threadOf } from './route.ts';

function find(request: Request): Comment {
  const id = Number(request.params.comment_id);
  for (const thread of request.repo.threads.values()) {
    const found = thread.comments.find(comment => comment.id === id);
    if (found) return found;
  }
  throw notFound();
}

function create(request: Request): Answer {
  const body = text(request.body, 'body');
  if (body === undefined || body === '')
    throw invalid({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
  return ok(shape(request.hub, addComment(request.hub, threadOf(request), request.actor, body)), 201);
}

// An app may edit its own comments, and with write permission others' too.
function update(request: Request): Answer {
  const comment = find(request);
  const body = text(request.body, 'body');
  if (body === undefined || body === '')
    throw invalid({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
  editComment(request.hub, comment, request.actor, body);
  return ok(shape(request.hub, comment));
}

function remove(request: Request): Answer {
  const comment = find(request);
  mustBeWritable(request.repo);
  deleteComment(request.hub, comment, request.actor);
  return empty();
}

function listed(request: Request, comments: Comment[]): Answer {
  const since = request.query.get('since');
  const found = comments.filter(comment => since === null || Date.parse(comment.updatedAt) >= Date.parse(since));
  return page(
    request,
    found.map(comment => shape(request.hub, comment)),
  );
}

function listForRepo(request: Request): Answer {
  const all = [...request.repo.threads.values()].flatMap(thread => thread.comments);
  const time =
    request.query.get('sort') === 'updated' ? (item: Comment) => item.updatedAt : (item: Comment) => item.createdAt;
  all.sort((a, b) => (time(a) === time(b) ? a.id - b.id : time(a) < time(b) ? -1 : 1));
  return listed(request, request.query.get('direction') === 'desc' ? all.reverse() : all);
}

interface Reactable {
  on: { reactions: Reaction[] };
  thread: Thread;
  what: string;
}

function addReaction(request: Request, { on, thread, what }: Reactable): Answer {
  const content = text(request.body, 'content') as ReactionContent | undefined;
  if (!content || !['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'].includes(content)) {
    throw invalid({ resource: 'Reaction', code: 'invalid', field: 'content', value: content });
  }
  const { reaction, created } = react(request.hub, on, request.actor, content);
  if (created) record(thread, request.actor, 'reaction', `${content} on ${what}`, { id: reaction.id });
  return ok(reactionShape(request.hub, reaction), created ? 201 : 200);
}

function listReactions(request: Request, { on }: Reactable): Answer {
  const content = request.query.get('content');
  const found = on.reactions.filter(item => content === null || item.content === content);
  return page(
    request,
    found.map(item => reactionShape(request.hub, item)),
  );
}

function removeReaction(request: Request, { on, thread, what }: Reactable): Answer {
  const found = on.reactions.find(item => item.id === Number(request.params.reaction_id));
  if (!found) throw notFound();
  if (found.user !== request.actor.account) throw forbidden();
  on.reactions = on.reactions.filter(item => item !== found);
  record(thread, request.actor, 'reaction_removed', `${found.content} on ${what}`, { id: found.id });
  return empty();
}

function onComment(request: Request): Reactable {
  const comment = find(request);
  return { on: comment, thread: comment.thread, what: `comment ${comment.id}` };
}

function onThread(request: Request): Reactable {
  const thread = threadOf(request);
  return { on: thread, thread, what: thread.pull ? 'the pull request' : 'the issue' };
}

export function findReviewComment(repo: Repo, id: number): { thread: Thread; comment: ReviewComment } {
  for (const thread of repo.threads.values()) {
    const comment = thread.pull?.reviewComments.find(item => item.id === id);
    if (comment) return { thread, comment };
  }
  throw notFound();
}

function onReviewComment(request: Request): Reactable {
  const { thread, comment } = findReviewComment(request.repo, Number(request.params.comment_id));
  return { on: comment, thread, what: `review comment ${comment.id}` };
}

const repo = '/repos/{owner}/{repo}';
const one = `${repo}/issues/comments/{comment_id}`;
const issue = `${repo}/issues/{issue_number}`;

export const commentRoutes: Route[] = [
  route('issues/list-comments', `GET ${issue}/comments`, 'thread', request =>
    listed(request, threadOf(request).comments),
  ),
  route('issues/create-comment', `POST ${issue}/comments`, 'thread:write', create),
  route('issues/list-comments-for-repo', `GET ${repo}/issues/comments`, 'issues', listForRepo),
  route('issues/get-comment', `GET ${one}`, 'thread', request => ok(shape(request.hub, find(request)))),
  route('issues/update-comment', `PATCH ${one}`, 'thread:write', update),
  route('issues/delete-comment', `DELETE ${one}`, 'thread:write', remove),
  route('reactions/create-for-issue', `POST ${issue}/reactions`, 'thread:write', request =>
    addReaction(request, onThread(request)),
  ),
  route('reactions/list-for-issue', `GET ${issue}/reactions`, 'thread', request =>
    listReactions(request, onThread(request)),
  ),
  route('reactions/delete-for-issue', `DELETE ${issue}/reactions/{reaction_id}`, 'thread:write', request =>
    removeReaction(request, onThread(request)),
  ),
  route('reactions/create-for-issue-comment', `POST ${one}/reactions`, 'thread:write', request =>
    addReaction(request, onComment(request)),
  ),
  route('reactions/list-for-issue-comment', `GET ${one}/reactions`, 'thread', request =>
    listReactions(request, onComment(request)),
  ),
  route('reactions/delete-for-issue-comment', `DELETE ${one}/reactions/{reaction_id}`, 'thread:write', request =>
    removeReaction(request, onComment(request)),
  ),
  route(
    'reactions/create-for-pull-request-review-comment',
    `POST ${repo}/pulls/comments/{comment_id}/reactions`,
    'pull_requests:write',
    request => addReaction(request, onReviewComment(request)),
  ),
];
