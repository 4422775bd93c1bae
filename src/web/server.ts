// The HTTP side: GitHub's webhooks, and health for whoever watches the host.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../compose.ts';
import { ultraloop } from '../index.ts';
import { answer } from './answer.ts';
import { takeDelivery } from './delivery.ts';
import { WEBHOOKS_PATH } from './path.ts';

export interface Listening {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** How long a stranger may take, in milliseconds. */
export interface Patience {
  headersMs: number;
  bodyMs: number;
}
const PATIENCE: Patience = { headersMs: 10_000, bodyMs: 10_000 };

interface Where {
  host: string;
  port: number;
  patience?: Patience;
}

export async function serve(app: App, { host, port, patience = PATIENCE }: Where): Promise<Listening> {
  const { probot } = app.client;
  await probot.load(ultraloop(app));
  const door = { probot, log: probot.log, bodyMs: patience.bodyMs };
  const { headersMs, bodyMs } = patience;
  const limits = {
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs,
    // How often the two above are looked at.
    connectionsCheckingInterval: Math.min(1000, headersMs),
  };
  const server = createServer(limits, (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === WEBHOOKS_PATH) return void takeDelivery(door, request, response);
    if (path === '/healthz') return answer(response, 200, 'ok');
    if (path === '/readyz') return void ready(app, response);
    // The rest of what a stranger sends is not waited for.
    response.setHeader('connection', 'close');
    answer(response, 404, 'not found');
  });
  server.maxHeadersCount = 100;
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
