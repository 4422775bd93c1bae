// Files of a repository, read and written without git's own tools.
import { commitFiles } from '../actions/commits.ts';
import { mustBeWritable } from '../actions/threads.ts';
import { findPath, readBlob, readCommit, readTree, type TreeEntry } from '../git/objects.ts';
import { resolveCommit } from '../git/repository.ts';
import { repoApi, repoHtml } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import { gitCommit } from '../shapes/commit.ts';
import { apiError, invalid, notFound } from './api-error.ts';
import { type Answer, ok, type Request, type Route, route, text } from './route.ts';
import { guardWorkflows } from './workflows.ts';

function entryShape(request: Request, entry: TreeEntry, path: string, ref: string, size: number): Json {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const api = repoApi(request.hub, request.repo);
  const folder = entry.type === 'tree';
  const self = `${api}/contents/${encoded}?ref=${ref}`;
  const html = `${repoHtml(request.hub, request.repo)}/${folder ? 'tree' : 'blob'}/${ref}/${encoded}`;
  const gitUrl = `${api}/git/${folder ? 'trees' : 'blobs'}/${entry.oid}`;
  return {
    type: folder ? 'dir' : 'file',
    size,
    name: path.split('/').at(-1) ?? '',
    path,
    sha: entry.oid,
    url: self,
    git_url: gitUrl,
    html_url: html,
    download_url: folder ? null : `${repoHtml(request.hub, request.repo)}/raw/${ref}/${encoded}`,
    _links: { self, git: gitUrl, html },
  };
}

async function sizeOf(request: Request, entry: TreeEntry): Promise<number> {
  return entry.type === 'blob' ? ((await readBlob(request.repo.gitDir, entry.oid))?.length ?? 0) : 0;
}

async function get(request: Request): Promise<Answer> {
  const { gitDir, defaultBranch } = request.repo;
  const path = (request.params.path ?? '').replace(/\/+$/, '');
  const ref = request.query.get('ref') || defaultBranch;
  const sha = await resolveCommit(gitDir, ref);
  if (sha === null)
    throw request.query.has('ref')
      ? apiError(404, `No commit found for the ref ${ref}`)
      : apiError(404, 'This repository is empty.');
  const entry = await findPath(gitDir, sha, path);
  if (!entry) throw notFound();
  if (entry.type === 'tree') return folder(request, entry.oid, path, ref);
  const blob = await readBlob(gitDir, entry.oid);
  if (!blob) throw notFound();
  if (/[.+]raw\b/.test(String(request.headers.accept ?? ''))) {
    return {
      status: 200,
      body: blob.toString(),
      headers: { 'content-type': 'application/vnd.github.v3.raw; charset=utf-8' },
    };
  }
  const content = blob.toString('base64').replace(/(.{60})/g, '$1\n');
  return ok({ ...entryShape(request, entry, path, ref, blob.length), content: `${content}\n`, encoding: 'base64' });
}

async function folder(request: Request, oid: string, path: string, ref: string): Promise<Answer> {
  const tree = await readTree(request.repo.gitDir, oid);
  const prefix = path === '' ? '' : `${path}/`;
  const shapes = (tree?.tree ?? []).map(async entry =>
    entryShape(request, entry, prefix + entry.path, ref, await sizeOf(request, entry)),
  );
  return ok(await Promise.all(shapes));
}

// Without the old blob's id a present file is not overwritten: 422 when it is left out, 409 when it is stale.
async function checkSha(request: Request, branch: string, path: string): Promise<boolean> {
  const tip = await resolveCommit(request.repo.gitDir, branch);
  const present = tip === null ? null : await findPath(request.repo.gitDir, tip, path);
  const sha = text(request.body, 'sha');
  if (present && sha === undefined) throw apiError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
  if (present && sha !== present.oid) throw apiError(409, `${path} does not match ${sha}`);
  return present !== null;
}

async function put(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  mustBeWritable(repo);
  const path = request.params.path ?? '';
  const branch = text(body, 'branch') ?? repo.defaultBranch;
  const message = text(body, 'message');
  if (!message) throw invalid({ resource: 'Commit', code: 'missing_field', field: 'message' });
  guardWorkflows(request, [path]);
  const existed = await checkSha(request, branch, path);
  const content = Buffer.from(text(body, 'content') ?? '', 'base64');
  const author = body.author as { name: string; email: string } | undefined;
  const sha = await commitFiles(hub, repo, actor, { branch, files: { [path]: content }, message, author });
  const entry = await findPath(repo.gitDir, sha, path);
  if (!entry) throw new Error('the file just written cannot be found');
  return ok(
    { content: entryShape(request, entry, path, branch, content.length), commit: await commitShape(request, sha) },
    existed ? 200 : 201,
  );
}

async function remove(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  mustBeWritable(repo);
  const path = request.params.path ?? '';
  const branch = text(body, 'branch') ?? repo.defaultBranch;
  guardWorkflows(request, [path]);
  if (!(await checkSha(request, branch, path))) throw notFound();
  const sha = await commitFiles(hub, repo, actor, {
    branch,
    files: { [path]: null },
    message: text(body, 'message') ?? '',
  });
  return ok({ content: null, commit: await commitShape(request, sha) });
}

async function commitShape(request: Request, sha: string): Promise<Json> {
  const commit = await readCommit(request.repo.gitDir, sha);
  if (!commit) throw notFound();
  return gitCommit(request.hub, request.repo, sha, commit);
}

const path = '/repos/{owner}/{repo}/contents/{path}';

export const contentRoutes: Route[] = [
  route('repos/get-content', `GET ${path}`, 'contents', get),
  route('repos/create-or-update-file-contents', `PUT ${path}`, 'contents:write', put),
  route('repos/delete-file', `DELETE ${path}`, 'contents:write', remove),
];
