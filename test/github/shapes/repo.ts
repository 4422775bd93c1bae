// GitHub's JSON for a repository.
import { type Hub, repoApi, repoHtml } from '../hub.ts';
import type { Repo } from '../state/model.ts';
import { fullName } from '../state/state.ts';
import { type Json, organization, simpleUser } from './account.ts';

// Property name (without `_url`) to what follows the repository's API address.
const LINKS: Record<string, string> = {
  archive: '/{archive_format}{/ref}',
  assignees: '/assignees{/user}',
  blobs: '/git/blobs{/sha}',
  branches: '/branches{/branch}',
  collaborators: '/collaborators{/collaborator}',
  comments: '/comments{/number}',
  commits: '/commits{/sha}',
  compare: '/compare/{base}...{head}',
  contents: '/contents/{+path}',
  contributors: '/contributors',
  deployments: '/deployments',
  downloads: '/downloads',
  events: '/events',
  forks: '/forks',
  git_commits: '/git/commits{/sha}',
  git_refs: '/git/refs{/sha}',
  git_tags: '/git/tags{/sha}',
  hooks: '/hooks',
  issue_comment: '/issues/comments{/number}',
  issue_events: '/issues/events{/number}',
  issues: '/issues{/number}',
  keys: '/keys{/key_id}',
  labels: '/labels{/name}',
  languages: '/languages',
  merges: '/merges',
  milestones: '/milestones{/number}',
  notifications: '/notifications{?since,all,participating}',
  pulls: '/pulls{/number}',
  releases: '/releases{/id}',
  stargazers: '/stargazers',
  statuses: '/statuses/{sha}',
  subscribers: '/subscribers',
  subscription: '/subscription',
  tags: '/tags',
  teams: '/teams',
  trees: '/git/trees{/sha}',
};

export function minimalRepository(hub: Hub, repo: Repo): Json {
  const url = repoApi(hub, repo);
  const links = Object.fromEntries(Object.entries(LINKS).map(([name, rest]) => [`${name}_url`, url + rest]));
  return {
    id: repo.id,
    node_id: repo.nodeId,
    name: repo.name,
    full_name: fullName(repo),
    private: repo.private,
    owner: simpleUser(hub, repo.owner),
    html_url: repoHtml(hub, repo),
    description: null,
    fork: false,
    url,
    ...links,
  };
}

export function repository(hub: Hub, repo: Repo): Json {
  const html = repoHtml(hub, repo);
  const open = [...repo.threads.values()].filter(thread => thread.state === 'open').length;
  return {
    ...minimalRepository(hub, repo),
    created_at: repo.createdAt,
    updated_at: repo.updatedAt,
    pushed_at: repo.pushedAt,
    git_url: html.replace(/^http/, 'git').concat('.git'),
    ssh_url: `ssh://git@127.0.0.1/${fullName(repo)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    has_pull_requests: true,
    forks_count: 0,
    archived: repo.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repo.private ? 'private' : 'public',
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repo.defaultBranch,
  };
}

// Inside a pull request GitHub adds the merge settings.
export const pullRepository = (hub: Hub, repo: Repo): Json => ({
  ...repository(hub, repo),
  allow_squash_merge: true,
  allow_merge_commit: true,
  allow_rebase_merge: true,
  allow_auto_merge: false,
  delete_branch_on_merge: false,
  allow_update_branch: false,
  use_squash_pr_title_as_default: false,
  squash_merge_commit_message: 'COMMIT_MESSAGES',
  squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
  merge_commit_message: 'PR_TITLE',
  merge_commit_title: 'MERGE_MESSAGE',
});

export function fullRepository(hub: Hub, repo: Repo): Json {
  const owner = repo.owner.type === 'Organization' ? { organization: simpleUser(hub, repo.owner) } : {};
  return {
    ...pullRepository(hub, repo),
    ...owner,
    permissions: { admin: false, maintain: false, push: false, triage: false, pull: false },
    network_count: 0,
    subscribers_count: 0,
    custom_properties: {},
  };
}

export const organizationOf = (hub: Hub, repo: Repo): Json =>
  repo.owner.type === 'Organization' ? { organization: organization(hub, repo.owner) } : {};
