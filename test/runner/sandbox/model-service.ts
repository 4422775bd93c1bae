// A stand-in for model services, which is a real HTTP server, and the app's proxy in front of it.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cap } from '../../../src/runner/sandbox/ledger.ts';
import { type ModelProxy, modelProxy } from '../../../src/runner/sandbox/model-proxy.ts';
import { keepKeys } from '../../../src/runner/sandbox/models.ts';
import type { Prices } from '../../../src/runner/sandbox/prices.ts';

export const KEY = 'sk-the-real-key-0123456789';
export const NAMES = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OTHER'];

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Reply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string;
}
export interface ModelService {
  url: string;
  /** What it was asked, bodies as far as they came. */
  seen: Seen[];
  /** How it answers from now on; a function writes by itself. */
  answers(reply: Reply | ((response: ServerResponse) => void)): void;
  close(): void;
}

export async function openService(): Promise<ModelService> {
  const seen: Seen[] = [];
  let reply: Parameters<ModelService['answers']>[0] = {};
  const server: Server = createServer((asked, response) => {
    const noted = { method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers, body: '' };
    seen.push(noted);
    asked.on('data', chunk => {
      noted.body += chunk;
    });
    asked.once('end', () => {
      if (typeof reply === 'function') return reply(response);
      const { status = 200, type = 'application/json', headers = {}, body = '{}' } = reply;
      response.writeHead(status, { 'content-type': type, 'set-cookie': 'a=b', ...headers });
      response.end(body);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    seen,
    answers(next) {
      reply = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Answer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}
export interface Proxied {
  proxy: ModelProxy;
  /** Of the run: where its ledger is. */
  dir: string;
  socketPath: string;
  ask(method: string, path: string, options?: { headers?: Record<string, string>; body?: string }): Promise<Answer>;
  close(): Promise<void>;
}

export interface ProxyOptions {
  cap?: Cap;
  prices?: Prices;
  /** Of an earlier job of the same run. */
  dir?: string;
}

export async function openProxy(url: string, { cap, prices, dir }: ProxyOptions = {}): Promise<Proxied> {
  const folder = dir ?? (await mkdtemp(join(tmpdir(), 'model-')));
  const source = Object.fromEntries(NAMES.map(name => [name, KEY]));
  const bases = { ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: `${url}/v1`, GOOGLE_GEMINI_BASE_URL: `${url}/` };
  const { models } = keepKeys(NAMES, { ...source, ...bases }, 8787);
  const usual: Cap = { requests: 100, tokens: 1_000_000 };
  const proxy = modelProxy({ models, cap: cap ?? usual, ledger: folder, ...(prices && { prices }) });
  const socketPath = join(folder, dir === undefined ? 's' : 's2');
  await new Promise<void>(resolve => proxy.server.listen(socketPath, resolve));
  return {
    ...{ proxy, dir: folder, socketPath },
    ask: (method, path, { headers = {}, body = '{}' } = {}) =>
      new Promise((resolve, reject) => {
        const asked = request({ socketPath, method, path, headers }, answer => {
          let text = '';
          answer.on('data', chunk => {
            text += chunk;
          });
          answer.once('error', reject);
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
        });
        asked.once('error', reject);
        asked.end(method === 'GET' ? undefined : body);
      }),
    async close() {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
