// Which events are listened to, and what each of them means. Everything else is silence: `issues.opened` starts nothing,
// edited and deleted comments command nothing, labels on pull requests mean nothing.
import { toButton } from './button.ts';
import { toClosed } from './closed.ts';
import { toCommented } from './commented.ts';
import { type Delivery, type Heard, ignored } from './heard.ts';
import { toLabeled } from './labeled.ts';
import type { Listener } from './listen.ts';
import { toPushed } from './pushed.ts';
import { toRemoved } from './removed.ts';
import { toRenamed } from './renamed.ts';
import { toReopened } from './reopened.ts';
import { toTransferred } from './transferred.ts';
import { toUnlabeled } from './unlabeled.ts';

const LISTENERS: ReadonlyMap<string, Listener> = new Map([
  ['issues.labeled', toLabeled],
  ['issues.unlabeled', toUnlabeled],
  ['issues.closed', toClosed.issue],
  ['issues.deleted', toClosed.deleted],
  ['issues.reopened', toReopened.issue],
  ['issues.transferred', toTransferred],
  ['issue_comment.created', toCommented],
  ['pull_request.closed', toClosed.pull],
  ['pull_request.reopened', toReopened.pull],
  ['check_run.requested_action', toButton],
  ['push', toPushed],
  ['repository.renamed', toRenamed],
  ['repository.transferred', toRenamed],
  ['repository.deleted', toRemoved.repository],
  ['repository.archived', toRemoved.repository],
  ['installation.deleted', toRemoved.installation],
  ['installation.suspend', toRemoved.installation],
  ['installation_repositories.removed', toRemoved.repositories],
]);

/** `event` = `X-GitHub-Event`. Pure, and never throws: an odd payload is ignored with the reason. */
export function toCommand(event: string, payload: unknown, delivery: Delivery): Heard {
  const action = (payload as { action?: unknown } | null | undefined)?.action;
  const listener = LISTENERS.get(typeof action === 'string' ? `${event}.${action}` : event);
  return listener ? listener(payload, delivery) : ignored('nothing the app listens to');
}
