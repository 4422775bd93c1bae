// What happens to an issue, and to a pull request in so far as it is an issue too.
import { emit } from '../hooks/emit.ts';
import { type Actor, type Hub, now } from '../hub.ts';
import { apiError, invalid } from '../rest/api-error.ts';
import type { Json } from '../shapes/account.ts';
import { pull as pullShape } from '../shapes/pull.ts';
import { issue as issueShape } from '../shapes/thread.ts';
import type { Account, Pull, Repo, StateReason, Thread, TimelineKind } from '../state/model.ts';
import { nodeId } from '../state/state.ts';

export function record(
  thread: Thread,
  actor: Actor,
  kind: TimelineKind,
  text: string,
  more: { id?: number; sha?: string } = {},
): void {
  thread.timeline.push({ at: now(), actor: actor.account.login, kind, text, ...more });
}

// `issues` for an issue, `pull_request` for a pull request: labels and titles are told under the thread's own kind.
export async function tell(hub: Hub, thread: Thread, actor: Actor, action: string, extra: Json = {}): Promise<void> {
  const { repo, pull } = thread;
  const body = pull
    ? { number: thread.number, pull_request: await pullShape(hub, thread), ...extra }
    : { issue: issueShape(hub, thread), ...extra };
  emit(hub, { repo, actor, event: pull ? 'pull_request' : 'issues', action, body });
}

export const touch = (thread: Thread): void => {
  thread.updatedAt = now();
};

export function mustBeWritable(repo: Repo, thread?: Thread, actor?: Actor): void {
  if (repo.archived) throw apiError(403, 'Repository was archived so is read-only.');
  if (thread?.locked && actor?.app) throw apiError(403, 'Unable to create comment because issue is locked.');
}

export interface NewThread {
  title: string;
  body?: string | null | undefined;
  labels?: string[] | undefined;
  assignees?: Account[] | undefined;
  pull?: Pull;
}

const MAX_BODY = 65_536;

export function mustFit(body: string | null | undefined, resource: string): void {
  if (body === null || body === undefined || [...body].length <= MAX_BODY) return;
  throw invalid({ resource, code: 'custom', field: 'body', message: 'body is too long (maximum is 65536 characters)' });
}

export function addThread(hub: Hub, repo: Repo, actor: Actor, input: NewThread): Thread {
  const id = hub.state.nextId('thread');
  const at = now();
  const thread: Thread = {
    id,
    nodeId: input.pull?.nodeId ?? nodeId('I', id),
    repo,
    number: repo.nextNumber++,
    title: input.title,
    body: input.body ?? null,
    state: 'open',
    stateReason: null,
    locked: false,
    author: actor.account,
    app: actor.app,
    labels: [],
    assignees: input.assignees ?? [],
    comments: [],
    reactions: [],
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedBy: null,
    pull: input.pull ?? null,
    timeline: [],
  };
  repo.threads.set(thread.number, thread);
  hub.state.nodes.set(thread.nodeId, { kind: 'thread', thread });
  record(thread, actor, 'opened', thread.body ?? '');
  return thread;
}

export async function close(hub: Hub, thread: Thread, actor: Actor, reason: StateReason = 'completed'): Promise<void> {
  if (thread.state === 'closed') return;
  mustBeWritable(thread.repo);
  Object.assign(thread, { state: 'closed', closedAt: now(), closedBy: actor.account });
  thread.stateReason = thread.pull ? null : (reason ?? 'completed');
  touch(thread);
  record(thread, actor, thread.pull?.mergedAt ? 'merged' : 'closed', thread.stateReason ?? '');
  await tell(hub, thread, actor, 'closed');
}

export async function reopen(hub: Hub, thread: Thread, actor: Actor): Promise<void> {
  if (thread.state === 'open') return;
  mustBeWritable(thread.repo);
  if (thread.pull?.mergedAt)
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      field: 'state',
      message: 'state cannot be changed. The pull request is merged.',
    });
  Object.assign(thread, { state: 'open', closedAt: null, closedBy: null });
  thread.stateReason = thread.pull ? null : 'reopened';
  touch(thread);
  record(thread, actor, 'reopened', '');
  await tell(hub, thread, actor, 'reopened');
}

export interface ThreadEdit {
  title?: string | undefined;
  body?: string | null | undefined;
}

export async function edit(hub: Hub, thread: Thread, actor: Actor, input: ThreadEdit): Promise<void> {
  mustBeWritable(thread.repo);
  mustFit(input.body, thread.pull ? 'PullRequest' : 'Issue');
  const changes: Json = {};
  if (input.title !== undefined && input.title !== thread.title) {
    changes.title = { from: thread.title };
    record(thread, actor, 'renamed', input.title);
    thread.title = input.title;
  }
  if (input.body !== undefined && input.body !== thread.body) {
    changes.body = { from: thread.body ?? '' };
    record(thread, actor, 'body_edited', input.body ?? '');
    thread.body = input.body;
  }
  if (Object.keys(changes).length === 0) return;
  touch(thread);
  await tell(hub, thread, actor, 'edited', { changes });
}

export async function lock(hub: Hub, thread: Thread, actor: Actor, locked: boolean): Promise<void> {
  if (thread.locked === locked) return;
  thread.locked = locked;
  touch(thread);
  record(thread, actor, locked ? 'locked' : 'unlocked', '');
  await tell(hub, thread, actor, locked ? 'locked' : 'unlocked');
}
