// One HTTP server on 127.0.0.1: the API with and without /api/v3, git, and the pages.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GIT_PATH, serveGit } from './git/serve.ts';
import { serveGraphql } from './graphql/serve.ts';
import { send } from './http.ts';
import type { Hub } from './hub.ts';
import { servePage } from './pages/serve.ts';
import { createMatcher } from './rest/match.ts';
import { routes } from './rest/routes.ts';
import { serveRest } from './rest/serve.ts';

export async function listen(port: number): Promise<{ server: Server; url: string }> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export function serve(server: Server, hub: Hub): void {
  const find = createMatcher(routes);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', hub.url);
    if (GIT_PATH.test(url.pathname)) return serveGit(hub, request, response, url);
    if (/^(\/api)?\/graphql$/.test(url.pathname)) return serveGraphql(hub, request, response);
    if (!isApi(request, url)) return servePage(hub, request, response, url);
    url.pathname = url.pathname.replace(/^\/api\/v3(?=\/|$)/, '') || '/';
    return serveRest(hub, find, request, response, url);
  };
  server.on('request', (request, response) => {
    handle(request, response).catch(error => {
      hub.onError(error);
      if (!response.headersSent) send(response, 500, {}, String(error));
      else response.destroy();
    });
  });
}

// The API is served with and without /api/v3; without it, these first words tell it from an owner's page.
const API = /^\/(api\/v3|app|apps|app-manifests|repos|user|users|orgs|organizations|installation|rate_limit|zen)(\/|$)/;

function isApi(request: IncomingMessage, url: URL): boolean {
  return API.test(url.pathname) || /application\/(json|vnd\.github)/.test(request.headers.accept ?? '');
}

export const stop = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
