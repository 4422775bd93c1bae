// Commits, branches and comparisons.
import { baseOf, commitsBetween, countBetween, diffFiles, diffText } from '../git/compare.ts';
import { readCommit } from '../git/objects.ts';
import { readRef, readRefs } from '../git/refs.ts';
import { resolveCommit, revList } from '../git/repository.ts';
import { repoApi, repoHtml } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import { diffEntry, repoCommit } from '../shapes/commit.ts';
import { simplePull } from '../shapes/pull.ts';
import { apiError, notFound } from './api-error.ts';
import { type Answer, ok, page, type Request, type Route, route } from './route.ts';

async function shape(request: Request, sha: string): Promise<Json> {
  const commit = await readCommit(request.repo.gitDir, sha);
  if (!commit) throw notFound();
  return repoCommit(request.hub, request.repo, sha, commit);
}

async function listCommits(request: Request): Promise<Answer> {
  const { repo, query } = request;
  const start = await resolveCommit(repo.gitDir, query.get('sha') ?? repo.defaultBranch);
  if (start === null) throw query.has('sha') ? notFound() : apiError(409, 'Git Repository is empty.');
  const options = ['since', 'until', 'author'].flatMap(name =>
    query.get(name) ? [`--${name}=${query.get(name)}`] : [],
  );
  const path = query.get('path');
  const shas = await revList(repo.gitDir, ['--max-count=500', ...options, start, ...(path ? ['--', path] : [])]);
  return page(request, await Promise.all(shas.map(sha => shape(request, sha))));
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function getCommit(request: Request): Promise<Answer> {
  const { repo, hub } = request;
  const name = request.params.ref ?? '';
  const sha = await resolveCommit(repo.gitDir, name);
  if (sha === null) throw apiError(422, `No commit found for SHA: ${name}`);
  const accept = String(request.headers.accept ?? '');
  if (/[.+]sha\b/.test(accept))
    return { status: 200, body: sha, headers: { 'content-type': 'application/vnd.github.v3.sha' } };
  const commit = await readCommit(repo.gitDir, sha);
  const files = await diffFiles(repo.gitDir, commit?.parent[0] ?? EMPTY_TREE, sha);
  const sum = (key: 'additions' | 'deletions'): number => files.reduce((total, file) => total + file[key], 0);
  const stats = {
    additions: sum('additions'),
    deletions: sum('deletions'),
    total: sum('additions') + sum('deletions'),
  };
  return ok({ ...(await shape(request, sha)), stats, files: files.map(file => diffEntry(hub, repo, sha, file)) });
}

async function compare(request: Request): Promise<Answer> {
  const { repo, hub } = request;
  const { gitDir } = repo;
  const [baseName = '', headName = ''] = (request.params.basehead ?? '').split('...');
  const named = (name: string): string => name.slice(name.indexOf(':') + 1);
  const [base, head] = await Promise.all([
    resolveCommit(gitDir, named(baseName)),
    resolveCommit(gitDir, named(headName)),
  ]);
  if (base === null || head === null) throw notFound();
  const fork = await baseOf(gitDir, base, head);
  if (fork === null) throw apiError(404, `No common ancestor between ${baseName} and ${headName}.`);
  if (/[.+]diff\b/.test(String(request.headers.accept ?? ''))) {
    return {
      status: 200,
      body: await diffText(gitDir, fork, head),
      headers: { 'content-type': 'application/vnd.github.v3.diff; charset=utf-8' },
    };
  }
  const [ahead, behind, files] = await Promise.all([
    commitsBetween(gitDir, base, head),
    countBetween(gitDir, head, base),
    diffFiles(gitDir, fork, head),
  ]);
  const status = ahead.length === 0 ? (behind === 0 ? 'identical' : 'behind') : behind === 0 ? 'ahead' : 'diverged';
  const html = `${repoHtml(hub, repo)}/compare`;
  return ok({
    url: `${repoApi(hub, repo)}/compare/${baseName}...${headName}`,
    html_url: `${html}/${baseName}...${headName}`,
    permalink_url: `${html}/${base}...${head}`,
    diff_url: `${html}/${baseName}...${headName}.diff`,
    patch_url: `${html}/${baseName}...${headName}.patch`,
    base_commit: await shape(request, base),
    merge_base_commit: await shape(request, fork),
    status,
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: ahead.length,
    commits: await Promise.all(ahead.slice(0, 250).map(sha => shape(request, sha))),
    files: files.slice(0, 300).map(file => diffEntry(hub, repo, head, file)),
  });
}

async function branches(request: Request): Promise<Answer> {
  const refs = [...(await readRefs(request.repo.gitDir))].filter(([name]) => name.startsWith('refs/heads/'));
  const url = `${repoApi(request.hub, request.repo)}/commits`;
  return page(
    request,
    refs.map(([name, sha]) => ({
      name: name.replace('refs/heads/', ''),
      commit: { sha, url: `${url}/${sha}` },
      protected: false,
    })),
  );
}

async function branch(request: Request): Promise<Answer> {
  const name = request.params.branch ?? '';
  const sha = await readRef(request.repo.gitDir, `refs/heads/${name}`);
  if (sha === null) throw apiError(404, 'Branch not found');
  const self = `${repoApi(request.hub, request.repo)}/branches/${name}`;
  const checks = { enforcement_level: 'off', contexts: [], checks: [] };
  return ok({
    name,
    commit: await shape(request, sha),
    _links: { self, html: `${repoHtml(request.hub, request.repo)}/tree/${name}` },
    protected: false,
    protection: { enabled: false, required_status_checks: checks },
    protection_url: `${self}/protection`,
  });
}

function pullsWith(request: Request): Answer {
  const sha = request.params.commit_sha;
  const found = [...request.repo.threads.values()].filter(
    thread => thread.pull?.headSha === sha || thread.pull?.mergeCommitSha === sha,
  );
  return page(
    request,
    found.map(thread => simplePull(request.hub, thread)),
  );
}

const repo = '/repos/{owner}/{repo}';

export const commitRoutes: Route[] = [
  route('repos/list-commits', `GET ${repo}/commits`, 'contents', listCommits),
  route('repos/get-commit', `GET ${repo}/commits/{ref}`, 'contents', getCommit),
  route(
    'repos/list-pull-requests-associated-with-commit',
    `GET ${repo}/commits/{commit_sha}/pulls`,
    'pull_requests',
    pullsWith,
  ),
  route('repos/compare-commits-with-basehead', `GET ${repo}/compare/{basehead}`, 'contents', compare),
  route('repos/list-branches', `GET ${repo}/branches`, 'contents', branches),
  route('repos/get-branch', `GET ${repo}/branches/{branch}`, 'contents', branch),
];
