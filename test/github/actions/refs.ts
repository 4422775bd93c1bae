// Every change of a ref goes through here, whoever made it: a push, the API, or a person. Pull requests follow.
import { commitsBetween, diffFiles } from '../git/compare.ts';
import { withLock } from '../git/lock.ts';
import { readCommit } from '../git/objects.ts';
import { type Refs, readRef, writeRef } from '../git/refs.ts';
import { isAncestor } from '../git/repository.ts';
import { emit } from '../hooks/emit.ts';
import { type Actor, type Hub, now, repoHtml } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import type { Repo, Thread } from '../state/model.ts';
import { merged } from './merged.ts';
import { identity } from './repos.ts';
import { close, record, tell, touch } from './threads.ts';

const ZERO = '0'.repeat(40);

export interface RefChange {
  ref: string;
  before: string | null;
  after: string | null;
}

export function changesBetween(before: Refs, after: Refs): RefChange[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map(ref => ({ ref, before: before.get(ref) ?? null, after: after.get(ref) ?? null }))
    .filter(change => change.before !== change.after);
}

// Changes refs and tells of it. The telling is queued while the lock is still held, so that events and pull requests see
// the changes in the order they were made, and pushes need not wait for each other's events.
export async function changeRefs(hub: Hub, repo: Repo, actor: Actor, work: () => Promise<RefChange[]>): Promise<void> {
  const queued = await withLock(repo.gitDir, async () => {
    const changes = await work();
    return { told: inOrder(repo, () => refsChanged(hub, repo, actor, changes)) };
  });
  await queued.told;
}

export const inOrder = <T>(repo: Repo, work: () => Promise<T>): Promise<T> => withLock(`${repo.gitDir} events`, work);

async function refsChanged(hub: Hub, repo: Repo, actor: Actor, changes: RefChange[]): Promise<void> {
  for (const change of changes) {
    if (!/^refs\/(heads|tags)\//.test(change.ref)) continue;
    repo.pushedAt = repo.updatedAt = now();
    if (change.before === null || change.after === null) emitCreateOrDelete(hub, repo, actor, change);
    await emitPush(hub, repo, actor, change);
    await followPulls(hub, repo, actor, change);
  }
}

function emitCreateOrDelete(hub: Hub, repo: Repo, actor: Actor, change: RefChange): void {
  const [, kind = 'heads', ...rest] = change.ref.split('/');
  const body: Json = { ref: rest.join('/'), ref_type: kind === 'tags' ? 'tag' : 'branch', pusher_type: 'user' };
  const event = change.before === null ? 'create' : 'delete';
  if (event === 'create') Object.assign(body, { master_branch: repo.defaultBranch, description: null });
  emit(hub, { repo, actor, event, action: null, body });
}

async function emitPush(hub: Hub, repo: Repo, actor: Actor, change: RefChange): Promise<void> {
  const { before, after } = change;
  const from = before ?? (await mergeBaseWithDefault(repo));
  const forced = before !== null && after !== null && !(await isAncestor(repo.gitDir, before, after));
  const shas = after === null ? [] : from === null ? [after] : await commitsBetween(repo.gitDir, from, after);
  const commits = await Promise.all(shas.slice(-20).map(sha => pushCommit(hub, repo, sha)));
  const head =
    after === null ? null : (commits.find(commit => commit.id === after) ?? (await pushCommit(hub, repo, after)));
  const html = repoHtml(hub, repo);
  const body = {
    ref: change.ref,
    before: before ?? ZERO,
    after: after ?? ZERO,
    pusher: identity(actor.account),
    created: before === null,
    deleted: after === null,
    forced,
    base_ref: null,
    compare: `${html}/compare/${(before ?? ZERO).slice(0, 12)}...${(after ?? ZERO).slice(0, 12)}`,
    commits,
    head_commit: head,
  };
  emit(hub, { repo, actor, event: 'push', action: null, body });
}

async function mergeBaseWithDefault(repo: Repo): Promise<string | null> {
  return readRef(repo.gitDir, `refs/heads/${repo.defaultBranch}`);
}

async function pushCommit(hub: Hub, repo: Repo, sha: string): Promise<Json> {
  const commit = await readCommit(repo.gitDir, sha);
  if (!commit) return { id: sha };
  const parent = commit.parent[0];
  const files = parent === undefined ? [] : await diffFiles(repo.gitDir, parent, sha);
  const named = (status: string): string[] => files.filter(file => file.status === status).map(file => file.path);
  const when = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
  return {
    id: sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message.trimEnd(),
    timestamp: when(commit.committer.timestamp),
    url: `${repoHtml(hub, repo)}/commit/${sha}`,
    author: { name: commit.author.name, email: commit.author.email, date: when(commit.author.timestamp) },
    committer: { name: commit.committer.name, email: commit.committer.email, date: when(commit.committer.timestamp) },
    added: named('added'),
    removed: named('removed'),
    modified: [...named('modified'), ...named('renamed'), ...named('changed')],
  };
}

async function followPulls(hub: Hub, repo: Repo, actor: Actor, change: RefChange): Promise<void> {
  const branch = change.ref.replace(/^refs\/heads\//, '');
  for (const thread of [...repo.threads.values()]) {
    const { pull } = thread;
    if (!pull || thread.state === 'closed' || pull.mergedAt !== null) continue;
    if (pull.baseRef === branch && change.after !== null) await moveBase(hub, thread, actor, change.after);
    if (pull.headRef === branch && pull.headSha !== change.after) await moveHead(hub, thread, actor, change);
  }
}

// A base that now holds the head means that somebody merged by hand.
async function moveBase(hub: Hub, thread: Thread, actor: Actor, after: string): Promise<void> {
  const { pull, repo } = thread;
  if (!pull) return;
  if (await isAncestor(repo.gitDir, pull.headSha, after)) await merged(hub, thread, actor, after);
  else pull.baseSha = after;
}

async function moveHead(hub: Hub, thread: Thread, actor: Actor, change: RefChange): Promise<void> {
  const { pull, repo } = thread;
  if (!pull) return;
  if (change.after === null) {
    record(thread, actor, 'branch_deleted', pull.headRef);
    return close(hub, thread, actor);
  }
  const before = pull.headSha;
  pull.headSha = change.after;
  touch(thread);
  await writeRef(repo.gitDir, `refs/pull/${thread.number}/head`, change.after);
  await recordCommits(thread, actor, before, change.after);
  await tell(hub, thread, actor, 'synchronize', { before, after: change.after });
}

export async function recordCommits(thread: Thread, actor: Actor, from: string, to: string): Promise<void> {
  const { gitDir } = thread.repo;
  if (!(await isAncestor(gitDir, from, to)))
    record(thread, actor, 'force_pushed', `${from.slice(0, 7)} to ${to.slice(0, 7)}`);
  for (const sha of await commitsBetween(gitDir, from, to)) {
    const commit = await readCommit(gitDir, sha);
    record(thread, actor, 'commit', commit?.message.split('\n')[0] ?? '', { sha });
  }
}
