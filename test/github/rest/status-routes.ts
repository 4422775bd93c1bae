// Commit statuses.
import { now } from '../hub.ts';
import { commitStatus } from '../shapes/check.ts';
import { minimalRepository } from '../shapes/repo.ts';
import type { CommitStatus } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { commitOf } from './check-routes.ts';
import { type Answer, ok, type Request, type Route, route, text } from './route.ts';

async function createStatus(request: Request): Promise<Answer> {
  const { hub, repo, body, actor } = request;
  const id = hub.state.nextId('status');
  const status: CommitStatus = {
    id,
    nodeId: nodeId('SC', id),
    sha: await commitOf(request),
    state: body.state as CommitStatus['state'],
    context: text(body, 'context') ?? 'default',
    description: text(body, 'description') ?? null,
    targetUrl: text(body, 'target_url') ?? null,
    creator: actor.account,
    createdAt: now(),
  };
  repo.statuses.push(status);
  return ok(commitStatus(hub, repo, status), 201);
}

async function combinedStatus(request: Request): Promise<Answer> {
  const { hub, repo } = request;
  const sha = await commitOf(request);
  const latest = new Map(repo.statuses.filter(item => item.sha === sha).map(item => [item.context, item]));
  const states = [...latest.values()];
  const bad = states.some(item => item.state === 'failure' || item.state === 'error');
  const waiting = states.length === 0 || states.some(item => item.state === 'pending');
  const url = `${hub.apiUrl}${request.params.pathname}`;
  return ok({
    state: bad ? 'failure' : waiting ? 'pending' : 'success',
    statuses: states.map(item => commitStatus(hub, repo, item)),
    sha,
    total_count: states.length,
    repository: minimalRepository(hub, repo),
    commit_url: url.replace(/\/status$/, ''),
    url,
  });
}

const repo = '/repos/{owner}/{repo}';

export const statusRoutes: Route[] = [
  route('repos/create-commit-status', `POST ${repo}/statuses/{sha}`, 'statuses:write', createStatus),
  route('repos/get-combined-status-for-ref', `GET ${repo}/commits/{ref}/status`, 'statuses', combinedStatus),
];
