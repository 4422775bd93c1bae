// Finds what a node id names, and whether the caller may read or change it.
import type { Actor } from '../hub.ts';
import { allows, covers } from '../rest/tokens.ts';
import type { Comment, Repo, Thread, Token } from '../state/model.ts';
import { roleOf } from '../state/state.ts';
import { accountNode, commentNode, labelNode, refuse, threadNode, type Viewer } from './nodes.ts';
import { repoNode } from './repo-node.ts';

export interface Session extends Viewer {
  actor: Actor;
  token: Token;
}

export function mayReadThread(token: Token, { repo, pull }: Thread): boolean {
  if (!token.installation || (!repo.private && !covers(token, repo))) return true;
  return (
    allows(token.permissions, 'issues', 'read') || (pull !== null && allows(token.permissions, 'pull_requests', 'read'))
  );
}

export function mayRead({ token }: Session, repo: Repo): boolean {
  if (!repo.private) return true;
  return token.installation ? covers(token, repo) : roleOf(repo, token.user.login).role !== 'none';
}

function mustWrite({ token }: Session, repo: Repo, permissions: string[]): void {
  const allowed = token.installation
    ? covers(token, repo) && permissions.some(name => allows(token.permissions, name, 'write'))
    : ['write', 'admin'].includes(roleOf(repo, token.user.login).role);
  if (!allowed) throw refuse('FORBIDDEN', 'Resource not accessible by integration');
}

const unknownNode = (id: string): Error =>
  refuse('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);

export function thread(session: Session, id: string, kind?: 'pull' | 'issue'): Thread {
  const entity = session.hub.state.nodes.get(id);
  if (entity?.kind !== 'thread' || !mayRead(session, entity.thread.repo)) throw unknownNode(id);
  const { pull, repo } = entity.thread;
  if (kind !== undefined && (kind === 'pull') !== (pull !== null)) throw unknownNode(id);
  mustWrite(session, repo, kind === 'pull' ? ['pull_requests'] : pull ? ['issues', 'pull_requests'] : ['issues']);
  return entity.thread;
}

export function comment(session: Session, id: string): Comment {
  const entity = session.hub.state.nodes.get(id);
  if (entity?.kind !== 'comment' || !mayRead(session, entity.comment.thread.repo)) throw unknownNode(id);
  const { thread: on } = entity.comment;
  mustWrite(session, on.repo, on.pull ? ['issues', 'pull_requests'] : ['issues']);
  return entity.comment;
}

export function labelNames(session: Session, ids: string[]): string[] {
  return ids.map(id => {
    const entity = session.hub.state.nodes.get(id);
    if (entity?.kind !== 'label') throw unknownNode(id);
    return entity.name;
  });
}

export function node(session: Session, id: string): object {
  const entity = session.hub.state.nodes.get(id);
  if (entity?.kind === 'account') return accountNode(session, entity.account);
  if (entity?.kind === 'repo' && mayRead(session, entity.repo)) return repoNode(session, entity.repo);
  if (entity?.kind === 'thread' && mayRead(session, entity.thread.repo)) return threadNode(session, entity.thread);
  if (entity?.kind === 'comment' && mayRead(session, entity.comment.thread.repo))
    return commentNode(session, entity.comment);
  const label = entity?.kind === 'label' ? entity.repo.labels.get(entity.name.toLowerCase()) : undefined;
  if (!label) throw unknownNode(id);
  return labelNode(label);
}
