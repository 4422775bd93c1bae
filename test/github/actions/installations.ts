// An app is installed on repositories, and later taken off them.
import { type Actor, type Hub, now } from '../hub.ts';
import { simpleUser } from '../shapes/account.ts';
import { installation as shape } from '../shapes/app.ts';
import type { App, Installation, Repo } from '../state/model.ts';
import { fullName, nodeId } from '../state/state.ts';

const short = (repo: Repo) => ({
  id: repo.id,
  node_id: repo.nodeId,
  name: repo.name,
  full_name: fullName(repo),
  private: repo.private,
});

function tell(
  hub: Hub,
  item: Installation,
  event: string,
  action: string,
  body: Record<string, unknown>,
  actor: Actor,
): void {
  const payload = { action, installation: shape(hub, item), ...body, sender: simpleUser(hub, actor.account) };
  hub.deliveries.send({ app: item.app, installation: item, repo: null, event, action, payload });
}

// Installation events reach every app; there is no subscription for them.
export function install(hub: Hub, app: App, repo: Repo): Installation {
  const actor = { account: repo.owner, app: null };
  const present = [...hub.state.installations.values()].find(item => item.app === app && item.account === repo.owner);
  if (present) {
    if (present.repos.has(repo)) return present;
    present.repos.add(repo);
    const body = {
      repository_selection: 'selected',
      repositories_added: [short(repo)],
      repositories_removed: [],
      requester: null,
    };
    tell(hub, present, 'installation_repositories', 'added', body, actor);
    return present;
  }
  const id = hub.state.nextId('installation');
  const at = now();
  const { permissions } = app;
  const repos = new Set([repo]);
  const made: Installation = {
    id,
    nodeId: nodeId('IN', id),
    app,
    account: repo.owner,
    repos,
    permissions,
    createdAt: at,
    updatedAt: at,
  };
  hub.state.installations.set(id, made);
  tell(hub, made, 'installation', 'created', { repositories: [short(repo)], requester: null }, actor);
  return made;
}

export function removeRepo(hub: Hub, item: Installation, repo: Repo): void {
  if (!item.repos.delete(repo)) return;
  const body = {
    repository_selection: 'selected',
    repositories_added: [],
    repositories_removed: [short(repo)],
    requester: null,
  };
  tell(hub, item, 'installation_repositories', 'removed', body, { account: repo.owner, app: null });
}

export function uninstall(hub: Hub, item: Installation): void {
  hub.state.installations.delete(item.id);
  for (const [value, token] of hub.state.tokens) if (token.installation === item) hub.state.tokens.delete(value);
  const repositories = [...item.repos].map(short);
  tell(hub, item, 'installation', 'deleted', { repositories, requester: null }, { account: item.account, app: null });
}

export function ping(hub: Hub, app: App): void {
  const hook = {
    type: 'App',
    id: app.hookId,
    name: 'web',
    active: true,
    events: app.events,
    app_id: app.id,
    config: { content_type: 'json', insecure_ssl: '0', secret: '********', url: app.webhookUrl },
    updated_at: app.createdAt,
    created_at: app.createdAt,
    deliveries_url: `${hub.apiUrl}/app/hook/deliveries`,
  };
  const payload = { zen: 'Keep it logically awesome.', hook_id: app.hookId, hook };
  hub.deliveries.send({ app, installation: null, repo: null, event: 'ping', action: null, payload });
}
