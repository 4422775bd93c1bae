// Acting as a person: each call does what the buttons of github.com do, and the app hears of it.
import { addComment, deleteComment, editComment } from './actions/comments.ts';
import * as threads from './actions/threads.ts';
import type { Actor, Hub } from './hub.ts';
import type { Comment, Thread } from './state/model.ts';
import { findRepo, findThread } from './state/state.ts';

export interface Person {
  openIssue(repo: string, input: { title: string; body?: string; labels?: string[] }): Promise<Thread>;
  label(repo: string, number: number, name: string): Promise<void>;
  unlabel(repo: string, number: number, name: string): Promise<void>;
  comment(repo: string, number: number, body: string): Promise<Comment>;
  editComment(repo: string, commentId: number, body: string): Promise<void>;
  deleteComment(repo: string, commentId: number): Promise<void>;
  editBody(repo: string, number: number, body: string): Promise<void>;
  closeIssue(repo: string, number: number): Promise<void>;
  reopenIssue(repo: string, number: number): Promise<void>;
  lock(repo: string, number: number): Promise<void>;
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
  return {
    openIssue: (repo, input) => threads.openIssue(hub, findRepo(hub.state, repo), actor, input),
    label: (repo, number, name) => threads.addLabels(hub, at(repo, number), actor, [name]),
    unlabel: async (repo, number, name) => void (await threads.removeLabel(hub, at(repo, number), actor, name)),
    comment: async (repo, number, body) => addComment(hub, at(repo, number), actor, body),
    editComment: async (repo, id, body) => editComment(hub, commentAt(repo, id), actor, body),
    deleteComment: async (repo, id) => deleteComment(hub, commentAt(repo, id), actor),
    editBody: (repo, number, body) => threads.edit(hub, at(repo, number), actor, { body }),
    closeIssue: (repo, number) => threads.close(hub, at(repo, number), actor),
    reopenIssue: (repo, number) => threads.reopen(hub, at(repo, number), actor),
    lock: (repo, number) => threads.lock(hub, at(repo, number), actor, true),
  };
}
