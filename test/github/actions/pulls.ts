// What happens to pull requests alone: opening, drafts, reviewers, reviews and the merge.
import { countBetween, mergeTree } from '../git/compare.ts';
import { readCommit, writeCommit } from '../git/objects.ts';
import { readRef, writeRef } from '../git/refs.ts';
import { emit } from '../hooks/emit.ts';
import { type Actor, type Hub, now } from '../hub.ts';
import { apiError, invalid } from '../rest/api-error.ts';
import { simpleUser, team as teamShape } from '../shapes/account.ts';
import { pullOf, review as reviewShape, simplePull } from '../shapes/pull.ts';
import type { Account, Pull, Repo, Review, Team, Thread } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { closeMerged, markMerged } from './merged.ts';
import { changeRefs, inOrder, recordCommits } from './refs.ts';
import { identity } from './repos.ts';
import { addThread, mustBeWritable, mustFit, record, tell, touch } from './threads.ts';

export interface NewPull {
  title: string;
  body: string | null;
  head: string;
  base: string;
  draft: boolean;
  maintainerCanModify: boolean;
}

// In turn with the events of pushes: a push that comes meanwhile finds the pull request and moves it.
export const openPull = (hub: Hub, repo: Repo, actor: Actor, input: NewPull): Promise<Thread> =>
  inOrder(repo, () => open(hub, repo, actor, input));

async function open(hub: Hub, repo: Repo, actor: Actor, input: NewPull): Promise<Thread> {
  mustBeWritable(repo);
  mustFit(input.body, 'PullRequest');
  const headRef = headBranch(repo, input.head);
  const headSha = headRef === null ? null : await readRef(repo.gitDir, `refs/heads/${headRef}`);
  const baseSha = await readRef(repo.gitDir, `refs/heads/${input.base}`);
  if (headRef === null || headSha === null) throw invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  if (baseSha === null) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  if ((await countBetween(repo.gitDir, baseSha, headSha)) === 0) {
    throw invalid(custom(`No commits between ${input.base} and ${headRef}`));
  }
  const twin = [...repo.threads.values()].some(
    other => other.state === 'open' && other.pull?.headRef === headRef && other.pull.baseRef === input.base,
  );
  if (twin) throw invalid(custom(`A pull request already exists for ${repo.owner.login}:${headRef}.`));
  const id = hub.state.nextId('pull');
  const pull: Pull = {
    id,
    nodeId: nodeId('PR', id),
    headRef,
    headSha,
    baseRef: input.base,
    baseSha,
    draft: input.draft,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    reviewers: [],
    teams: [],
    reviews: [],
    reviewComments: [],
    maintainerCanModify: input.maintainerCanModify,
  };
  const thread = addThread(hub, repo, actor, { title: input.title, body: input.body, pull });
  await writeRef(repo.gitDir, `refs/pull/${thread.number}/head`, headSha);
  await recordCommits(thread, actor, baseSha, headSha);
  await tell(hub, thread, actor, 'opened');
  return thread;
}

const custom = (message: string) => ({ resource: 'PullRequest', code: 'custom' as const, message });

// `owner:branch` is allowed; forks are not served, so another owner's branch does not exist.
function headBranch(repo: Repo, head: string): string | null {
  const [owner = '', branch] = head.includes(':') ? head.split(':', 2) : [repo.owner.login, head];
  return owner.toLowerCase() === repo.owner.login.toLowerCase() ? (branch ?? null) : null;
}

export async function setDraft(hub: Hub, thread: Thread, actor: Actor, draft: boolean): Promise<void> {
  const pull = pullOf(thread);
  if (pull.draft === draft) return;
  pull.draft = draft;
  touch(thread);
  record(thread, actor, draft ? 'converted_to_draft' : 'ready_for_review', '');
  await tell(hub, thread, actor, draft ? 'converted_to_draft' : 'ready_for_review');
}

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

export type MergeMethod = 'merge' | 'squash' | 'rebase';

export interface MergeInput {
  method: MergeMethod;
  sha?: string | undefined;
  title?: string | undefined;
  message?: string | undefined;
}

export async function mergePull(hub: Hub, thread: Thread, actor: Actor, input: MergeInput): Promise<string> {
  const { repo } = thread;
  const pull = pullOf(thread);
  mustBeWritable(repo);
  if (input.sha !== undefined && input.sha !== pull.headSha) {
    throw apiError(409, 'Head branch was modified. Review and try the merge again.');
  }
  if (pull.draft) throw apiError(405, 'Pull Request is still a draft');
  if (thread.state === 'closed') throw apiError(405, 'Pull Request is not mergeable');
  const ref = `refs/heads/${pull.baseRef}`;
  let after = '';
  await changeRefs(hub, repo, actor, async () => {
    after = await writeMerge(thread, actor, input);
    await writeRef(repo.gitDir, ref, after);
    // Marked before the push is told, so that nobody takes it for a merge by hand.
    markMerged(thread, actor, after);
    return [{ ref, before: pull.baseSha, after }];
  });
  await closeMerged(hub, thread, actor);
  return after;
}

async function writeMerge(thread: Thread, actor: Actor, input: MergeInput): Promise<string> {
  const { gitDir } = thread.repo;
  const { baseSha, headSha, headRef } = pullOf(thread);
  const tree = await mergeTree(gitDir, baseSha, headSha);
  if (tree === null) throw apiError(405, 'Pull Request is not mergeable');
  const merge = input.method === 'merge';
  const title =
    input.title ??
    (merge ? `Merge pull request #${thread.number} from ${headRef}` : `${thread.title} (#${thread.number})`);
  const body = input.message ?? (merge ? thread.title : '');
  const message = body === '' ? title : `${title}\n\n${body}`;
  const author = identity(actor.account);
  const head = merge ? null : await readCommit(gitDir, headSha);
  const squashAuthor = head ? { name: head.author.name, email: head.author.email } : author;
  return writeCommit(gitDir, {
    tree,
    parents: merge ? [baseSha, headSha] : [baseSha],
    message,
    author: merge ? author : squashAuthor,
    committer: author,
  });
}
