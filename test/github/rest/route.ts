// A route, what it is given, and what it may answer.
import type { Actor, Hub } from '../hub.ts';
import type { Json } from '../shapes/account.ts';
import type { Level, Repo, Thread } from '../state/model.ts';
import { notFound } from './api-error.ts';
import type { Caller } from './auth.ts';

// `thread` is issues or pull_requests, whichever the number in the address is; `app` wants the app's own JWT.
export type Need =
  | 'app'
  | 'anyone'
  | 'token'
  | 'thread'
  | 'issues'
  | 'pull_requests'
  | 'contents'
  | 'checks'
  | 'statuses'
  | 'metadata'
  | 'members';

export interface Request {
  hub: Hub;
  caller: Caller;
  actor: Actor;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: Json;
  repo: Repo;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  id: string; // GitHub's operationId
  method: string;
  path: string;
  need: Need;
  level: Level;
  handle(request: Request): Answer | Promise<Answer>;
}

type Handle = Route['handle'];

export function route(id: string, address: string, need: Need | `${Need}:write`, handle: Handle): Route {
  const [method = '', path = ''] = address.split(' ');
  const [name, level] = need.split(':');
  return { id, method, path, need: name as Need, level: level === 'write' ? 'write' : 'read', handle };
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body });
export const empty = (): Answer => ({ status: 204 });

export function threadOf(request: Request): Thread {
  const thread = request.repo.threads.get(Number(request.params.issue_number ?? request.params.pull_number));
  if (!thread) throw notFound();
  return thread;
}

export const text = (body: Json, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// A page of a list, with GitHub's Link header.
export function page(request: Request, all: unknown[], wrap: (items: unknown[]) => unknown = items => items): Answer {
  const size = Math.min(100, Math.max(1, Number(request.query.get('per_page')) || 30));
  const at = Math.max(1, Number(request.query.get('page')) || 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const items = all.slice((at - 1) * size, at * size);
  const links: [string, number][] = [];
  if (at > 1) links.push(['prev', at - 1]);
  if (at < last) links.push(['next', at + 1], ['last', last]);
  if (at > 1) links.push(['first', 1]);
  const header = links.map(([rel, number]) => `<${linkTo(request, number)}>; rel="${rel}"`).join(', ');
  return { status: 200, body: wrap(items), headers: header === '' ? {} : { link: header } };
}

function linkTo(request: Request, number: number): string {
  const url = new URL(request.hub.apiUrl + request.params.pathname);
  url.search = request.query.toString();
  url.searchParams.set('page', String(number));
  return url.href;
}
