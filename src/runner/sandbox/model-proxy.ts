// Speaks to model services for the agent: it has a dummy, the key is put in here, what is asked for is checked, counted and capped.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plain,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as secure } from 'node:https';
import { type Cap, openLedger, overCap } from './ledger.ts';
import type { ModelApi } from './models.ts';
import { type Used, usageReader } from './usage.ts';

export interface ModelProxyOptions {
  models: readonly ModelApi[];
  cap: Cap;
  /** The run's folder. */
  ledger: string;
}
export interface ModelProxy {
  server: Server;
  /** What this job used, as far as services told; undefined when they told nothing. */
  used(): Used | undefined;
  /** Things a person should know: a cap that was reached, paths that were refused. */
  notes(): string[];
  close(): void;
}

/** Headers that concern one connection only, and those that would name or override the key. */
const OURS = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'expect', 'authorization', 'x-api-key', 'x-goog-api-key', 'cookie', 'accept-encoding'],
]);

export function modelProxy({ models, cap, ledger: folder }: ModelProxyOptions): ModelProxy {
  const ledger = openLedger(folder);
  const notes = new Set<string>();
  let used: Used | undefined;
  const count = (more: Used): void => {
    ledger.end(more);
    used = { tokensIn: (used?.tokensIn ?? 0) + more.tokensIn, tokensOut: (used?.tokensOut ?? 0) + more.tokensOut };
  };
  const server = createServer((request, response) => {
    const asked = route(models, request);
    if (asked === undefined) {
      if (notes.size < 20)
        notes.add(`The agent asked its model service for something that is not allowed: ${named(request)}.`);
      return refuse(response, 403, 'this request is not one an agent needs');
    }
    const over = overCap(ledger.read(), cap);
    if (over !== undefined) {
      notes.add(`The run's cap on its model service is reached: ${over}. Further requests were refused.`);
      return refuse(response, 429, `the run's cap is reached: ${over}`);
    }
    ledger.begin();
    forward(asked, { request, response, count });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  return {
    server,
    used: () => used,
    notes: () => [...notes],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Asked {
  api: ModelApi;
  url: URL;
}

/** `/<name>/path`: the service and its own address, when method and path are among those that are allowed. */
function route(models: readonly ModelApi[], request: IncomingMessage): Asked | undefined {
  const [, name = '', rest = ''] = /^\/([a-z]+)(\/[^\s#\\]*)$/.exec(request.url ?? '') ?? [];
  const api = models.find(model => model.name === name);
  const [path = '', ...query] = rest.split('?');
  if (!api?.paths.test(`${request.method} ${path}`)) return undefined;
  const url = new URL(api.upstream + path);
  // A key in the query would be another way to name one.
  const asked = new URLSearchParams(query.join('?'));
  asked.delete('key');
  url.search = asked.toString();
  return { api, url };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  count(used: Used): void;
}

function forward({ api, url }: Asked, { request, response, count }: Exchange): void {
  const headers = { ...passed(request.headers), [api.header]: api.scheme + api.key, 'accept-encoding': 'identity' };
  const ask = url.protocol === 'http:' ? plain : secure;
  const upstream = ask(url, { method: request.method ?? 'GET', headers }, answer => {
    const reader = usageReader();
    answer.on('data', (chunk: Buffer) => reader.push(chunk));
    // Also when the agent hung up: what was used was used.
    answer.once('close', () => {
      const used = reader.used();
      if (used !== undefined) count(used);
    });
    answer.once('error', () => response.destroy());
    response.writeHead(answer.statusCode ?? 502, passed(answer.headers));
    answer.pipe(response);
  });
  upstream.once('error', () => refuse(response, 502, 'the model service does not answer'));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OURS.has(name) && !name.startsWith('set-')));
}

/** In the form the services use, so that agents show the words. */
function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ type: 'error', error: { type: 'ultraloop', message: `ultraloop: ${message}` } }));
}

function named({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${url.split('?')[0]}`.replace(/[^\w ./:-]/g, '?').slice(0, 120);
}
