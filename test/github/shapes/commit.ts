// GitHub's JSON for commits, trees and files.
import type { ChangedFile } from '../git/compare.ts';
import type { CommitObject } from '../git/objects.ts';
import { type Hub, repoApi, repoHtml } from '../hub.ts';
import type { Account, Repo } from '../state/model.ts';
import { type Json, userOrNull } from './account.ts';

export const seconds = (timestamp: number): string => `${new Date(timestamp * 1000).toISOString().slice(0, 19)}Z`;

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

const who = (person: CommitObject['author']): Json => ({
  name: person.name,
  email: person.email,
  date: seconds(person.timestamp),
});

const message = (commit: CommitObject): string => commit.message.replace(/\n$/, '');

// As the git data routes tell it.
export function gitCommit(hub: Hub, repo: Repo, sha: string, commit: CommitObject): Json {
  const api = `${repoApi(hub, repo)}/git`;
  const html = `${repoHtml(hub, repo)}/commit`;
  return {
    sha,
    node_id: `C_${Buffer.from(sha).toString('base64url')}`,
    url: `${api}/commits/${sha}`,
    html_url: `${html}/${sha}`,
    author: who(commit.author),
    committer: who(commit.committer),
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    message: message(commit),
    parents: commit.parent.map(parent => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${html}/${parent}`,
    })),
    verification: UNSIGNED,
  };
}

// As the commits routes tell it.
export function repoCommit(hub: Hub, repo: Repo, sha: string, commit: CommitObject): Json {
  const api = repoApi(hub, repo);
  const html = `${repoHtml(hub, repo)}/commit`;
  return {
    sha,
    node_id: `C_${Buffer.from(sha).toString('base64url')}`,
    commit: {
      author: who(commit.author),
      committer: who(commit.committer),
      message: message(commit),
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${sha}`,
      comment_count: 0,
      verification: UNSIGNED,
    },
    url: `${api}/commits/${sha}`,
    html_url: `${html}/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    author: userOrNull(hub, accountOf(hub, commit.author.email)),
    committer: userOrNull(hub, accountOf(hub, commit.committer.email)),
    parents: commit.parent.map(parent => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${html}/${parent}`,
    })),
  };
}

// GitHub knows people by their address: `12+login@users.noreply.github.com`.
function accountOf(hub: Hub, email: string): Account | null {
  const [, login = ''] = /^(?:\d+\+)?([^@]+)@users\.noreply\.github\.com$/.exec(email) ?? [];
  return hub.state.accounts.get(login.toLowerCase()) ?? null;
}

export function diffEntry(hub: Hub, repo: Repo, sha: string, file: ChangedFile): Json {
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  const html = repoHtml(hub, repo);
  return {
    sha: file.oid,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${html}/blob/${sha}/${path}`,
    raw_url: `${html}/raw/${sha}/${path}`,
    contents_url: `${repoApi(hub, repo)}/contents/${path}?ref=${sha}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
  };
}
