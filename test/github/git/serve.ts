// git's smart HTTP over real bare repositories, with GitHub's rules about tokens.
import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { changeRefs, changesBetween } from '../actions/refs.ts';
import { send } from '../http.ts';
import type { Actor, Hub } from '../hub.ts';
import { packageRoot } from '../package-root.ts';
import { isApiError } from '../rest/api-error.ts';
import { identify } from '../rest/auth.ts';
import { allows, covers } from '../rest/tokens.ts';
import type { Repo, Token } from '../state/model.ts';
import { roleOf } from '../state/state.ts';
import { readRefs } from './refs.ts';
import { GIT_ENV } from './spawn.ts';

export const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

type Service = 'git-upload-pack' | 'git-receive-pack';

export async function serveGit(hub: Hub, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const [, owner = '', name = '', what = ''] = GIT_PATH.exec(url.pathname) ?? [];
  const fault = hub.faults.take(request.method ?? 'GET', url.pathname, true);
  if (fault?.delayMs) await sleep(fault.delayMs);
  if (fault?.status !== undefined) return send(response, fault.status, fault.headers ?? {}, 'fault\n');
  const service = (what === 'info/refs' ? url.searchParams.get('service') : what) as Service;
  const repo = hub.state.repos.get(`${owner}/${name}`.toLowerCase());
  const refusal = refuse(hub, request, repo, service);
  if (refusal || !repo) return refuseWith(response, refusal ?? { status: 404, message: 'Repository not found.\n' });
  if (what === 'info/refs') return advertise(request, response, repo, service);
  if (service === 'git-upload-pack')
    return void (await run(request, response, [service.slice(4), '--stateless-rpc', repo.gitDir], fault?.lostResponse));
  await receive(hub, request, response, repo, fault?.lostResponse);
}

interface Refusal {
  status: number;
  message: string;
}

function refuse(hub: Hub, request: IncomingMessage, repo: Repo | undefined, service: Service): Refusal | null {
  const token = tokenOf(hub, request);
  const write = service === 'git-receive-pack';
  if (token === 'bad')
    return {
      status: 401,
      message: 'Invalid username or token. Password authentication is not supported for Git operations.\n',
    };
  if (!repo) return token === null ? { status: 401, message: '' } : { status: 404, message: 'Repository not found.\n' };
  if (token === null) return repo.private || write ? { status: 401, message: '' } : null;
  const allowed = mayUse(token, repo, write);
  if (!allowed)
    return write
      ? { status: 403, message: `Permission to ${repo.owner.login}/${repo.name}.git denied to ${token.user.login}.\n` }
      : { status: 404, message: 'Repository not found.\n' };
  if (write && repo.archived) return { status: 403, message: 'This repository was archived so it is read-only.\n' };
  return null;
}

function tokenOf(hub: Hub, request: IncomingMessage): Token | 'bad' | null {
  try {
    const caller = identify(hub.state, request.headers);
    return caller.kind === 'token' ? caller.token : caller.kind === 'nobody' ? null : 'bad';
  } catch (error) {
    if (isApiError(error)) return 'bad';
    throw error;
  }
}

function mayUse(token: Token, repo: Repo, write: boolean): boolean {
  if (token.installation) {
    if (!write && !repo.private) return true;
    return covers(token, repo) && allows(token.permissions, 'contents', write ? 'write' : 'read');
  }
  const { role } = roleOf(repo, token.user.login);
  return write ? role === 'write' || role === 'admin' : role !== 'none';
}

function refuseWith(response: ServerResponse, { status, message }: Refusal): void {
  const challenge: Record<string, string> = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  send(response, status, { 'content-type': 'text/plain; charset=utf-8', ...challenge }, message);
}

const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

async function advertise(
  request: IncomingMessage,
  response: ServerResponse,
  repo: Repo,
  service: Service,
): Promise<void> {
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack')
    return send(response, 403, {}, 'Please upgrade your git client.\n');
  response.writeHead(200, { 'content-type': `application/x-${service}-advertisement`, 'cache-control': 'no-cache' });
  response.write(`${packet(`# service=${service}\n`)}0000`);
  await run(request, response, [service.slice(4), '--stateless-rpc', '--http-backend-info-refs', repo.gitDir]);
}

// Pushes are found by comparing refs: a big push first sends a probe, so requests cannot be counted.
async function receive(
  hub: Hub,
  request: IncomingMessage,
  response: ServerResponse,
  repo: Repo,
  lost: true | undefined,
): Promise<void> {
  const token = tokenOf(hub, request);
  if (token === null || token === 'bad') return refuseWith(response, { status: 401, message: '' });
  const actor: Actor = { account: token.user, app: token.installation?.app ?? null };
  const workflows = !token.installation || allows(token.permissions, 'workflows', 'write');
  const hooks = workflows ? [] : ['-c', `core.hooksPath=${join(packageRoot(), 'test/github/git/hooks')}`];
  await changeRefs(hub, repo, actor, async () => {
    const before = await readRefs(repo.gitDir);
    await run(request, response, [...hooks, 'receive-pack', '--stateless-rpc', repo.gitDir], lost, true);
    return changesBetween(before, await readRefs(repo.gitDir));
  });
  if (!lost) response.end();
}

function run(
  request: IncomingMessage,
  response: ServerResponse,
  args: string[],
  lost?: true,
  keepOpen = false,
): Promise<void> {
  const version = request.headers['git-protocol'];
  const env = typeof version === 'string' ? { ...GIT_ENV, GIT_PROTOCOL: version } : GIT_ENV;
  const child = spawn('git', ['-c', 'safe.directory=*', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  if (!response.headersSent)
    response.writeHead(200, {
      'content-type': `${request.url?.replace(/.*\/(git-[a-z-]+)$/, 'application/x-$1-result')}`,
      'cache-control': 'no-cache',
    });
  const input = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  input.pipe(child.stdin);
  child.stdin.on('error', () => undefined); // git may stop reading early, and says why on its output
  child.stderr.resume();
  if (lost) child.stdout.resume();
  else child.stdout.pipe(response, { end: false });
  response.on('close', () => child.exitCode === null && child.kill());
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      if (lost) response.destroy();
      else if (!keepOpen) response.end();
      resolve();
    });
  });
}
