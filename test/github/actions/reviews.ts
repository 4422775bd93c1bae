// Reviewers are asked, and review.
import { emit } from '../hooks/emit.ts';
import { type Actor, type Hub, now } from '../hub.ts';
import { apiError } from '../rest/api-error.ts';
import { simpleUser, team as teamShape } from '../shapes/account.ts';
import { pullOf, simplePull } from '../shapes/pull.ts';
import { review as reviewShape } from '../shapes/review.ts';
import type { Account, Review, Team, Thread } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { record, tell, touch } from './threads.ts';

export async function requestReview(
  hub: Hub,
  thread: Thread,
  actor: Actor,
  people: Account[],
  teams: Team[],
): Promise<void> {
  const pull = pullOf(thread);
  for (const person of people) {
    if (pull.reviewers.includes(person)) continue;
    pull.reviewers.push(person);
    touch(thread);
    record(thread, actor, 'review_requested', person.login);
    await tell(hub, thread, actor, 'review_requested', { requested_reviewer: simpleUser(hub, person) });
  }
  for (const team of teams) {
    if (pull.teams.includes(team)) continue;
    pull.teams.push(team);
    touch(thread);
    record(thread, actor, 'review_requested', `${team.org.login}/${team.slug}`);
    await tell(hub, thread, actor, 'review_requested', { requested_team: teamShape(hub, team) });
  }
}

export async function dropReviewer(hub: Hub, thread: Thread, actor: Actor, person: Account): Promise<void> {
  const pull = pullOf(thread);
  if (!pull.reviewers.includes(person)) return;
  pull.reviewers = pull.reviewers.filter(item => item !== person);
  record(thread, actor, 'review_request_removed', person.login);
  await tell(hub, thread, actor, 'review_request_removed', { requested_reviewer: simpleUser(hub, person) });
}

export type ReviewEvent = 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
const STATE = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

export function addReview(hub: Hub, thread: Thread, actor: Actor, input: { event: ReviewEvent; body: string }): Review {
  const pull = pullOf(thread);
  if (input.event !== 'COMMENT' && thread.author === actor.account) {
    const verb = input.event === 'APPROVE' ? 'approve' : 'request changes on';
    throw apiError(422, 'Unprocessable Entity', [`Can not ${verb} your own pull request`]);
  }
  const id = hub.state.nextId('review');
  const review: Review = {
    id,
    nodeId: nodeId('PRR', id),
    author: actor.account,
    body: input.body,
    state: STATE[input.event],
    commitId: pull.headSha,
    submittedAt: now(),
  };
  pull.reviews.push(review);
  pull.reviewers = pull.reviewers.filter(person => person !== actor.account);
  touch(thread);
  record(thread, actor, 'reviewed', input.body === '' ? review.state : `${review.state}: ${input.body}`, { id });
  const shape = { ...reviewShape(hub, thread, review), state: review.state.toLowerCase() };
  const body = { review: shape, pull_request: simplePull(hub, thread) };
  emit(hub, { repo: thread.repo, actor, event: 'pull_request_review', action: 'submitted', body });
  return review;
}
