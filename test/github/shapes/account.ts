// GitHub's JSON for users, organisations and teams.
import type { Hub } from '../hub.ts';
import type { Account, Team } from '../state/model.ts';

export type Json = Record<string, unknown>;

export function simpleUser(hub: Hub, account: Account): Json {
  const url = `${hub.apiUrl}/users/${encodeURIComponent(account.login)}`;
  return {
    login: account.login,
    id: account.id,
    node_id: account.nodeId,
    avatar_url: `${hub.url}/avatars/${encodeURIComponent(account.login)}.svg`,
    gravatar_id: '',
    url,
    html_url: htmlUrl(hub, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

export const userOrNull = (hub: Hub, account: Account | null): Json | null =>
  account === null ? null : simpleUser(hub, account);

function htmlUrl(hub: Hub, account: Account): string {
  if (account.type !== 'Bot') return `${hub.url}/${account.login}`;
  return `${hub.url}/apps/${account.login.replace('[bot]', '')}`;
}

export function fullUser(hub: Hub, account: Account): Json {
  return {
    ...simpleUser(hub, account),
    name: account.name,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

export function organization(hub: Hub, account: Account): Json {
  const url = `${hub.apiUrl}/orgs/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: account.nodeId,
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${hub.url}/avatars/${account.login}.svg`,
    description: '',
  };
}

export function fullOrganization(hub: Hub, account: Account): Json {
  return {
    ...organization(hub, account),
    name: account.name,
    is_verified: false,
    has_organization_projects: true,
    has_repository_projects: true,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    html_url: `${hub.url}/${account.login}`,
    type: 'Organization',
    created_at: account.createdAt,
    updated_at: account.createdAt,
    archived_at: null,
  };
}

export function team(hub: Hub, item: Team): Json {
  const url = `${hub.apiUrl}/organizations/${item.org.id}/team/${item.id}`;
  return {
    id: item.id,
    node_id: item.nodeId,
    name: item.name,
    slug: item.slug,
    description: null,
    privacy: 'closed',
    notification_setting: 'notifications_enabled',
    permission: 'push',
    url,
    html_url: `${hub.url}/orgs/${item.org.login}/teams/${item.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    parent: null,
    type: 'organization',
    organization_id: item.org.id,
  };
}
