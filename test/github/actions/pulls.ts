// What happens to pull requests alone: opening them, and drafts.
import { countBetween } from '../git/compare.ts';
import { readRef, writeRef } from '../git/refs.ts';
import type { Actor, Hub } from '../hub.ts';
import { invalid } from '../rest/api-error.ts';
import { pullOf } from '../shapes/pull.ts';
import type { Pull, Repo, Thread } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { inOrder, recordCommits } from './refs.ts';
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
