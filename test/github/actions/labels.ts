// Labels and assignees of an issue or a pull request.
import type { Actor, Hub } from '../hub.ts';
import { invalid } from '../rest/api-error.ts';
import { simpleUser } from '../shapes/account.ts';
import { label as labelShape } from '../shapes/thread.ts';
import type { Account, Label, Repo, Thread } from '../state/model.ts';
import { addLabel } from './repos.ts';
import { mustBeWritable, record, tell, touch } from './threads.ts';

// Naming a label that does not exist creates it, as GitHub does.
export function labelNamed(hub: Hub, repo: Repo, name: string): Label {
  if (name.length > 50)
    throw invalid({
      resource: 'Label',
      code: 'custom',
      field: 'name',
      message: 'name is too long (maximum is 50 characters)',
    });
  return repo.labels.get(name.toLowerCase()) ?? addLabel(hub, repo, { name });
}

export async function addLabels(hub: Hub, thread: Thread, actor: Actor, names: string[]): Promise<void> {
  mustBeWritable(thread.repo);
  for (const name of names) {
    const label = labelNamed(hub, thread.repo, name);
    if (thread.labels.includes(label)) continue;
    thread.labels.push(label);
    touch(thread);
    record(thread, actor, 'labeled', label.name);
    await tell(hub, thread, actor, 'labeled', { label: labelShape(hub, thread.repo, label) });
  }
}

export async function removeLabel(hub: Hub, thread: Thread, actor: Actor, name: string): Promise<boolean> {
  mustBeWritable(thread.repo);
  const label = thread.labels.find(item => item.name.toLowerCase() === name.toLowerCase());
  if (!label) return false;
  thread.labels = thread.labels.filter(item => item !== label);
  touch(thread);
  record(thread, actor, 'unlabeled', label.name);
  await tell(hub, thread, actor, 'unlabeled', { label: labelShape(hub, thread.repo, label) });
  return true;
}

export async function setLabels(hub: Hub, thread: Thread, actor: Actor, names: string[]): Promise<void> {
  const wanted = new Set(names.map(name => name.toLowerCase()));
  for (const label of [...thread.labels]) {
    if (!wanted.has(label.name.toLowerCase())) await removeLabel(hub, thread, actor, label.name);
  }
  await addLabels(hub, thread, actor, names);
}

export async function assign(hub: Hub, thread: Thread, actor: Actor, accounts: Account[]): Promise<void> {
  for (const assignee of accounts) {
    if (thread.assignees.includes(assignee)) continue;
    thread.assignees.push(assignee);
    touch(thread);
    record(thread, actor, 'assigned', assignee.login);
    await tell(hub, thread, actor, 'assigned', { assignee: simpleUser(hub, assignee) });
  }
}

export async function unassign(hub: Hub, thread: Thread, actor: Actor, accounts: Account[]): Promise<void> {
  for (const assignee of accounts) {
    if (!thread.assignees.includes(assignee)) continue;
    thread.assignees = thread.assignees.filter(item => item !== assignee);
    touch(thread);
    record(thread, actor, 'unassigned', assignee.login);
    await tell(hub, thread, actor, 'unassigned', { assignee: simpleUser(hub, assignee) });
  }
}
