// Comments on issues and pull requests, and reactions.
import { emit } from '../hooks/emit.ts';
import { type Actor, type Hub, now } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import { comment as commentShape, issue as issueShape } from '../shapes/thread.ts';
import type { Comment, Reaction, ReactionContent, Thread } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { mustBeWritable, mustFit, record, touch } from './threads.ts';

function tell(hub: Hub, comment: Comment, actor: Actor, action: string, extra: Json = {}): void {
  const { thread } = comment;
  const body = { issue: issueShape(hub, thread), comment: commentShape(hub, comment), ...extra };
  emit(hub, { repo: thread.repo, actor, event: 'issue_comment', action, body });
}

export function addComment(hub: Hub, thread: Thread, actor: Actor, body: string): Comment {
  mustBeWritable(thread.repo, thread, actor);
  mustFit(body, 'IssueComment');
  const id = hub.state.nextId('comment');
  const at = now();
  const comment: Comment = {
    id,
    nodeId: nodeId('IC', id),
    author: actor.account,
    app: actor.app,
    body,
    createdAt: at,
    updatedAt: at,
    reactions: [],
    minimized: null,
    thread,
  };
  thread.comments.push(comment);
  hub.state.nodes.set(comment.nodeId, { kind: 'comment', comment });
  touch(thread);
  record(thread, actor, 'comment', body, { id });
  tell(hub, comment, actor, 'created');
  return comment;
}

// A thread shows a comment as it now is; that it was edited is a line of its own.
export function editComment(hub: Hub, comment: Comment, actor: Actor, body: string): void {
  mustBeWritable(comment.thread.repo);
  mustFit(body, 'IssueComment');
  if (body === comment.body) return;
  const changes = { body: { from: comment.body } };
  comment.body = body;
  comment.updatedAt = now();
  record(comment.thread, actor, 'comment_edited', body, { id: comment.id });
  tell(hub, comment, actor, 'edited', { changes });
}

export function deleteComment(hub: Hub, comment: Comment, actor: Actor): void {
  const { thread } = comment;
  thread.comments = thread.comments.filter(item => item !== comment);
  hub.state.nodes.delete(comment.nodeId);
  record(thread, actor, 'comment_deleted', '', { id: comment.id });
  tell(hub, comment, actor, 'deleted');
}

export interface Reacted {
  reaction: Reaction;
  created: boolean;
}

// The same person with the same reaction gets the one that is there.
export function react(hub: Hub, on: { reactions: Reaction[] }, actor: Actor, content: ReactionContent): Reacted {
  const present = on.reactions.find(item => item.user === actor.account && item.content === content);
  if (present) return { reaction: present, created: false };
  const id = hub.state.nextId('reaction');
  const reaction: Reaction = { id, nodeId: nodeId('REA', id), user: actor.account, content, createdAt: now() };
  on.reactions.push(reaction);
  return { reaction, created: true };
}
