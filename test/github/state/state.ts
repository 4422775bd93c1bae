// The tables, and the counters that number what goes into them.
import type { Account, App, Comment, Installation, Repo, Team, Thread, Token } from './model.ts';

type Entity =
  | { kind: 'account'; account: Account }
  | { kind: 'repo'; repo: Repo }
  | { kind: 'thread'; thread: Thread }
  | { kind: 'comment'; comment: Comment }
  | { kind: 'label'; repo: Repo; name: string };

export interface State {
  accounts: Map<string, Account>;
  teams: Team[];
  apps: Map<number, App>;
  installations: Map<number, Installation>;
  tokens: Map<string, Token>;
  repos: Map<string, Repo>;
  nodes: Map<string, Entity>;
  nextId(kind: IdKind): number;
}

type IdKind = keyof typeof FIRST_ID;

// Ids of comments, threads and check runs are past 2^31 on github.com, so a 32-bit column shows up here too.
const FIRST_ID = {
  account: 1_001,
  team: 2_001,
  repo: 700_000_001,
  installation: 50_001,
  hook: 400_000_001,
  thread: 3_100_000_001,
  pull: 2_900_000_001,
  comment: 3_500_000_001,
  label: 8_000_000_001,
  reaction: 300_000_001,
  review: 3_200_000_001,
  reviewComment: 2_400_000_001,
  checkSuite: 50_000_000_001,
  checkRun: 52_000_000_001,
  status: 38_000_000_001,
  delivery: 12_000_001,
};

export function createState(): State {
  const next = new Map<string, number>();
  return {
    accounts: new Map(),
    teams: [],
    apps: new Map(),
    installations: new Map(),
    tokens: new Map(),
    repos: new Map(),
    nodes: new Map(),
    nextId(kind) {
      const id = next.get(kind) ?? FIRST_ID[kind];
      next.set(kind, id + 1);
      return id;
    },
  };
}

// Node ids look like GitHub's: a type prefix and an opaque rest.
export function nodeId(prefix: string, id: number | string): string {
  return `${prefix}_kwDO${Buffer.from(String(id)).toString('base64url')}`;
}

// GitHub's names of accounts and repositories do not regard case.
export const repoKey = (owner: string, name: string): string => `${owner}/${name}`.toLowerCase();

export function findRepo(state: State, fullName: string): Repo {
  const repo = state.repos.get(fullName.toLowerCase());
  if (!repo) throw new Error(`no such repository: ${fullName}`);
  return repo;
}

export function findAccount(state: State, login: string): Account {
  const account = state.accounts.get(login.toLowerCase());
  if (!account) throw new Error(`no such account: ${login}`);
  return account;
}

export function findThread(repo: Repo, number: number): Thread {
  const thread = repo.threads.get(number);
  if (!thread) throw new Error(`no such issue or pull request: ${repo.owner.login}/${repo.name}#${number}`);
  return thread;
}

export const fullName = (repo: Repo): string => `${repo.owner.login}/${repo.name}`;

export function roleOf(repo: Repo, login: string): { role: string; roleName: string } {
  const own = repo.collaborators.get(login.toLowerCase());
  if (own) return own;
  if (repo.owner.login.toLowerCase() === login.toLowerCase()) return { role: 'admin', roleName: 'admin' };
  return repo.private ? { role: 'none', roleName: '' } : { role: 'read', roleName: 'read' };
}
