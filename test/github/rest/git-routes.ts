import { identity } from '../actions/repos.ts';
import { readBlob, readCommit, readTree, type Signature, writeBlob, writeCommit } from '../git/objects.ts';
import { resolveCommit } from '../git/repository.ts';
import { applyChanges, type TreeChange } from '../git/trees.ts';
import { repoApi } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import { gitCommit } from '../shapes/commit.ts';
import { nodeId } from '../state/state.ts';
import { apiError, notFound } from './api-error.ts';
import { type Answer, list, ok, type Request, type Route, route, text } from './route.ts';
import { guardWorkflows } from './workflows.ts';

async function createCommit(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  const tree = text(body, 'tree') ?? '';
  if (!(await readTree(repo.gitDir, tree))) throw apiError(422, 'Tree SHA does not exist');
  const parents = list(body.parents).map(String);
  for (const parent of parents)
    if (!(await readCommit(repo.gitDir, parent)))
      throw apiError(422, 'Parent SHA does not exist or is not a commit object');
  const author = (body.author as Signature | undefined) ?? identity(actor.account);
  const committer = (body.committer as Signature | undefined) ?? author;
  const sha = await writeCommit(repo.gitDir, {
    tree,
    parents,
    message: text(body, 'message') ?? '',
    author,
    committer,
  });
  const commit = await readCommit(repo.gitDir, sha);
  if (!commit) throw new Error('the commit just written cannot be read');
  return ok(gitCommit(hub, repo, sha, commit), 201);
}

async function getCommit(request: Request): Promise<Answer> {
  const sha = request.params.commit_sha ?? '';
  const commit = await readCommit(request.repo.gitDir, sha);
  if (!commit) throw notFound();
  return ok(gitCommit(request.hub, request.repo, sha, commit));
}

async function createTree(request: Request): Promise<Answer> {
  const { repo, body } = request;
  const entries = list(body.tree) as {
    path: string;
    mode: string;
    type: TreeChange['type'];
    sha?: string | null;
    content?: string;
  }[];
  guardWorkflows(
    request,
    entries.map(entry => entry.path),
  );
  const changes = entries.map(async ({ path, mode, type, sha, content }): Promise<TreeChange> => {
    const oid = content === undefined ? (sha ?? null) : await writeBlob(repo.gitDir, Buffer.from(content));
    return { path, mode, type, oid };
  });
  const base = text(body, 'base_tree') ?? null;
  const baseTree = base === null ? null : ((await readCommit(repo.gitDir, base))?.tree ?? base);
  const tree = await applyChanges(repo.gitDir, baseTree, await Promise.all(changes));
  if (tree === null) throw apiError(422, 'GitRPC::BadObjectState');
  return ok(await treeShape(request, tree, false), 201);
}

async function treeShape(request: Request, sha: string, recursive: boolean): Promise<Json> {
  const api = `${repoApi(request.hub, request.repo)}/git`;
  const walk = async (oid: string, prefix: string): Promise<Json[]> => {
    const found = await readTree(request.repo.gitDir, oid);
    if (!found) throw notFound();
    const entries = await Promise.all(
      found.tree.map(async entry => {
        const path = prefix + entry.path;
        const size =
          entry.type === 'blob' ? { size: (await readBlob(request.repo.gitDir, entry.oid))?.length ?? 0 } : {};
        const mode = entry.mode.padStart(6, '0');
        const own = {
          path,
          mode,
          type: entry.type,
          sha: entry.oid,
          ...size,
          url: `${api}/${entry.type}s/${entry.oid}`,
        };
        return recursive && entry.type === 'tree' ? [own, ...(await walk(entry.oid, `${path}/`))] : [own];
      }),
    );
    return entries.flat();
  };
  return { sha, url: `${api}/trees/${sha}`, tree: await walk(sha, ''), truncated: false };
}

async function getTree(request: Request): Promise<Answer> {
  const name = request.params.tree_sha ?? '';
  const commit = await resolveCommit(request.repo.gitDir, name);
  const sha = commit === null ? name : ((await readCommit(request.repo.gitDir, commit))?.tree ?? name);
  return ok(await treeShape(request, sha, request.query.has('recursive')));
}

async function createBlob(request: Request): Promise<Answer> {
  const encoding = request.body.encoding === 'base64' ? 'base64' : 'utf8';
  const sha = await writeBlob(request.repo.gitDir, Buffer.from(text(request.body, 'content') ?? '', encoding));
  return ok({ sha, url: `${repoApi(request.hub, request.repo)}/git/blobs/${sha}` }, 201);
}

async function getBlob(request: Request): Promise<Answer> {
  const sha = request.params.file_sha ?? '';
  const blob = await readBlob(request.repo.gitDir, sha);
  if (!blob) throw notFound();
  if (/[.+]raw\b/.test(String(request.headers.accept ?? ''))) {
    return {
      status: 200,
      body: blob.toString(),
      headers: { 'content-type': 'application/vnd.github.v3.raw; charset=utf-8' },
    };
  }
  const url = `${repoApi(request.hub, request.repo)}/git/blobs/${sha}`;
  return ok({
    content: blob.toString('base64'),
    encoding: 'base64',
    url,
    sha,
    size: blob.length,
    node_id: nodeId('B', sha),
  });
}

const git = '/repos/{owner}/{repo}/git';

export const gitRoutes: Route[] = [
  route('git/create-commit', `POST ${git}/commits`, 'contents:write', createCommit),
  route('git/get-commit', `GET ${git}/commits/{commit_sha}`, 'contents', getCommit),
  route('git/create-tree', `POST ${git}/trees`, 'contents:write', createTree),
  route('git/get-tree', `GET ${git}/trees/{tree_sha}`, 'contents', getTree),
  route('git/create-blob', `POST ${git}/blobs`, 'contents:write', createBlob),
  route('git/get-blob', `GET ${git}/blobs/{file_sha}`, 'contents', getBlob),
];
