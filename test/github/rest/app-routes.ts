// The app itself: who it is, where it is installed, its tokens and its deliveries.

import { uninstall } from '../actions/installations.ts';
import { type Json, simpleUser } from '../shapes/account.ts';
import { installation as installationShape, integration } from '../shapes/app.ts';
import { deliveryItem, deliveryWhole } from '../shapes/delivery.ts';
import { repository } from '../shapes/repo.ts';
import type { App, Installation, Permissions } from '../state/model.ts';
import { apiError, notFound } from './api-error.ts';
import { type Answer, empty, ok, page, type Request, type Route, route } from './route.ts';
import { mintInstallationToken } from './tokens.ts';

function callingApp(request: Request): App {
  if (request.caller.kind !== 'app') throw apiError(401, 'A JSON web token could not be decoded');
  return request.caller.app;
}

const installationsOf = (request: Request): Installation[] =>
  [...request.hub.state.installations.values()].filter(item => item.app === callingApp(request));

function findInstallation(request: Request): Installation {
  const found = installationsOf(request).find(item => item.id === Number(request.params.installation_id));
  if (!found) throw notFound();
  return found;
}

function installationFor(request: Request, test: (item: Installation) => boolean): Answer {
  const found = installationsOf(request).find(test);
  if (!found) throw notFound();
  return ok(installationShape(request.hub, found));
}

function createToken(request: Request): Answer {
  const { hub, body } = request;
  const ask = {
    repositories: body.repositories as string[] | undefined,
    repository_ids: body.repository_ids as number[] | undefined,
    permissions: body.permissions as Permissions | undefined,
  };
  const token = mintInstallationToken(hub.state, findInstallation(request), ask);
  const answer: Json = {
    token: token.value,
    expires_at: `${new Date(token.expiresAt).toISOString().slice(0, 19)}Z`,
    permissions: token.permissions,
    repository_selection: 'selected',
  };
  if (token.repos) answer.repositories = [...token.repos].map(repo => repository(hub, repo));
  return ok(answer, 201);
}

function installationRepositories(request: Request): Answer {
  if (request.caller.kind !== 'token' || !request.caller.token.installation) {
    throw apiError(
      403,
      'You must authenticate with an installation access token in order to list repositories for an installation.',
    );
  }
  const { token } = request.caller;
  const repos = [...(token.repos ?? request.caller.token.installation.repos)];
  const shape = (items: unknown[]): Json => ({
    total_count: repos.length,
    repository_selection: 'selected',
    repositories: items,
  });
  return page(
    request,
    repos.map(repo => repository(request.hub, repo)),
    shape,
  );
}

function revoke(request: Request): Answer {
  if (request.caller.kind === 'token') request.hub.state.tokens.delete(request.caller.token.value);
  return empty();
}

function hookConfig(request: Request): Answer {
  const app = callingApp(request);
  if (typeof request.body.url === 'string') app.webhookUrl = request.body.url;
  if (typeof request.body.secret === 'string') app.webhookSecret = request.body.secret;
  return ok({ content_type: 'json', insecure_ssl: '0', secret: '********', url: app.webhookUrl });
}

// Newest first, by cursor, as GitHub does it.
function listDeliveries(request: Request): Answer {
  const { hub, query } = request;
  const app = callingApp(request);
  const cursor = Number(query.get('cursor') ?? Number.POSITIVE_INFINITY);
  const size = Math.min(100, Number(query.get('per_page')) || 30);
  const all = hub.deliveries.log.filter(item => item.app === app && item.statusCode !== null && item.id < cursor);
  const items = all.reverse().slice(0, size);
  const last = items.at(-1);
  const more = last !== undefined && all.length > size;
  const link = `<${hub.apiUrl}/app/hook/deliveries?per_page=${size}&cursor=${last?.id}>; rel="next"`;
  return { status: 200, body: items.map(deliveryItem), headers: more ? { link } : {} };
}

function findDelivery(request: Request) {
  const app = callingApp(request);
  const found = request.hub.deliveries.log.find(
    item => item.id === Number(request.params.delivery_id) && item.app === app,
  );
  if (!found) throw notFound();
  return found;
}

function redeliver(request: Request): Answer {
  request.hub.deliveries.redeliver(findDelivery(request).id);
  return ok({}, 202);
}

const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase();

export const appRoutes: Route[] = [
  route('apps/get-authenticated', 'GET /app', 'app', request =>
    ok({ ...integration(request.hub, callingApp(request)), installations_count: installationsOf(request).length }),
  ),
  route('apps/list-installations', 'GET /app/installations', 'app', request =>
    page(
      request,
      installationsOf(request).map(item => installationShape(request.hub, item)),
    ),
  ),
  route('apps/get-installation', 'GET /app/installations/{installation_id}', 'app', request =>
    ok(installationShape(request.hub, findInstallation(request))),
  ),
  route('apps/delete-installation', 'DELETE /app/installations/{installation_id}', 'app', request => {
    uninstall(request.hub, findInstallation(request));
    return empty();
  }),
  route(
    'apps/create-installation-access-token',
    'POST /app/installations/{installation_id}/access_tokens',
    'app',
    createToken,
  ),
  route('apps/get-repo-installation', 'GET /repos/{owner}/{repo}/installation', 'app', request =>
    installationFor(request, item => item.repos.has(request.repo)),
  ),
  route('apps/get-org-installation', 'GET /orgs/{org}/installation', 'app', request =>
    installationFor(request, item => same(item.account.login, request.params.org)),
  ),
  route('apps/get-user-installation', 'GET /users/{username}/installation', 'app', request =>
    installationFor(request, item => same(item.account.login, request.params.username)),
  ),
  route('apps/get-by-slug', 'GET /apps/{app_slug}', 'anyone', request => {
    const found = [...request.hub.state.apps.values()].find(app => app.slug === request.params.app_slug);
    if (!found) throw notFound();
    return ok(integration(request.hub, found));
  }),
  route(
    'apps/list-repos-accessible-to-installation',
    'GET /installation/repositories',
    'token',
    installationRepositories,
  ),
  route('apps/revoke-installation-access-token', 'DELETE /installation/token', 'token', revoke),
  route('apps/get-webhook-config-for-app', 'GET /app/hook/config', 'app', hookConfig),
  route('apps/update-webhook-config-for-app', 'PATCH /app/hook/config', 'app', hookConfig),
  route('apps/list-webhook-deliveries', 'GET /app/hook/deliveries', 'app', listDeliveries),
  route('apps/get-webhook-delivery', 'GET /app/hook/deliveries/{delivery_id}', 'app', request =>
    ok(deliveryWhole(findDelivery(request))),
  ),
  route('apps/redeliver-webhook-delivery', 'POST /app/hook/deliveries/{delivery_id}/attempts', 'app', redeliver),
  route('users/get-authenticated', 'GET /user', 'token', request => ok(simpleUser(request.hub, request.actor.account))),
];
