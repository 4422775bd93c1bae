// A pull request is merged, by the button or by hand: it is closed, and so are the issues it names.
import { type Actor, type Hub, now } from '../hub.ts';
import { pullOf } from '../shapes/pull.ts';
import type { Thread } from '../state/model.ts';
import { close } from './threads.ts';

export function markMerged(thread: Thread, actor: Actor, sha: string): void {
  Object.assign(pullOf(thread), { mergedAt: now(), mergedBy: actor.account, mergeCommitSha: sha });
}

export async function merged(hub: Hub, thread: Thread, actor: Actor, sha: string): Promise<void> {
  markMerged(thread, actor, sha);
  await closeMerged(hub, thread, actor);
}

export async function closeMerged(hub: Hub, thread: Thread, actor: Actor): Promise<void> {
  await close(hub, thread, actor);
  // Only a merge into the default branch closes what the body names.
  if (pullOf(thread).baseRef !== thread.repo.defaultBranch) return;
  for (const number of linkedIssues(thread)) {
    const issue = thread.repo.threads.get(number);
    if (issue && !issue.pull) await close(hub, issue, actor);
  }
}

const CLOSES = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:[\w.-]+\/[\w.-]+)?#(\d+)/gi;

const linkedIssues = (thread: Thread): number[] => [
  ...new Set([...(thread.body ?? '').matchAll(CLOSES)].map(match => Number(match[1]))),
];
