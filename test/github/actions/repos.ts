// Makes repositories, over real bare git repositories.

import { join } from 'node:path';
import { writeCommit } from '../git/objects.ts';
import { writeRef } from '../git/refs.ts';
import { copyFrom, initBare } from '../git/repository.ts';
import { applyChanges, filesToChanges } from '../git/trees.ts';
import { type Hub, now } from '../hub.ts';
import type { Account, Label, Repo, Role } from '../state/model.ts';
import { nodeId, repoKey } from '../state/state.ts';
import { createAccount } from './accounts.ts';

export interface NewRepo {
  owner: string;
  name: string;
  files?: Record<string, string> | undefined; // path to content, for a first commit
  from?: string | undefined; // a local repository to copy; it is never changed
  defaultBranch?: string | undefined;
  private?: boolean | undefined;
}

export async function createRepo(hub: Hub, input: NewRepo): Promise<Repo> {
  const owner = createAccount(hub, input.owner);
  const id = hub.state.nextId('repo');
  const defaultBranch = input.defaultBranch ?? 'main';
  const at = now();
  const repo: Repo = {
    id,
    nodeId: nodeId('R', id),
    owner,
    name: input.name,
    gitDir: join(hub.dir, 'repositories', owner.login, `${input.name}.git`),
    private: input.private ?? false,
    archived: false,
    defaultBranch,
    createdAt: at,
    updatedAt: at,
    pushedAt: at,
    collaborators: new Map(),
    labels: new Map(),
    threads: new Map(),
    nextNumber: 1,
    checkSuites: [],
    checkRuns: new Map(),
    statuses: [],
  };
  await initBare(repo.gitDir, defaultBranch);
  if (input.from !== undefined) await copyFrom(repo.gitDir, input.from);
  if (input.files) await firstCommit(repo, input.files);
  for (const [name, color, description] of DEFAULT_LABELS)
    addLabel(hub, repo, { name, color, description, isDefault: true });
  hub.state.repos.set(repoKey(owner.login, input.name), repo);
  hub.state.nodes.set(repo.nodeId, { kind: 'repo', repo });
  return repo;
}

async function firstCommit(repo: Repo, files: Record<string, string>): Promise<void> {
  const tree = await applyChanges(repo.gitDir, null, await filesToChanges(repo.gitDir, files));
  if (tree === null) return;
  const author = identity(repo.owner);
  const sha = await writeCommit(repo.gitDir, { tree, parents: [], message: 'Initial commit', author });
  await writeRef(repo.gitDir, `refs/heads/${repo.defaultBranch}`, sha);
}

export const identity = (account: Account): { name: string; email: string } => ({
  name: account.login,
  email: `${account.id}+${account.login}@users.noreply.github.com`,
});

const DEFAULT_LABELS: [string, string, string][] = [
  ['bug', 'd73a4a', "Something isn't working"],
  ['documentation', '0075ca', 'Improvements or additions to documentation'],
  ['enhancement', 'a2eeef', 'New feature or request'],
];

export interface NewLabel {
  name: string;
  color?: string | undefined;
  description?: string | null | undefined;
  isDefault?: boolean;
}

export function addLabel(hub: Hub, repo: Repo, input: NewLabel): Label {
  const id = hub.state.nextId('label');
  const label: Label = {
    id,
    nodeId: nodeId('LA', id),
    name: input.name,
    color: input.color ?? 'ededed',
    description: input.description ?? null,
    isDefault: input.isDefault ?? false,
  };
  repo.labels.set(label.name.toLowerCase(), label);
  hub.state.nodes.set(label.nodeId, { kind: 'label', repo, name: label.name });
  return label;
}

const ROLE_NAMES: Record<string, Role> = { maintain: 'write', triage: 'read' };

export function setPermission(hub: Hub, repo: Repo, login: string, role: Role, roleName: string = role): void {
  const account = createAccount(hub, login);
  const legacy = ROLE_NAMES[roleName] ?? role;
  if (role === 'none') repo.collaborators.delete(account.login.toLowerCase());
  else repo.collaborators.set(account.login.toLowerCase(), { role: legacy, roleName });
}
