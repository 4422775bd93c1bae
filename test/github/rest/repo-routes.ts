// The repository itself, who may do what in it, and accounts.
import { fullOrganization, fullUser, simpleUser, team as teamShape } from '../shapes/account.ts';
import { fullRepository, repository } from '../shapes/repo.ts';
import type { Account, Team } from '../state/model.ts';
import { roleOf } from '../state/state.ts';
import { notFound } from './api-error.ts';
import { type Answer, empty, ok, page, type Request, type Route, route } from './route.ts';

function account(request: Request, name: string): Account {
  const found = request.hub.state.accounts.get((request.params[name] ?? '').toLowerCase());
  if (!found) throw notFound();
  return found;
}

const grants = (role: string, roleName: string): Record<string, boolean> => ({
  admin: role === 'admin',
  maintain: role === 'admin' || roleName === 'maintain',
  push: role === 'admin' || role === 'write',
  triage: role === 'admin' || role === 'write' || roleName === 'triage',
  pull: role !== 'none',
});

// 404 for a login that is not a user; a user without a role in a private repository has `none`.
function permission(request: Request): Answer {
  const user = account(request, 'username');
  const { role, roleName } = roleOf(request.repo, user.login);
  const shape = { ...simpleUser(request.hub, user), permissions: grants(role, roleName), role_name: roleName };
  return ok({ permission: role, role_name: roleName, user: shape });
}

function collaborators(request: Request): Answer {
  const all = [...request.repo.collaborators].map(([login, { role, roleName }]) => {
    const user = request.hub.state.accounts.get(login);
    return user ? { ...simpleUser(request.hub, user), permissions: grants(role, roleName), role_name: roleName } : null;
  });
  return page(
    request,
    all.filter(item => item !== null),
  );
}

function isCollaborator(request: Request): Answer {
  const user = account(request, 'username');
  const { repo } = request;
  if (!repo.collaborators.has(user.login.toLowerCase()) && repo.owner !== user) throw notFound();
  return empty();
}

function findTeam(request: Request): Team {
  const { params, hub } = request;
  const found = hub.state.teams.find(
    item => item.org.login.toLowerCase() === params.org?.toLowerCase() && item.slug === params.team_slug,
  );
  if (!found) throw notFound();
  return found;
}

const membersOf = (request: Request, team: Team) =>
  [...team.members]
    .flatMap(login => request.hub.state.accounts.get(login) ?? [])
    .map(member => simpleUser(request.hub, member));

function fullTeam(request: Request, team: Team) {
  const times = { created_at: team.org.createdAt, updated_at: team.org.createdAt };
  const org = fullOrganization(request.hub, team.org);
  return {
    ...teamShape(request.hub, team),
    ...times,
    members_count: team.members.size,
    repos_count: 1,
    organization: org,
  };
}

function rateLimit(request: Request): Answer {
  const core = request.hub.rate();
  const other = { limit: 5000, used: 0, remaining: 5000, reset: core.reset };
  return ok({ resources: { core, search: { ...other, limit: 30, remaining: 30 }, graphql: other }, rate: core });
}

const repo = '/repos/{owner}/{repo}';
const team = '/orgs/{org}/teams/{team_slug}';

export const repoRoutes: Route[] = [
  route('repos/get', `GET ${repo}`, 'metadata', request => ok(fullRepository(request.hub, request.repo))),
  route(
    'repos/get-collaborator-permission-level',
    `GET ${repo}/collaborators/{username}/permission`,
    'metadata',
    permission,
  ),
  route('repos/list-collaborators', `GET ${repo}/collaborators`, 'metadata', collaborators),
  route('repos/check-collaborator', `GET ${repo}/collaborators/{username}`, 'metadata', isCollaborator),
  route('repos/list-teams', `GET ${repo}/teams`, 'metadata', request =>
    page(
      request,
      request.hub.state.teams.filter(item => item.org === request.repo.owner).map(item => teamShape(request.hub, item)),
    ),
  ),
  route('users/get-by-username', 'GET /users/{username}', 'anyone', request =>
    ok(fullUser(request.hub, account(request, 'username'))),
  ),
  route('orgs/get', 'GET /orgs/{org}', 'anyone', request => ok(fullOrganization(request.hub, account(request, 'org')))),
  route('orgs/check-membership-for-user', 'GET /orgs/{org}/members/{username}', 'members', request => {
    if (!account(request, 'org').members.has(account(request, 'username').login.toLowerCase())) throw notFound();
    return empty();
  }),
  route('teams/get-by-name', `GET ${team}`, 'members', request => ok(fullTeam(request, findTeam(request)))),
  route('teams/list-members-in-org', `GET ${team}/members`, 'members', request =>
    page(request, membersOf(request, findTeam(request))),
  ),
  route('teams/get-membership-for-user-in-org', `GET ${team}/memberships/{username}`, 'members', request => {
    const { members } = findTeam(request);
    if (!members.has(account(request, 'username').login.toLowerCase())) throw notFound();
    return ok({ url: `${request.hub.apiUrl}${request.params.pathname}`, role: 'member', state: 'active' });
  }),
  route('teams/check-permissions-for-repo-in-org', `GET ${team}/repos/{owner}/{repo}`, 'members', request =>
    findTeam(request).org === request.repo.owner ? empty() : ok(repository(request.hub, request.repo), 404),
  ),
  route('rate-limit/get', 'GET /rate_limit', 'anyone', rateLimit),
  route('meta/get-zen', 'GET /zen', 'anyone', () => ({
    status: 200,
    body: 'Keep it logically awesome.',
    headers: { 'content-type': 'text/plain' },
  })),
];
