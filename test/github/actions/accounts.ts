// People, organisations, teams and apps come into being.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { type Hub, now } from '../hub.ts';
import type { Account, App, Permissions, Team } from '../state/model.ts';
import { findAccount, nodeId } from '../state/state.ts';

const PREFIX = { User: 'U', Organization: 'O', Bot: 'BOT' };

export function createAccount(hub: Hub, login: string, type: Account['type'] = 'User', name = login): Account {
  const known = hub.state.accounts.get(login.toLowerCase());
  if (known) return known;
  const id = hub.state.nextId('account');
  const account = {
    id,
    nodeId: nodeId(PREFIX[type], id),
    login,
    type,
    name,
    createdAt: now(),
    members: new Set<string>(),
  };
  hub.state.accounts.set(login.toLowerCase(), account);
  hub.state.nodes.set(account.nodeId, { kind: 'account', account });
  return account;
}

export function createTeam(hub: Hub, orgLogin: string, slug: string, members: string[]): Team {
  const org = findAccount(hub.state, orgLogin);
  const id = hub.state.nextId('team');
  const logins = members.map(login => createAccount(hub, login).login.toLowerCase());
  for (const login of logins) org.members.add(login);
  const team = { id, nodeId: nodeId('T', id), org, slug, name: slug, members: new Set(logins) };
  hub.state.teams.push(team);
  return team;
}

export interface NewApp {
  id: number;
  slug?: string | undefined;
  privateKey?: string | undefined;
  owner?: string | undefined;
  webhookUrl: string;
  webhookSecret: string;
  permissions?: Permissions | undefined;
  events?: string[] | undefined;
}

const DEFAULT_PERMISSIONS: Permissions = {
  checks: 'write',
  contents: 'write',
  issues: 'write',
  members: 'read',
  metadata: 'read',
  pull_requests: 'write',
};

const DEFAULT_EVENTS = [
  'check_run',
  'check_suite',
  'create',
  'delete',
  'issue_comment',
  'issues',
  'label',
  'pull_request',
  'pull_request_review',
  'push',
];

export function createApp(hub: Hub, input: NewApp): { app: App; privateKey: string } {
  const privateKey = input.privateKey ?? newKey();
  const slug = input.slug ?? 'ultraloop';
  const app: App = {
    id: input.id,
    nodeId: nodeId('A', input.id),
    slug,
    name: slug,
    // An organisation, so that the pages do not offer it as a person to act as.
    owner: createAccount(hub, input.owner ?? 'app-makers', 'Organization'),
    bot: createAccount(hub, `${slug}[bot]`, 'Bot'),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    clientId: `Iv23li${Buffer.from(slug).toString('hex').padEnd(14, '0').slice(0, 14)}`,
    webhookUrl: input.webhookUrl,
    webhookSecret: input.webhookSecret,
    hookId: hub.state.nextId('hook'),
    permissions: { metadata: 'read', ...(input.permissions ?? DEFAULT_PERMISSIONS) },
    events: input.events ?? DEFAULT_EVENTS,
    createdAt: now(),
  };
  hub.state.apps.set(app.id, app);
  return { app, privateKey };
}

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
