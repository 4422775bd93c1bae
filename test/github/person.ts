// Acting as a person: each call does what the buttons of github.com do, and the app hears of it.

import { clickAction, rerequest } from './actions/checks.ts';
import { addComment, deleteComment, editComment } from './actions/comments.ts';
import { commitFiles, moveRef } from './actions/commits.ts';
import { openIssue, transferIssue } from './actions/issues.ts';
import * as labels from './actions/labels.ts';
import { type MergeMethod, mergePull } from './actions/merge.ts';
import { openPull, setDraft } from './actions/pulls.ts';
import { addReview, type ReviewEvent } from './actions/reviews.ts';
import * as threads from './actions/threads.ts';
import type { Files } from './git/trees.ts';
import type { Actor, Hub } from './hub.ts';
import type { CheckRun, Comment, Thread } from './state/model.ts';
import { findRepo, findThread } from './state/state.ts';

export interface Person {
  openIssue(repo: string, input: { title: string; body?: string; labels?: string[] }): Promise<Thread>;
  label(repo: string, number: number, name: string): Promise<void>;
  unlabel(repo: string, number: number, name: string): Promise<void>;
  comment(repo: string, number: number, body: string): Promise<Comment>;
  editComment(repo: string, commentId: number, body: string): Promise<void>;
  deleteComment(repo: string, commentId: number): Promise<void>;
  editBody(repo: string, number: number, body: string): Promise<void>;
  rename(repo: string, number: number, title: string): Promise<void>;
  closeIssue(repo: string, number: number): Promise<void>;
  reopenIssue(repo: string, number: number): Promise<void>;
  lock(repo: string, number: number): Promise<void>;
  transferIssue(repo: string, number: number, to: string): Promise<Thread>;
  openPull(
    repo: string,
    input: { title: string; head: string; base?: string; body?: string; draft?: boolean },
  ): Promise<Thread>;
  closePull(repo: string, number: number): Promise<void>;
  convertToDraft(repo: string, number: number): Promise<void>;
  readyForReview(repo: string, number: number): Promise<void>;
  editPullBody(repo: string, number: number, body: string): Promise<void>;
  review(repo: string, number: number, input: { event: ReviewEvent; body?: string }): Promise<void>;
  merge(repo: string, number: number, method?: MergeMethod): Promise<string>;
  pushFiles(repo: string, branch: string, files: Files, message: string): Promise<string>; // answers the new commit's id
  deleteBranch(repo: string, branch: string): Promise<void>;
  clickAction(repo: string, checkRunId: number, identifier: string): Promise<void>;
  rerequest(repo: string, checkRunId: number): Promise<void>;
}

export function person(hub: Hub, actor: Actor): Person {
  const at = (repo: string, number: number): Thread => findThread(findRepo(hub.state, repo), number);
  const commentAt = (repo: string, id: number): Comment => {
    const found = [...findRepo(hub.state, repo).threads.values()]
      .flatMap(thread => thread.comments)
      .find(item => item.id === id);
    if (!found) throw new Error(`no such comment in ${repo}: ${id}`);
    return found;
  };
  const runAt = (repo: string, id: number): CheckRun => {
    const found = findRepo(hub.state, repo).checkRuns.get(id);
    if (!found) throw new Error(`no such check run in ${repo}: ${id}`);
    return found;
  };
  return {
    openIssue: (repo, input) => openIssue(hub, findRepo(hub.state, repo), actor, input),
    label: (repo, number, name) => labels.addLabels(hub, at(repo, number), actor, [name]),
    unlabel: async (repo, number, name) => void (await labels.removeLabel(hub, at(repo, number), actor, name)),
    comment: async (repo, number, body) => addComment(hub, at(repo, number), actor, body),
    editComment: async (repo, id, body) => editComment(hub, commentAt(repo, id), actor, body),
    deleteComment: async (repo, id) => deleteComment(hub, commentAt(repo, id), actor),
    editBody: (repo, number, body) => threads.edit(hub, at(repo, number), actor, { body }),
    rename: (repo, number, title) => threads.edit(hub, at(repo, number), actor, { title }),
    closeIssue: (repo, number) => threads.close(hub, at(repo, number), actor),
    reopenIssue: (repo, number) => threads.reopen(hub, at(repo, number), actor),
    lock: (repo, number) => threads.lock(hub, at(repo, number), actor, true),
    transferIssue: async (repo, number, to) => transferIssue(hub, at(repo, number), actor, findRepo(hub.state, to)),
    openPull(name, input) {
      const repo = findRepo(hub.state, name);
      const { title, head, base = repo.defaultBranch, body = null, draft = false } = input;
      return openPull(hub, repo, actor, { title, head, base, body, draft, maintainerCanModify: true });
    },
    closePull: (repo, number) => threads.close(hub, at(repo, number), actor),
    convertToDraft: (repo, number) => setDraft(hub, at(repo, number), actor, true),
    readyForReview: (repo, number) => setDraft(hub, at(repo, number), actor, false),
    editPullBody: (repo, number, body) => threads.edit(hub, at(repo, number), actor, { body }),
    review: async (repo, number, { event, body = '' }) => void addReview(hub, at(repo, number), actor, { event, body }),
    merge: (repo, number, method = 'merge') => mergePull(hub, at(repo, number), actor, { method }),
    pushFiles: (repo, branch, files, message) =>
      commitFiles(hub, findRepo(hub.state, repo), actor, { branch, files, message }),
    deleteBranch: (repo, branch) => moveRef(hub, findRepo(hub.state, repo), actor, `refs/heads/${branch}`, null),
    clickAction: async (repo, id, identifier) =>
      clickAction(hub, findRepo(hub.state, repo), actor, runAt(repo, id), identifier),
    rerequest: async (repo, id) => rerequest(hub, findRepo(hub.state, repo), actor, runAt(repo, id)),
  };
}
