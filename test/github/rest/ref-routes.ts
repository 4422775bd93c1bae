// The git data routes: refs.
import { moveRef } from '../actions/commits.ts';
import { mustBeWritable } from '../actions/threads.ts';
import { isSafeRef, readRef, readRefs } from '../git/refs.ts';
import { isAncestor, resolveCommit } from '../git/repository.ts';
import { repoApi } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import { nodeId } from '../state/state.ts';
import { apiError, notFound } from './api-error.ts';
import { type Answer, empty, ok, page, type Request, type Route, route, text } from './route.ts';

function refShape(request: Request, ref: string, sha: string): Json {
  const api = `${repoApi(request.hub, request.repo)}/git`;
  const object = { type: 'commit', sha, url: `${api}/commits/${sha}` };
  return { ref, node_id: nodeId('REF', ref), url: `${api}/${ref}`, object };
}

async function getRef(request: Request): Promise<Answer> {
  const ref = `refs/${request.params.ref}`;
  const sha = await readRef(request.repo.gitDir, ref);
  if (sha === null) throw notFound();
  return ok(refShape(request, ref, sha));
}

async function matching(request: Request): Promise<Answer> {
  const prefix = `refs/${request.params.ref}`;
  const refs = [...(await readRefs(request.repo.gitDir))].filter(([name]) => name.startsWith(prefix));
  return page(
    request,
    refs.map(([name, sha]) => refShape(request, name, sha)),
  );
}

async function createRef(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  mustBeWritable(repo);
  const [ref, sha] = [text(body, 'ref') ?? '', text(body, 'sha') ?? ''];
  if (!isSafeRef(ref) || ref.split('/').length < 3) throw apiError(422, 'Reference name is not valid');
  if ((await resolveCommit(repo.gitDir, sha)) !== sha) throw apiError(422, 'Object does not exist');
  if ((await readRef(repo.gitDir, ref)) !== null) throw apiError(422, 'Reference already exists');
  await moveRef(hub, repo, actor, ref, sha);
  return ok(refShape(request, ref, sha), 201);
}

async function updateRef(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  mustBeWritable(repo);
  const [ref, sha] = [`refs/${request.params.ref}`, text(body, 'sha') ?? ''];
  const old = await readRef(repo.gitDir, ref);
  if (old === null) throw apiError(422, 'Reference does not exist');
  if ((await resolveCommit(repo.gitDir, sha)) !== sha) throw apiError(422, 'Object does not exist');
  if (body.force !== true && !(await isAncestor(repo.gitDir, old, sha)))
    throw apiError(422, 'Update is not a fast forward');
  await moveRef(hub, repo, actor, ref, sha);
  return ok(refShape(request, ref, sha));
}

async function deleteRef(request: Request): Promise<Answer> {
  const ref = `refs/${request.params.ref}`;
  mustBeWritable(request.repo);
  if ((await readRef(request.repo.gitDir, ref)) === null) throw apiError(422, 'Reference does not exist');
  await moveRef(request.hub, request.repo, request.actor, ref, null);
  return empty();
}

const git = '/repos/{owner}/{repo}/git';

export const refRoutes: Route[] = [
  route('git/get-ref', `GET ${git}/ref/{ref}`, 'contents', getRef),
  route('git/list-matching-refs', `GET ${git}/matching-refs/{ref}`, 'contents', matching),
  route('git/create-ref', `POST ${git}/refs`, 'contents:write', createRef),
  route('git/update-ref', `PATCH ${git}/refs/{ref}`, 'contents:write', updateRef),
  route('git/delete-ref', `DELETE ${git}/refs/{ref}`, 'contents:write', deleteRef),
];
