// Serves the pages. Plain HTML from the server, no script.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, send } from '../http.ts';
import type { Hub } from '../hub.ts';
import { isApiError } from '../rest/api-error.ts';
import { diff } from '../rest/pull-routes.ts';
import type { Account, Repo, Thread } from '../state/model.ts';
import { act } from './act.ts';
import { checksPage, commitPage, commitsPage, comparePage, fileAt, filePage, filesPage, runPage } from './diff.ts';
import { deliveries, home, repoHome } from './home.ts';
import { html } from './html.ts';
import { layout, type Visit } from './layout.ts';
import { STYLE } from './style.ts';
import { threadPage } from './thread.ts';

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' https: data:; form-action 'self'; frame-ancestors 'none'",
};

export async function servePage(hub: Hub, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const who = visitor(hub, request);
  if (request.method === 'POST' && url.pathname === '/_act') return submit(hub, request, response, who);
  if (url.pathname === '/_style.css')
    return send(response, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=60' }, STYLE);
  if (url.pathname.startsWith('/avatars/'))
    return send(response, 200, { 'content-type': 'image/svg+xml' }, avatarImage(url.pathname));
  const visit: Visit = { hub, url, who };
  const found = await page(visit);
  if (typeof found === 'string') return send(response, 200, HTML, found);
  if (found)
    return send(
      response,
      200,
      { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
      found.text,
    );
  send(
    response,
    404,
    HTML,
    layout(visit, 'Not found', html`<h1>Not found</h1><p>There is nothing at <code>${url.pathname}</code>.</p>`),
  );
}

type Page = string | { text: string | Buffer } | null;

async function page(visit: Visit): Promise<Page> {
  const { hub, url } = visit;
  if (url.pathname === '/') return home(visit);
  if (url.pathname === '/settings/deliveries') return deliveries(visit);
  const [owner = '', name = '', kind = '', ...rest] = decodeURIComponent(url.pathname).slice(1).split('/');
  const repo = hub.state.repos.get(`${owner}/${name}`.toLowerCase());
  if (!repo) return null;
  return kind === '' ? repoHome(visit, repo) : inside(visit, repo, kind, rest);
}

async function inside(visit: Visit, repo: Repo, kind: string, rest: string[]): Promise<Page> {
  const path = rest.join('/');
  if (kind === 'commit') return commitPage(visit, repo, path);
  if (kind === 'compare') return comparePage(visit, repo, path);
  if (kind === 'blob') return filePage(visit, repo, path);
  if (kind === 'raw') {
    const file = await fileAt(repo, path);
    return file ? { text: file.content } : null;
  }
  if (kind === 'runs') {
    const run = repo.checkRuns.get(Number(path));
    return run ? runPage(visit, repo, run) : null;
  }
  if (kind === 'issues' || kind === 'pulls')
    return path === '' ? repoHome(visit, repo) : about(visit, repo.threads.get(Number(path)), '');
  return kind === 'pull' ? pullParts(visit, repo, rest) : null;
}

async function pullParts(visit: Visit, repo: Repo, rest: string[]): Promise<Page> {
  const thread = repo.threads.get(Number.parseInt(rest[0] ?? '', 10));
  if (!thread?.pull) return null;
  if (/\.(diff|patch)$/.test(rest[0] ?? '')) return { text: String((await diff(thread)).body) };
  return about(visit, thread, rest[1] ?? '');
}

async function about(visit: Visit, thread: Thread | undefined, tab: string): Promise<string | null> {
  if (!thread) return null;
  if (tab === 'files') return filesPage(visit, thread);
  if (tab === 'commits') return commitsPage(visit, thread);
  return tab === 'checks' ? checksPage(visit, thread) : threadPage(visit, thread);
}

function visitor(hub: Hub, request: IncomingMessage): Account {
  const [, login = ''] = /(?:^|; )as=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
  const people = [...hub.state.accounts.values()].filter(account => account.type === 'User' && account !== hub.ghost);
  return hub.state.accounts.get(decodeURIComponent(login).toLowerCase()) ?? people[0] ?? hub.ghost;
}

// Another site's page must not press these buttons, so the origin has to be this server's own.
async function submit(hub: Hub, request: IncomingMessage, response: ServerResponse, who: Account): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== hub.url) return send(response, 403, {}, 'wrong origin\n');
  const fields = new URLSearchParams((await readBody(request)).toString());
  const headers: Record<string, string> = {};
  try {
    if (fields.get('do') === 'as')
      headers['set-cookie'] = `as=${encodeURIComponent(fields.get('login') ?? '')}; Path=/; SameSite=Strict; HttpOnly`;
    const back = await act(hub, who, fields);
    const safe = /^\/(?!\/)/.test(back) ? back : '/';
    send(response, 303, { ...headers, location: safe }, '');
  } catch (error) {
    const message = isApiError(error)
      ? String(error.body.message)
      : error instanceof Error
        ? error.message
        : String(error);
    const visit = { hub, who, url: new URL('/', hub.url) };
    send(
      response,
      422,
      HTML,
      layout(
        visit,
        'Not done',
        html`<h1>Not done</h1><p>${message}</p><p><a href="${fields.get('back') ?? '/'}">Back</a></p>`,
      ),
    );
  }
}

function avatarImage(path: string): string {
  const login = decodeURIComponent(path.slice('/avatars/'.length).replace(/\.svg$/, ''));
  const hue = Number.parseInt(createHash('sha256').update(login).digest('hex').slice(0, 4), 16) % 360;
  const letter = /[a-z\d]/i.exec(login)?.[0].toUpperCase() ?? '?';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 45% 45%)"/><text x="20" y="27" font-family="sans-serif" font-size="20" fill="#fff" text-anchor="middle">${letter}</text></svg>`;
}
