// Check runs.
import { type CheckInput, createCheck, rerequest, updateCheck } from '../actions/checks.ts';
import { resolveCommit } from '../git/repository.ts';
import { checkRun } from '../shapes/check.ts';
import type { CheckAction, CheckOutput, CheckRun } from '../state/model.ts';
import { apiError, invalid, notFound } from './api-error.ts';
import { type Answer, list, ok, page, type Request, type Route, route, text } from './route.ts';

const LIMITS: [keyof CheckAction, number][] = [
  ['label', 20],
  ['identifier', 20],
  ['description', 40],
];

// GitHub's limits on buttons: three, with 20, 20 and 40 characters.
function actionsOf(request: Request): CheckAction[] | undefined {
  if (request.body.actions === undefined) return undefined;
  const actions = list(request.body.actions) as CheckAction[];
  const wrong = (message: string) => apiError(422, `Invalid request.\n\n${message}`);
  if (actions.length > 3) throw wrong('No more than 3 items are allowed in "actions".');
  for (const action of actions) {
    for (const [field, limit] of LIMITS) {
      if (typeof action[field] !== 'string') throw wrong(`"${field}" wasn't supplied.`);
      if (action[field].length > limit)
        throw wrong(`Only ${limit} characters are allowed in "${field}"; ${action[field].length} were supplied.`);
    }
  }
  return actions;
}

function inputOf(request: Request): CheckInput {
  const { body } = request;
  const output = body.output as Partial<CheckOutput> | undefined;
  if (body.status === 'completed' && body.conclusion === undefined) {
    throw apiError(422, 'Invalid request.\n\nMissing required parameter "conclusion" when "status" is "completed".');
  }
  if (
    output &&
    (typeof output.summary !== 'string' ||
      (request.params.check_run_id === undefined && typeof output.title !== 'string'))
  ) {
    throw apiError(422, 'Invalid request.\n\n"output" needs "title" and "summary".');
  }
  for (const field of ['summary', 'text'] as const) {
    if ((output?.[field]?.length ?? 0) > 65_535)
      throw invalid({ resource: 'CheckRun', code: 'custom', field, message: 'exceeds a maximum of 65535 characters' });
  }
  return {
    name: text(body, 'name'),
    externalId: text(body, 'external_id'),
    detailsUrl: text(body, 'details_url'),
    status: text(body, 'status'),
    conclusion: text(body, 'conclusion'),
    startedAt: text(body, 'started_at'),
    completedAt: text(body, 'completed_at'),
    output,
    actions: actionsOf(request),
  };
}

async function create(request: Request): Promise<Answer> {
  const { hub, repo, actor, body } = request;
  const { app } = actor;
  if (!app) throw apiError(403, 'You must authenticate via a GitHub App.');
  const input = inputOf(request);
  const sha = text(body, 'head_sha') ?? '';
  if (!input.name) throw apiError(422, 'Invalid request.\n\n"name" wasn\'t supplied.');
  if ((await resolveCommit(repo.gitDir, sha)) !== sha) throw apiError(422, `No commit found for SHA: ${sha}`);
  return ok(checkRun(hub, repo, await createCheck(hub, repo, { ...actor, app }, sha, input)), 201);
}

function find(request: Request): CheckRun {
  const run = request.repo.checkRuns.get(Number(request.params.check_run_id));
  if (!run) throw notFound();
  return run;
}

function update(request: Request): Answer {
  const { hub, repo, actor } = request;
  const run = find(request);
  if (run.suite.app !== actor.app)
    throw apiError(403, 'Invalid app_id `check_run` - check_run does not belong to this app');
  updateCheck(hub, repo, actor, run, inputOf(request));
  return ok(checkRun(hub, repo, run));
}

function listed(request: Request, runs: CheckRun[]): Answer {
  const { hub, repo, query } = request;
  const matches = (name: string, value: string): boolean => query.get(name) === null || query.get(name) === value;
  let found = runs.filter(
    run =>
      matches('check_name', run.name) && matches('status', run.status) && matches('app_id', String(run.suite.app.id)),
  );
  // `filter=latest`, the default, keeps the newest run of each name.
  if (query.get('filter') !== 'all')
    found = found.filter(
      run => !found.some(other => other.name === run.name && other.suite === run.suite && other.id > run.id),
    );
  return page(
    request,
    found.reverse().map(run => checkRun(hub, repo, run)),
    items => ({ total_count: found.length, check_runs: items }),
  );
}

export async function commitOf(request: Request): Promise<string> {
  const sha = await resolveCommit(request.repo.gitDir, request.params.ref ?? request.params.sha ?? '');
  if (sha === null) throw apiError(422, `No commit found for SHA: ${request.params.ref ?? request.params.sha}`);
  return sha;
}

const repo = '/repos/{owner}/{repo}';

export const checkRoutes: Route[] = [
  route('checks/create', `POST ${repo}/check-runs`, 'checks:write', create),
  route('checks/get', `GET ${repo}/check-runs/{check_run_id}`, 'checks', request =>
    ok(checkRun(request.hub, request.repo, find(request))),
  ),
  route('checks/update', `PATCH ${repo}/check-runs/{check_run_id}`, 'checks:write', update),
  route('checks/rerequest-run', `POST ${repo}/check-runs/{check_run_id}/rerequest`, 'checks:write', request => {
    rerequest(request.hub, request.repo, request.actor, find(request));
    return ok({}, 201);
  }),
  route('checks/list-for-ref', `GET ${repo}/commits/{ref}/check-runs`, 'checks', async request => {
    const sha = await commitOf(request);
    return listed(
      request,
      [...request.repo.checkRuns.values()].filter(run => run.headSha === sha),
    );
  }),
  route('checks/list-for-suite', `GET ${repo}/check-suites/{check_suite_id}/check-runs`, 'checks', request => {
    const id = Number(request.params.check_suite_id);
    return listed(
      request,
      [...request.repo.checkRuns.values()].filter(run => run.suite.id === id),
    );
  }),
];
