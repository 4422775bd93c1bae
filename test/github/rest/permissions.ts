// Decides whether a caller may use a route. An installation is held to its permissions, a person to the role.
import type { Level, Permissions, Repo } from '../state/model.ts';
import { roleOf, type State } from '../state/state.ts';
import { apiError, forbidden, notFound } from './api-error.ts';
import type { Caller } from './auth.ts';
import type { Need, Route } from './route.ts';
import { allows, covers } from './tokens.ts';

export function authorise(route: Route, caller: Caller, repo: Repo | null, params: Record<string, string>): void {
  if (route.need === 'anyone') return;
  if (route.need === 'app') {
    if (caller.kind !== 'app') throw apiError(401, 'A JSON web token could not be decoded');
    return;
  }
  if (caller.kind === 'app') throw apiError(401, 'A JSON web token was given where a token is needed');
  if (caller.kind === 'nobody') throw apiError(401, 'Requires authentication');
  const { token } = caller;
  const blind = token.installation !== null && !allows(token.permissions, 'members', 'read');
  if (route.need === 'members' && blind) throw forbidden();
  if (!repo) return;
  if (token.installation === null) {
    authorisePerson(route, caller.account.login, repo);
    return;
  }
  if (!covers(token, repo)) {
    const publicRead = !repo.private && route.method === 'GET' && ['contents', 'metadata'].includes(route.need);
    if (publicRead) return;
    throw repo.private ? notFound() : forbidden();
  }
  if (!permits(token.permissions, route.need, route.level, isPull(repo, params))) throw forbidden();
}

function permits(permissions: Permissions, need: Need, level: Level, pull: boolean): boolean {
  if (need === 'token' || need === 'metadata' || need === 'members') return true;
  // GitHub takes either permission for the parts an issue and a pull request share.
  if (need === 'thread')
    return allows(permissions, 'issues', level) ? true : pull && allows(permissions, 'pull_requests', level);
  return allows(permissions, need, level);
}

function isPull(repo: Repo, params: Record<string, string>): boolean {
  const number = params.issue_number;
  if (number !== undefined) return Boolean(repo.threads.get(Number(number))?.pull);
  const id = Number(params.comment_id);
  return [...repo.threads.values()].some(thread => thread.pull && thread.comments.some(comment => comment.id === id));
}

// Anyone who can read may open issues and comment; changing the repository wants write.
const OPEN_TO_READERS = new Set([
  'issues/create',
  'issues/create-comment',
  'issues/update-comment',
  'issues/delete-comment',
]);

function authorisePerson(route: Route, login: string, repo: Repo): void {
  const { role } = roleOf(repo, login);
  if (role === 'none') throw notFound();
  if (route.need === 'checks' && route.level === 'write')
    throw apiError(403, 'You must authenticate via a GitHub App.');
  if (route.level === 'read' || OPEN_TO_READERS.has(route.id) || route.id.startsWith('reactions/')) return;
  if (role === 'read') throw apiError(403, 'Must have admin rights to Repository.');
}

export const repoOfParams = (state: State, params: Record<string, string>): Repo | null =>
  state.repos.get(`${params.owner}/${params.repo}`.toLowerCase()) ?? null;
