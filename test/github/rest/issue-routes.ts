// Issues, their labels, assignees and lock.
import { openIssue } from '../actions/issues.ts';
import * as labels from '../actions/labels.ts';
import * as threads from '../actions/threads.ts';
import { simpleUser } from '../shapes/account.ts';
import { issue, label } from '../shapes/thread.ts';
import type { Account, Repo, StateReason, Thread } from '../state/model.ts';
import { apiError, invalid, notFound } from './api-error.ts';
import { type Answer, empty, list, ok, page, type Request, type Route, route, text, threadOf } from './route.ts';

const names = (value: unknown): string[] =>
  list(value).map(item =>
    typeof item === 'object' && item !== null && 'name' in item ? String(item.name) : String(item),
  );

// `labels: [...]` and a bare array are both GitHub's.
const labelNames = (request: Request): string[] =>
  names(Array.isArray(request.body) ? request.body : request.body.labels);

function assignable(request: Request, logins: unknown): Account[] {
  const { hub, repo } = request;
  const accounts = list(logins).map(login => hub.state.accounts.get(String(login).toLowerCase()));
  return accounts.filter((account): account is Account => account !== undefined && canBeAssigned(repo, account));
}

const canBeAssigned = (repo: Repo, account: Account): boolean =>
  repo.collaborators.has(account.login.toLowerCase()) ||
  repo.owner === account ||
  repo.owner.members.has(account.login.toLowerCase());

async function create(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  const title = text(body, 'title');
  if (title === undefined || title === '') throw invalid({ resource: 'Issue', code: 'missing_field', field: 'title' });
  const input = {
    title,
    body: text(body, 'body') ?? null,
    labels: labelNames(request),
    assignees: assignable(request, body.assignees),
  };
  return ok(issue(hub, await openIssue(hub, repo, actor, input)), 201);
}

async function update(request: Request): Promise<Answer> {
  const { hub, actor, body } = request;
  const thread = threadOf(request);
  mustBeState(body.state);
  await threads.edit(hub, thread, actor, {
    title: text(body, 'title'),
    body: 'body' in body ? (text(body, 'body') ?? null) : undefined,
  });
  if (Array.isArray(body.labels)) await labels.setLabels(hub, thread, actor, labelNames(request));
  if (Array.isArray(body.assignees)) {
    const wanted = assignable(request, body.assignees);
    await labels.unassign(
      hub,
      thread,
      actor,
      thread.assignees.filter(account => !wanted.includes(account)),
    );
    await labels.assign(hub, thread, actor, wanted);
  }
  if (body.state === 'closed') await threads.close(hub, thread, actor, body.state_reason as StateReason);
  if (body.state === 'open') await threads.reopen(hub, thread, actor);
  return ok(issue(hub, thread));
}

export function mustBeState(state: unknown): void {
  if (state === undefined || state === 'open' || state === 'closed') return;
  throw invalid({ resource: 'Issue', code: 'invalid', field: 'state', value: state });
}

function listIssues(request: Request): Answer {
  const { hub, repo, query } = request;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter(name => name !== '');
  const since = query.get('since');
  const person = (name: string, login: string): boolean =>
    query.get(name) === null || query.get(name)?.toLowerCase() === login.toLowerCase();
  const found = [...repo.threads.values()]
    .filter(thread => state === 'all' || thread.state === state)
    .filter(thread => labels.every(name => thread.labels.some(item => item.name.toLowerCase() === name.toLowerCase())))
    .filter(thread => since === null || Date.parse(thread.updatedAt) >= Date.parse(since))
    .filter(thread => person('creator', thread.author.login))
    .filter(thread => person('assignee', thread.assignees[0]?.login ?? 'none'));
  return page(
    request,
    order(found, query).map(thread => issue(hub, thread)),
  );
}

function order(found: Thread[], query: URLSearchParams): Thread[] {
  const updated = query.get('sort') === 'updated';
  const sorted = found.sort((a, b) =>
    updated && a.updatedAt !== b.updatedAt ? (a.updatedAt < b.updatedAt ? -1 : 1) : a.number - b.number,
  );
  return query.get('direction') === 'asc' ? sorted : sorted.reverse();
}

const labelsOf = (request: Request): Answer => {
  const thread = threadOf(request);
  return page(
    request,
    thread.labels.map(item => label(request.hub, request.repo, item)),
  );
};

async function removeLabel(request: Request): Promise<Answer> {
  const done = await labels.removeLabel(request.hub, threadOf(request), request.actor, request.params.name ?? '');
  if (!done) throw apiError(404, 'Label does not exist');
  return labelsOf(request);
}

async function lock(request: Request, locked: boolean): Promise<Answer> {
  await threads.lock(request.hub, threadOf(request), request.actor, locked);
  return empty();
}

const issuePath = '/repos/{owner}/{repo}/issues/{issue_number}';

export const issueRoutes: Route[] = [
  route('issues/list-for-repo', 'GET /repos/{owner}/{repo}/issues', 'issues', listIssues),
  route('issues/create', 'POST /repos/{owner}/{repo}/issues', 'issues:write', create),
  route('issues/get', `GET ${issuePath}`, 'thread', request => ok(issue(request.hub, threadOf(request)))),
  route('issues/update', `PATCH ${issuePath}`, 'thread:write', update),
  route('issues/lock', `PUT ${issuePath}/lock`, 'thread:write', request => lock(request, true)),
  route('issues/unlock', `DELETE ${issuePath}/lock`, 'thread:write', request => lock(request, false)),
  route('issues/list-labels-on-issue', `GET ${issuePath}/labels`, 'thread', labelsOf),
  route('issues/add-labels', `POST ${issuePath}/labels`, 'thread:write', async request => {
    await labels.addLabels(request.hub, threadOf(request), request.actor, labelNames(request));
    return labelsOf(request);
  }),
  route('issues/set-labels', `PUT ${issuePath}/labels`, 'thread:write', async request => {
    await labels.setLabels(request.hub, threadOf(request), request.actor, labelNames(request));
    return labelsOf(request);
  }),
  route('issues/remove-all-labels', `DELETE ${issuePath}/labels`, 'thread:write', async request => {
    await labels.setLabels(request.hub, threadOf(request), request.actor, []);
    return empty();
  }),
  route('issues/remove-label', `DELETE ${issuePath}/labels/{name}`, 'thread:write', removeLabel),
  route('issues/add-assignees', `POST ${issuePath}/assignees`, 'thread:write', async request => {
    await labels.assign(request.hub, threadOf(request), request.actor, assignable(request, request.body.assignees));
    return ok(issue(request.hub, threadOf(request)), 201);
  }),
  route('issues/remove-assignees', `DELETE ${issuePath}/assignees`, 'thread:write', async request => {
    await labels.unassign(request.hub, threadOf(request), request.actor, assignable(request, request.body.assignees));
    return ok(issue(request.hub, threadOf(request)));
  }),
  route('issues/list-assignees', 'GET /repos/{owner}/{repo}/assignees', 'issues', request => {
    const all = [...request.hub.state.accounts.values()].filter(account => canBeAssigned(request.repo, account));
    return page(
      request,
      all.map(account => simpleUser(request.hub, account)),
    );
  }),
  route('issues/check-user-can-be-assigned', 'GET /repos/{owner}/{repo}/assignees/{assignee}', 'issues', request => {
    if (assignable(request, [request.params.assignee]).length === 0) throw notFound();
    return empty();
  }),
];
