// The HTTP side: GitHub's webhooks, and health for whoever watches the host.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createNodeMiddleware } from 'probot';
import type { App } from '../compose.ts';
import { ultraloop } from '../index.ts';

export const WEBHOOKS_PATH = '/api/github/webhooks';
/** GitHub's own limit for a payload. */
const MAX_BODY = 25 * 1024 * 1024;

export interface Listening {
  url: string;
  port: number;
  close(): Promise<void>;
}

export async function serve(app: App, { host, port }: { host: string; port: number }): Promise<Listening> {
  const webhooks = await createNodeMiddleware(ultraloop(app), {
    probot: app.client.probot,
    webhooksPath: WEBHOOKS_PATH,
  });
  const server = createServer((request, response) => {
    if (tooLarge(request)) return answer(response, 413, 'the payload is larger than GitHub ever sends');
    if (request.url === '/healthz') return answer(response, 200, 'ok');
    if (request.url === '/readyz') return void ready(app, response);
    webhooks(request, response, () => answer(response, 404, 'not found'));
  });
  server.requestTimeout = 30_000;
  await listen(server, host, port);
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${actual}`,
    port: actual,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

async function ready(app: App, response: ServerResponse): Promise<void> {
  const why = await app.hindrance();
  if (why === undefined) answer(response, 200, 'ready');
  else answer(response, 503, why);
}

function tooLarge(request: IncomingMessage): boolean {
  return Number(request.headers['content-length'] ?? 0) > MAX_BODY;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${text}\n`);
}
