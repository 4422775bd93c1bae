// The labels a repository has.

import { addLabel } from '../actions/repos.ts';
import { mustBeWritable } from '../actions/threads.ts';
import { emit } from '../hooks/emit.ts';
import { label as shape } from '../shapes/thread.ts';
import type { Label } from '../state/model.ts';
import { invalid, notFound } from './api-error.ts';
import { type Answer, empty, ok, page, type Request, type Route, route, text } from './route.ts';

function find(request: Request): Label {
  const label = request.repo.labels.get((request.params.name ?? '').toLowerCase());
  if (!label) throw notFound();
  return label;
}

function check(name: string, color: string | undefined, description: string | undefined): void {
  const wrong = (field: string, message: string) => invalid({ resource: 'Label', code: 'custom', field, message });
  if (name.length > 50) throw wrong('name', 'name is too long (maximum is 50 characters)');
  if (color !== undefined && !/^[0-9a-fA-F]{6}$/.test(color))
    throw invalid({ resource: 'Label', code: 'invalid', field: 'color' });
  if ((description?.length ?? 0) > 100)
    throw wrong('description', 'description is too long (maximum is 100 characters)');
}

function tell(request: Request, label: Label, action: string, changes?: Record<string, unknown>): void {
  const { hub, repo, actor } = request;
  const body = { label: shape(hub, repo, label), ...(changes ? { changes } : {}) };
  emit(hub, { repo, actor, event: 'label', action, body });
}

function create(request: Request): Answer {
  const { hub, repo, body } = request;
  mustBeWritable(repo);
  const name = text(body, 'name');
  if (!name) throw invalid({ resource: 'Label', code: 'missing_field', field: 'name' });
  const [color, description] = [text(body, 'color'), text(body, 'description')];
  check(name, color, description);
  if (repo.labels.has(name.toLowerCase())) throw invalid({ resource: 'Label', code: 'already_exists', field: 'name' });
  const label = addLabel(hub, repo, { name, color: color?.toLowerCase(), description });
  tell(request, label, 'created');
  return ok(shape(hub, repo, label), 201);
}

function update(request: Request): Answer {
  const { hub, repo, body } = request;
  const label = find(request);
  const name = text(body, 'new_name') ?? label.name;
  const [color, description] = [text(body, 'color'), text(body, 'description')];
  check(name, color, description);
  const other = repo.labels.get(name.toLowerCase());
  if (other && other !== label) throw invalid({ resource: 'Label', code: 'already_exists', field: 'name' });
  const changes = name === label.name ? {} : { name: { from: label.name } };
  repo.labels.delete(label.name.toLowerCase());
  Object.assign(label, { name, color: color ?? label.color, description: description ?? label.description });
  repo.labels.set(name.toLowerCase(), label);
  hub.state.nodes.set(label.nodeId, { kind: 'label', repo, name });
  tell(request, label, 'edited', changes);
  return ok(shape(hub, repo, label));
}

function remove(request: Request): Answer {
  const label = find(request);
  request.repo.labels.delete(label.name.toLowerCase());
  for (const thread of request.repo.threads.values()) thread.labels = thread.labels.filter(item => item !== label);
  tell(request, label, 'deleted');
  return empty();
}

const path = '/repos/{owner}/{repo}/labels';

export const labelRoutes: Route[] = [
  route('issues/list-labels-for-repo', `GET ${path}`, 'issues', request =>
    page(
      request,
      [...request.repo.labels.values()].map(label => shape(request.hub, request.repo, label)),
    ),
  ),
  route('issues/create-label', `POST ${path}`, 'issues:write', create),
  route('issues/get-label', `GET ${path}/{name}`, 'issues', request =>
    ok(shape(request.hub, request.repo, find(request))),
  ),
  route('issues/update-label', `PATCH ${path}/{name}`, 'issues:write', update),
  route('issues/delete-label', `DELETE ${path}/{name}`, 'issues:write', remove),
];
