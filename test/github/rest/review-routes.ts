// Reviewers, reviews and comments on lines.
import { addReview, dropReviewer, type ReviewEvent, requestReview } from '../actions/reviews.ts';
import { record } from '../actions/threads.ts';
import { emit } from '../hooks/emit.ts';
import { now } from '../hub.ts';
import { simpleUser, team as teamShape } from '../shapes/account.ts';
import { pullFiles, pullOf, simplePull } from '../shapes/pull.ts';
import { review, reviewComment } from '../shapes/review.ts';
import type { Account, ReviewComment, Team, Thread } from '../state/model.ts';
import { nodeId, roleOf } from '../state/state.ts';
import { apiError, invalid, notFound } from './api-error.ts';
import { findReviewComment } from './comment-routes.ts';
import { pullThreadOf } from './pull-routes.ts';
import { type Answer, list, ok, page, type Request, type Route, route, text } from './route.ts';

const NOT_COLLABORATOR =
  'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the';

function people(request: Request, thread: Thread): Account[] {
  return list(request.body.reviewers).map(login => {
    const account = request.hub.state.accounts.get(String(login).toLowerCase());
    if (account === thread.author) throw apiError(422, 'Review cannot be requested from pull request author.');
    const known = account && (isCollaborator(request, account) || account.type === 'Bot');
    if (!known) throw apiError(422, `${NOT_COLLABORATOR} ${request.repo.owner.login}/${request.repo.name} repository.`);
    return account;
  });
}

const isCollaborator = ({ repo }: Request, account: Account): boolean =>
  repo.collaborators.has(account.login.toLowerCase()) ||
  repo.owner === account ||
  (repo.owner.members.has(account.login.toLowerCase()) && roleOf(repo, account.login).role !== 'none');

function teams(request: Request): Team[] {
  const { hub, repo } = request;
  return list(request.body.team_reviewers).map(slug => {
    const team = hub.state.teams.find(item => item.org === repo.owner && item.slug === slug);
    if (!team) throw apiError(422, `${NOT_COLLABORATOR} ${repo.owner.login}/${repo.name} repository.`);
    return team;
  });
}

async function ask(request: Request): Promise<Answer> {
  const thread = pullThreadOf(request);
  // Everyone is checked before anyone is asked: one wrong name refuses the whole request.
  const [persons, groups] = [people(request, thread), teams(request)];
  await requestReview(request.hub, thread, request.actor, persons, groups);
  return ok(simplePull(request.hub, thread), 201);
}

async function withdraw(request: Request): Promise<Answer> {
  const thread = pullThreadOf(request);
  for (const login of list(request.body.reviewers)) {
    const account = request.hub.state.accounts.get(String(login).toLowerCase());
    if (account) await dropReviewer(request.hub, thread, request.actor, account);
  }
  const slugs = list(request.body.team_reviewers);
  const pull = pullOf(thread);
  pull.teams = pull.teams.filter(team => !slugs.includes(team.slug));
  return ok(simplePull(request.hub, thread));
}

const EVENTS = ['APPROVE', 'REQUEST_CHANGES', 'COMMENT'];

async function create(request: Request): Promise<Answer> {
  const { hub, actor, body } = request;
  const thread = pullThreadOf(request);
  const event = text(body, 'event') ?? 'COMMENT';
  const words = text(body, 'body') ?? '';
  if (!EVENTS.includes(event)) throw invalid({ resource: 'PullRequestReview', code: 'invalid', field: 'event' });
  const remarks = list(body.comments) as Record<string, unknown>[];
  if (event !== 'APPROVE' && words === '' && remarks.length === 0)
    throw apiError(422, 'Unprocessable Entity', ['Body can not be blank']);
  const made = addReview(hub, thread, actor, { event: event as ReviewEvent, body: words });
  for (const remark of remarks) await addLineComment(request, thread, { ...remark, reviewId: made.id });
  return ok(review(hub, thread, made));
}

interface Remark {
  reviewId: number;
  path?: unknown;
  line?: unknown;
  side?: unknown;
  body?: unknown;
  inReplyTo?: number;
}

async function addLineComment(request: Request, thread: Thread, remark: Remark): Promise<ReviewComment> {
  const { hub, actor, repo } = request;
  const pull = pullOf(thread);
  const file = (await pullFiles(thread)).find(item => item.path === remark.path);
  if (!file) throw invalid({ resource: 'PullRequestReviewComment', code: 'invalid', field: 'path' });
  const id = hub.state.nextId('reviewComment');
  const at = now();
  const comment: ReviewComment = {
    id,
    nodeId: nodeId('PRRC', id),
    reviewId: remark.reviewId,
    author: actor.account,
    body: String(remark.body ?? ''),
    path: file.path,
    line: typeof remark.line === 'number' ? remark.line : null,
    side: remark.side === 'LEFT' ? 'LEFT' : 'RIGHT',
    commitId: pull.headSha,
    inReplyTo: remark.inReplyTo ?? null,
    createdAt: at,
    updatedAt: at,
    reactions: [],
    diffHunk: file.patch?.split('\n').slice(0, 8).join('\n') ?? '',
  };
  pull.reviewComments.push(comment);
  record(thread, actor, 'reviewed', `${comment.path}: ${comment.body}`, { id });
  const body = { comment: reviewComment(hub, thread, comment), pull_request: simplePull(hub, thread) };
  emit(hub, { repo, actor, event: 'pull_request_review_comment', action: 'created', body });
  return comment;
}

async function createComment(request: Request): Promise<Answer> {
  const thread = pullThreadOf(request);
  const made = addReview(request.hub, thread, request.actor, { event: 'COMMENT', body: '' });
  const comment = await addLineComment(request, thread, { ...request.body, reviewId: made.id });
  return ok(reviewComment(request.hub, thread, comment), 201);
}

async function reply(request: Request): Promise<Answer> {
  const thread = pullThreadOf(request);
  const first = findReviewComment(request.repo, Number(request.params.comment_id)).comment;
  const { path, line, side, reviewId, id } = first;
  const comment = await addLineComment(request, thread, {
    path,
    line,
    side,
    reviewId,
    body: request.body.body,
    inReplyTo: id,
  });
  return ok(reviewComment(request.hub, thread, comment), 201);
}

function one(request: Request): Answer {
  const thread = pullThreadOf(request);
  const found = pullOf(thread).reviews.find(item => item.id === Number(request.params.review_id));
  if (!found) throw notFound();
  return ok(review(request.hub, thread, found));
}

function requested(request: Request): Answer {
  const { reviewers, teams: groups } = pullOf(pullThreadOf(request));
  const users = reviewers.map(account => simpleUser(request.hub, account));
  return ok({ users, teams: groups.map(team => teamShape(request.hub, team)) });
}

const pull = '/repos/{owner}/{repo}/pulls/{pull_number}';

export const reviewRoutes: Route[] = [
  route('pulls/list-requested-reviewers', `GET ${pull}/requested_reviewers`, 'pull_requests', requested),
  route('pulls/request-reviewers', `POST ${pull}/requested_reviewers`, 'pull_requests:write', ask),
  route('pulls/remove-requested-reviewers', `DELETE ${pull}/requested_reviewers`, 'pull_requests:write', withdraw),
  route('pulls/list-reviews', `GET ${pull}/reviews`, 'pull_requests', request => {
    const thread = pullThreadOf(request);
    return page(
      request,
      pullOf(thread).reviews.map(item => review(request.hub, thread, item)),
    );
  }),
  route('pulls/create-review', `POST ${pull}/reviews`, 'pull_requests:write', create),
  route('pulls/get-review', `GET ${pull}/reviews/{review_id}`, 'pull_requests', one),
  route('pulls/list-review-comments', `GET ${pull}/comments`, 'pull_requests', request => {
    const thread = pullThreadOf(request);
    return page(
      request,
      pullOf(thread).reviewComments.map(item => reviewComment(request.hub, thread, item)),
    );
  }),
  route('pulls/create-review-comment', `POST ${pull}/comments`, 'pull_requests:write', createComment),
  route(
    'pulls/create-reply-for-review-comment',
    `POST ${pull}/comments/{comment_id}/replies`,
    'pull_requests:write',
    reply,
  ),
];
