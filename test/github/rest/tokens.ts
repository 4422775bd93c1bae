// Installation and personal tokens. They look like GitHub's present ones: opaque, long, with dots, dashes and underscores.
import { randomBytes } from 'node:crypto';
import type { Account, Installation, Level, Permissions, Repo, Token } from '../state/model.ts';
import type { State } from '../state/state.ts';
import { apiError } from './api-error.ts';

const HOUR = 3_600_000;
const RANK: Record<Level, number> = { read: 1, write: 2, admin: 3 };

export interface Narrowing {
  repositories?: string[] | undefined;
  repository_ids?: number[] | undefined;
  permissions?: Permissions | undefined;
}

function opaque(prefix: string): string {
  const part = (bytes: number): string => randomBytes(bytes).toString('base64url');
  return `${prefix}_${part(30)}.${part(270)}.${part(81)}_${part(6)}-`;
}

export function mintInstallationToken(state: State, installation: Installation, ask: Narrowing): Token {
  const token: Token = {
    value: opaque('ghs'),
    expiresAt: Math.floor((Date.now() + HOUR) / 1000) * 1000,
    installation,
    user: installation.app.bot,
    permissions: narrowPermissions(installation.permissions, ask.permissions),
    repos: narrowRepos(installation, ask),
  };
  state.tokens.set(token.value, token);
  return token;
}

export function mintUserToken(state: State, user: Account): Token {
  const token: Token = {
    value: opaque('ghp'),
    expiresAt: Number.POSITIVE_INFINITY,
    installation: null,
    user,
    permissions: {},
    repos: null,
  };
  state.tokens.set(token.value, token);
  return token;
}

function narrowPermissions(granted: Permissions, asked: Permissions | undefined): Permissions {
  if (!asked) return granted;
  for (const [name, level] of Object.entries(asked)) {
    const have = granted[name];
    if (have === undefined || RANK[have] < RANK[level]) {
      throw apiError(422, 'The permissions requested are not granted to this installation.');
    }
  }
  return { metadata: 'read', ...asked };
}

function narrowRepos(installation: Installation, ask: Narrowing): Set<Repo> | null {
  if (!ask.repositories && !ask.repository_ids) return null;
  const wanted = new Set<Repo>();
  const take = (found: Repo | undefined): void => {
    if (!found)
      throw apiError(
        422,
        'There is at least one repository that does not exist or is not accessible to the parent installation.',
      );
    wanted.add(found);
  };
  const all = [...installation.repos];
  for (const name of ask.repositories ?? []) take(all.find(repo => repo.name.toLowerCase() === name.toLowerCase()));
  for (const id of ask.repository_ids ?? []) take(all.find(repo => repo.id === id));
  return wanted;
}

export const covers = (token: Token, repo: Repo): boolean =>
  token.installation !== null && (token.repos ?? token.installation.repos).has(repo);

export const allows = (permissions: Permissions, name: string, level: Level): boolean => {
  const have = permissions[name];
  return have !== undefined && RANK[have] >= RANK[level];
};

export function liveToken(state: State, value: string): Token | null {
  const token = state.tokens.get(value);
  return token && token.expiresAt > Date.now() ? token : null;
}
