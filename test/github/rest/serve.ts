// Answers one REST request: who calls, may they, what happens, and what every answer of GitHub's carries.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../faults.ts';
import { etagOf, readBody, requestId, send } from '../http.ts';
import { type Actor, type Hub, now } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import { apiError, isApiError, notFound } from './api-error.ts';
import { type Caller, identify } from './auth.ts';
import { count } from './limits.ts';
import type { Find } from './match.ts';
import { authorise, repoOfParams } from './permissions.ts';
import type { Answer, Route } from './route.ts';

export interface Exchange {
  method: string;
  url: string; // path and query, without /api/v3
  requestBody: unknown;
  status: number;
  responseBody: unknown;
  responseType: string;
  operationId: string | null;
}

interface Outcome {
  answer: Answer;
  route: Route | null;
  caller: Caller;
  body: unknown;
}

export async function serveRest(
  hub: Hub,
  find: Find,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const method = request.method ?? 'GET';
  const fault = hub.faults.take(method, url.pathname, false);
  if (fault?.delayMs) await sleep(fault.delayMs);
  const outcome = await answer(hub, find, request, url, fault);
  const { route, caller } = outcome;
  const tokenPermissions = caller.kind === 'token' && caller.token.installation ? caller.token.permissions : null;
  const { status } = outcome.answer;
  count(hub.counters, {
    method,
    path: url.pathname,
    operationId: route?.id ?? `${method} ${url.pathname}`,
    status,
    at: now(),
    tokenPermissions,
  });
  if (fault?.lostResponse) return void response.destroy();
  const headers = headersOf(hub, outcome.answer);
  const text = bodyText(outcome.answer.body);
  const unchanged = method === 'GET' && status === 200 && request.headers['if-none-match'] === etagOf(text);
  if (method === 'GET' && status === 200) headers.etag = etagOf(text);
  if (unchanged) send(response, 304, headers, '');
  else send(response, status, headers, text);
  const shown = { status: unchanged ? 304 : status, responseBody: unchanged ? undefined : outcome.answer.body };
  // An answer made up by a fault is not the simulator's, so nobody judges it.
  if (fault?.status !== undefined) return;
  hub.onExchange({
    method,
    url: url.pathname + url.search,
    requestBody: outcome.body,
    ...shown,
    responseType: headers['content-type'] ?? '',
    operationId: route?.id ?? null,
  });
}

async function answer(hub: Hub, find: Find, request: IncomingMessage, url: URL, fault: Fault | null): Promise<Outcome> {
  const outcome: Outcome = { answer: { status: 500 }, route: null, caller: { kind: 'nobody' }, body: undefined };
  try {
    const raw = await readBody(request);
    outcome.body = parseBody(raw);
    const found = find(request.method ?? 'GET', url.pathname);
    outcome.route = found?.route ?? null;
    outcome.caller = identify(hub.state, request.headers);
    if (fault?.status !== undefined) {
      outcome.answer = {
        status: fault.status,
        body: fault.body ?? { message: `fault ${fault.status}` },
        headers: fault.headers ?? {},
      };
      return outcome;
    }
    if (!found) throw notFound();
    outcome.answer = await run(hub, found.route, found.params, outcome, request, url);
  } catch (error) {
    if (!isApiError(error)) hub.onError(error);
    const known = isApiError(error) ? error : apiError(500, error instanceof Error ? error.message : String(error));
    outcome.answer = { status: known.status, body: known.body };
  }
  return outcome;
}

async function run(
  hub: Hub,
  route: Route,
  params: Record<string, string>,
  outcome: Outcome,
  request: IncomingMessage,
  url: URL,
): Promise<Answer> {
  const { caller } = outcome;
  const repo = repoOfParams(hub.state, params);
  if (params.repo !== undefined && !repo) throw notFound();
  authorise(route, caller, repo, params);
  const body = (outcome.body ?? {}) as Json;
  const actor = actorOf(hub, caller);
  // A route without {repo} never looks at it, so it may be absent there.
  return route.handle({
    hub,
    caller,
    actor,
    params,
    query: url.searchParams,
    headers: request.headers,
    body,
    repo: repo as never,
  });
}

function actorOf(hub: Hub, caller: Caller): Actor {
  if (caller.kind === 'token') return { account: caller.account, app: caller.app };
  if (caller.kind === 'app') return { account: caller.app.bot, app: caller.app };
  return { account: hub.ghost, app: null };
}

function parseBody(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw apiError(400, 'Problems parsing JSON');
  }
}

function bodyText(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function headersOf(hub: Hub, answer: Answer): Record<string, string> {
  const rate = hub.rate(true);
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-github-request-id': requestId(),
    'x-github-media-type': 'github.v3; format=json',
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-used': String(rate.used),
    'x-ratelimit-reset': String(rate.reset),
    'x-ratelimit-resource': 'core',
    'cache-control': 'private, max-age=60, s-maxage=60',
    ...answer.headers,
  };
}
