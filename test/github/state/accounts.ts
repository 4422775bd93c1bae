// Accounts, apps, installations and tokens.
import type { Repo } from './repo.ts';

export type Level = 'read' | 'write' | 'admin';
export type Permissions = Record<string, Level>;
export interface Account {
  id: number;
  nodeId: string;
  login: string;
  type: 'User' | 'Organization' | 'Bot';
  name: string;
  createdAt: string;
  members: Set<string>;
}

export interface Team {
  id: number;
  nodeId: string;
  org: Account;
  slug: string;
  name: string;
  members: Set<string>;
}

export interface App {
  id: number;
  nodeId: string;
  slug: string;
  name: string;
  owner: Account;
  bot: Account;
  publicKey: string;
  clientId: string;
  webhookUrl: string;
  webhookSecret: string;
  hookId: number;
  permissions: Permissions;
  events: string[];
  createdAt: string;
}

export interface Installation {
  id: number;
  nodeId: string;
  app: App;
  account: Account;
  repos: Set<Repo>;
  permissions: Permissions;
  createdAt: string;
  updatedAt: string;
}

export interface Token {
  value: string;
  expiresAt: number;
  installation: Installation | null;
  user: Account;
  permissions: Permissions;
  repos: Set<Repo> | null;
}
