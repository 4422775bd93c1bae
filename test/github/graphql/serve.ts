// Answers POST /graphql by running the query on a slice of GitHub's schema.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FieldNode, type GraphQLError, getOperationAST, graphql, parse } from 'graphql';
import { gitHubSchema } from '../../contract/graphql.ts';
import { readBody, requestId, send } from '../http.ts';
import { type Hub, now } from '../hub.ts';
import { isApiError } from '../rest/api-error.ts';
import { identify } from '../rest/auth.ts';
import { count, countGraphql } from '../rest/limits.ts';
import { roots } from './roots.ts';

interface Body {
  query?: string;
  variables?: Record<string, unknown>;
  operationName?: string;
}

export async function serveGraphql(hub: Hub, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse((await readBody(request)).toString() || '{}') as Body;
  const fault = hub.faults.take('POST', '/graphql', false);
  if (fault?.delayMs) await sleep(fault.delayMs);
  const reply = (status: number, answer: unknown, headers: Record<string, string> = {}): void => {
    send(response, status, { ...common(hub), ...headers }, JSON.stringify(answer));
  };
  if (fault?.status !== undefined)
    return reply(fault.status, fault.body ?? { message: `fault ${fault.status}` }, fault.headers);
  const { status, answer, permissions } = await run(hub, request, body);
  const names = fieldsOf(body);
  for (const name of names) countGraphql(hub.counters, name);
  count(hub.counters, {
    method: 'POST',
    path: '/graphql',
    operationId: 'graphql',
    status,
    at: now(),
    tokenPermissions: permissions,
  });
  if (fault?.lostResponse) return void response.destroy();
  const exchange = { method: 'POST', url: '/graphql', requestBody: body, status, responseBody: answer };
  hub.onExchange({ ...exchange, responseType: 'application/json', operationId: `graphql ${names.join(' ')}` });
  reply(status, answer);
}

async function run(hub: Hub, request: IncomingMessage, body: Body) {
  try {
    const caller = identify(hub.state, request.headers);
    if (caller.kind !== 'token')
      return { status: 401, answer: { message: 'This endpoint requires you to be authenticated.' }, permissions: null };
    const { token, account, app } = caller;
    const result = await graphql({
      schema: gitHubSchema(),
      source: body.query ?? '',
      rootValue: roots(hub, token, { account, app }),
      variableValues: body.variables ?? {},
      ...(body.operationName ? { operationName: body.operationName } : {}),
    });
    const errors = result.errors?.map(shape);
    const answer = { ...('data' in result ? { data: result.data } : {}), ...(errors ? { errors } : {}) };
    return { status: 200, answer, permissions: token.installation ? token.permissions : null };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { status: error.status, answer: error.body, permissions: null };
  }
}

// GitHub puts the type of an error beside its message, not under `extensions`.
function shape(error: GraphQLError): object {
  const cause = error.originalError as (Error & { type?: string }) | undefined;
  const { message, locations, path } = error;
  return {
    ...(cause?.type ? { type: cause.type } : {}),
    ...(path ? { path } : {}),
    ...(locations ? { locations } : {}),
    message,
  };
}

function fieldsOf({ query, operationName }: Body): string[] {
  try {
    const operation = getOperationAST(parse(query ?? ''), operationName);
    const fields = operation?.selectionSet.selections.filter((item): item is FieldNode => item.kind === 'Field');
    return (fields ?? []).map(field => field.name.value);
  } catch {
    return [];
  }
}

function common(hub: Hub): Record<string, string> {
  const rate = hub.rate(true);
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-github-request-id': requestId(),
    'x-github-media-type': 'github.v4; format=json',
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-used': String(rate.used),
    'x-ratelimit-reset': String(rate.reset),
    'x-ratelimit-resource': 'graphql',
  };
}
