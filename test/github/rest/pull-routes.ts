// Pull requests.
import { type MergeMethod, mergePull } from '../actions/merge.ts';
import { openPull } from '../actions/pulls.ts';
import * as threads from '../actions/threads.ts';
import { baseOf, commitsBetween, diffText } from '../git/compare.ts';
import { readCommit } from '../git/objects.ts';
import { readRef } from '../git/refs.ts';
import { diffEntry, repoCommit } from '../shapes/commit.ts';
import { pullFiles, pullOf, pullWithMergeability, simplePull } from '../shapes/pull.ts';
import type { Thread } from '../state/model.ts';
import { invalid, notFound } from './api-error.ts';
import { mustBeState } from './issue-routes.ts';
import { type Answer, empty, ok, page, type Request, type Route, route, text, threadOf } from './route.ts';

export function pullThreadOf(request: Request): Thread {
  const thread = threadOf(request);
  if (!thread.pull) throw notFound();
  return thread;
}

async function create(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  const [head, base, title] = [text(body, 'head'), text(body, 'base'), text(body, 'title')];
  if (!head) throw invalid({ resource: 'PullRequest', code: 'missing_field', field: 'head' });
  if (!base) throw invalid({ resource: 'PullRequest', code: 'missing_field', field: 'base' });
  if (!title) throw invalid({ resource: 'PullRequest', code: 'missing_field', field: 'title' });
  const more = { draft: body.draft === true, maintainerCanModify: body.maintainer_can_modify !== false };
  const thread = await openPull(hub, repo, actor, { title, body: text(body, 'body') ?? null, head, base, ...more });
  return ok(await pullWithMergeability(hub, thread), 201);
}

function listPulls(request: Request): Answer {
  const { hub, repo, query } = request;
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  const found = [...repo.threads.values()]
    .filter(thread => thread.pull && (state === 'all' || thread.state === state))
    .filter(thread => head === null || head === `${repo.owner.login}:${thread.pull?.headRef}`)
    .filter(thread => base === null || base === thread.pull?.baseRef)
    .sort((a, b) => b.number - a.number);
  if (query.get('direction') === 'asc') found.reverse();
  return page(
    request,
    found.map(thread => simplePull(hub, thread)),
  );
}

async function get(request: Request): Promise<Answer> {
  const thread = pullThreadOf(request);
  const accept = String(request.headers.accept ?? '');
  if (/[.+]diff\b/.test(accept)) return diff(thread);
  return ok(await pullWithMergeability(request.hub, thread));
}

export async function diff(thread: Thread): Promise<Answer> {
  const { baseSha, headSha } = pullOf(thread);
  const { gitDir } = thread.repo;
  const body = await diffText(gitDir, (await baseOf(gitDir, baseSha, headSha)) ?? baseSha, headSha);
  return { status: 200, body, headers: { 'content-type': 'application/vnd.github.v3.diff; charset=utf-8' } };
}

async function update(request: Request): Promise<Answer> {
  const { hub, actor, body } = request;
  const thread = pullThreadOf(request);
  mustBeState(body.state);
  await threads.edit(hub, thread, actor, {
    title: text(body, 'title'),
    body: 'body' in body ? (text(body, 'body') ?? null) : undefined,
  });
  const base = text(body, 'base');
  if (base !== undefined && base !== pullOf(thread).baseRef) await changeBase(request, thread, base);
  if (body.state === 'closed') await threads.close(hub, thread, actor);
  if (body.state === 'open') await reopen(request, thread);
  return ok(await pullWithMergeability(hub, thread));
}

async function changeBase(request: Request, thread: Thread, base: string): Promise<void> {
  const pull = pullOf(thread);
  const sha = await readRef(thread.repo.gitDir, `refs/heads/${base}`);
  if (sha === null) throw invalid({ resource: 'PullRequest', code: 'invalid', field: 'base' });
  const changes = { base: { ref: { from: pull.baseRef }, sha: { from: pull.baseSha } } };
  Object.assign(pull, { baseRef: base, baseSha: sha });
  await threads.tell(request.hub, thread, request.actor, 'edited', { changes });
}

// The branch must still be there; it may have moved while the pull request was closed.
async function reopen(request: Request, thread: Thread): Promise<void> {
  const pull = pullOf(thread);
  const sha = await readRef(thread.repo.gitDir, `refs/heads/${pull.headRef}`);
  if (sha === null)
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      field: 'state',
      message: `state cannot be changed. The ${pull.headRef} branch has been deleted.`,
    });
  pull.headSha = sha;
  await threads.reopen(request.hub, thread, request.actor);
}

async function files(request: Request): Promise<Answer> {
  const thread = pullThreadOf(request);
  const { headSha } = pullOf(thread);
  return page(
    request,
    (await pullFiles(thread)).map(file => diffEntry(request.hub, thread.repo, headSha, file)),
  );
}

async function commits(request: Request): Promise<Answer> {
  const { hub, repo } = request;
  const { baseSha, headSha } = pullOf(pullThreadOf(request));
  const shas = await commitsBetween(repo.gitDir, baseSha, headSha);
  const shapes = shas.map(async sha => {
    const commit = await readCommit(repo.gitDir, sha);
    return commit ? repoCommit(hub, repo, sha, commit) : null;
  });
  return page(request, await Promise.all(shapes));
}

async function merge(request: Request): Promise<Answer> {
  const { body, hub, actor } = request;
  const method = (text(body, 'merge_method') ?? 'merge') as MergeMethod;
  const input = {
    method,
    sha: text(body, 'sha'),
    title: text(body, 'commit_title'),
    message: text(body, 'commit_message'),
  };
  const sha = await mergePull(hub, pullThreadOf(request), actor, input);
  return ok({ sha, merged: true, message: 'Pull Request successfully merged' });
}

const all = '/repos/{owner}/{repo}/pulls';
const one = `${all}/{pull_number}`;

export const pullRoutes: Route[] = [
  route('pulls/list', `GET ${all}`, 'pull_requests', listPulls),
  route('pulls/create', `POST ${all}`, 'pull_requests:write', create),
  route('pulls/get', `GET ${one}`, 'pull_requests', get),
  route('pulls/update', `PATCH ${one}`, 'pull_requests:write', update),
  route('pulls/list-files', `GET ${one}/files`, 'pull_requests', files),
  route('pulls/list-commits', `GET ${one}/commits`, 'pull_requests', commits),
  route('pulls/check-if-merged', `GET ${one}/merge`, 'contents', request => {
    if (pullOf(pullThreadOf(request)).mergedAt === null) throw notFound();
    return empty();
  }),
  route('pulls/merge', `PUT ${one}/merge`, 'contents:write', merge),
];
