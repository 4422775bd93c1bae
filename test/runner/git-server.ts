// A real smart-HTTP git server on loopback (git http-backend behind node:http) that asks for a token and writes down who came.
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { person } from './places.ts';

export interface GitServer {
  url: string;
  /** `METHOD path` and the Authorization header of every request. */
  requests: { line: string; authorization: string | undefined }[];
}
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) server.close();
});

export async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves the bare repositories below `root`; without `token` anybody may read and write. */
export async function serveGit(root: string, token?: () => string): Promise<GitServer> {
  const requests: GitServer['requests'] = [];
  const url = await listen((request, response) => {
    const { authorization } = request.headers;
    requests.push({ line: `${request.method} ${request.url}`, authorization });
    const wanted = token && `Basic ${Buffer.from(`x-access-token:${token()}`).toString('base64')}`;
    if (wanted === undefined || authorization === wanted) return backend(root, request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
  });
  return { url, requests };
}

export function allowEverything(bare: string): void {
  for (const key of ['http.receivepack', 'uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant']) {
    person(bare, 'config', key, 'true');
  }
}

function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const env = {
    ...{
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
    },
    ...{
      REQUEST_METHOD: request.method ?? '',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'bot',
    },
    ...{
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  request.pipe(child.stdin);
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdout.on('end', () => {
    const all = Buffer.concat(output);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
      .map(line => line.split(': '));
    const status = headers.find(([name]) => name === 'Status')?.[1];
    for (const [name = '', value = ''] of headers) if (name !== 'Status') response.setHeader(name, value);
    response.writeHead(status ? Number.parseInt(status, 10) : 200).end(all.subarray(end + 4));
  });
}
