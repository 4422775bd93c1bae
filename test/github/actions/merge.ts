// The merge button.
import { mergeTree } from '../git/compare.ts';
import { readCommit, writeCommit } from '../git/objects.ts';
import { writeRef } from '../git/refs.ts';
import type { Actor, Hub } from '../hub.ts';
import { apiError } from '../rest/api-error.ts';
import { pullOf } from '../shapes/pull.ts';
import type { Thread } from '../state/model.ts';
import { closeMerged, markMerged } from './merged.ts';
import { changeRefs } from './refs.ts';
import { identity } from './repos.ts';
import { mustBeWritable } from './threads.ts';

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
