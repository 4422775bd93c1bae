// GitHub's JSON for apps and installations.
import type { Hub } from '../hub.ts';
import type { App, Installation } from '../state/model.ts';
import { type Json, simpleUser } from './account.ts';

export function integration(hub: Hub, app: App): Json {
  return {
    id: app.id,
    client_id: app.clientId,
    slug: app.slug,
    node_id: app.nodeId,
    owner: simpleUser(hub, app.owner),
    name: app.name,
    description: '',
    external_url: hub.url,
    html_url: `${hub.url}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}

export const integrationOrNull = (hub: Hub, app: App | null): Json | null =>
  app === null ? null : integration(hub, app);

export function installation(hub: Hub, item: Installation): Json {
  return {
    id: item.id,
    client_id: item.app.clientId,
    account: simpleUser(hub, item.account),
    repository_selection: 'selected',
    access_tokens_url: `${hub.apiUrl}/app/installations/${item.id}/access_tokens`,
    repositories_url: `${hub.apiUrl}/installation/repositories`,
    html_url: `${hub.url}/settings/installations/${item.id}`,
    app_id: item.app.id,
    app_slug: item.app.slug,
    target_id: item.account.id,
    target_type: item.account.type,
    permissions: item.permissions,
    events: item.app.events,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}
