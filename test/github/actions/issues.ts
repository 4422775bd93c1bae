// Issues are opened, and moved to another repository.
import { emit } from '../hooks/emit.ts';
import type { Actor, Hub } from '../hub.ts';
import { repository } from '../shapes/repo.ts';
import { issue as issueShape, label as labelShape } from '../shapes/thread.ts';
import type { Repo, Thread } from '../state/model.ts';
import { labelNamed } from './labels.ts';
import { addThread, mustBeWritable, mustFit, type NewThread, record, tell } from './threads.ts';

export async function openIssue(hub: Hub, repo: Repo, actor: Actor, input: NewThread): Promise<Thread> {
  mustBeWritable(repo);
  mustFit(input.body, 'Issue');
  const thread = addThread(hub, repo, actor, input);
  thread.labels = (input.labels ?? []).map(name => labelNamed(hub, repo, name));
  for (const label of thread.labels) record(thread, actor, 'labeled', label.name);
  await tell(hub, thread, actor, 'opened');
  for (const label of thread.labels) await tell(hub, thread, actor, 'labeled', { label: labelShape(hub, repo, label) });
  return thread;
}

// The issue is gone from where it was; its comments go along, its labels do where the other repository has them.
export function transferIssue(hub: Hub, thread: Thread, actor: Actor, to: Repo): Thread {
  mustBeWritable(to);
  const { repo, title, body } = thread;
  const moved = addThread(hub, to, { account: thread.author, app: thread.app }, { title, body });
  moved.comments = thread.comments.map(comment => Object.assign(comment, { thread: moved }));
  moved.labels = thread.labels.flatMap(label => to.labels.get(label.name.toLowerCase()) ?? []);
  repo.threads.delete(thread.number);
  hub.state.nodes.delete(thread.nodeId);
  const changes = { new_issue: issueShape(hub, moved), new_repository: repository(hub, to) };
  emit(hub, { repo, actor, event: 'issues', action: 'transferred', body: { issue: issueShape(hub, thread), changes } });
  return moved;
}
