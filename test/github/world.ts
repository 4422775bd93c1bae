// A small world for the simulator's own tests: one organisation, one repository, one app installed on it, and a judge.
import { execFile } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Octokit } from '@octokit/rest';
import { type Contract, createContract } from '../contract/contract.ts';
import { type App, type GitHub, type GitHubOptions, type Installation, startGitHub } from './index.ts';
import type { Permissions } from './state/model.ts';

export const REPO = 'acme/widgets';
export const at = { owner: 'acme', repo: 'widgets' };

interface Heard {
  event: string;
  action: string | undefined;
  guid: string;
  headers: Record<string, unknown>;
  body: string;
  payload: Record<string, unknown>;
}

// Making a key takes a quarter of a second, so the worlds share one.
export const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();

export interface World {
  dir: string;
  github: GitHub;
  contract: Contract;
  app: App;
  privateKey: string;
  installation: Installation;
  heard: Heard[];
  answerWith: { status: number; delayMs: number };
  asApp(): Octokit;
  token(ask?: { permissions?: Permissions; repositories?: string[] }): Promise<string>;
  octokit(token: string): Octokit;
  git(folder: string, ...args: string[]): Promise<string>;
  cloneUrl(token: string): string;
  names(): string[]; // the events heard so far, as event.action
  close(): Promise<void>;
}

export async function createWorld(options: Partial<GitHubOptions> = {}): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'simulator-'));
  const contract = createContract();
  const heard: Heard[] = [];
  const answerWith = { status: 200, delayMs: 0 };
  const receiver = await listenForWebhooks(heard, answerWith);
  const github = await startGitHub({ dir: join(dir, 'github'), ...contract, ...options });
  const { app, privateKey } = github.createApp({
    id: 4242,
    privateKey: KEY,
    webhookUrl: receiver.url,
    webhookSecret: 'secret',
  });
  github.createOrg('acme', ['mona']);
  await github.createRepo({
    owner: 'acme',
    name: 'widgets',
    files: { 'README.md': '# Widgets\n', 'src/a.txt': 'one\ntwo\nthree\n' },
  });
  github.setPermission(REPO, 'mona', 'write');
  github.createUser('stranger');
  const installation = github.install(app, REPO);
  await github.idle();
  heard.length = 0;
  const octokit = (auth: string): Octokit => new Octokit({ auth, baseUrl: github.apiUrl, log: silent });
  const asApp = (): Octokit => octokit(signJwt(app.id, privateKey));
  return {
    dir,
    github,
    contract,
    app,
    privateKey,
    installation,
    heard,
    answerWith,
    asApp,
    octokit,
    async token(ask = {}) {
      const answer = await asApp().rest.apps.createInstallationAccessToken({
        installation_id: installation.id,
        ...(ask as object),
      });
      return answer.data.token;
    },
    git: (folder, ...args) => runGit(join(dir, folder), args),
    cloneUrl: token => `${github.url.replace('http://', `http://x-access-token:${token}@`)}/${REPO}.git`,
    names: () => heard.map(item => (item.action === undefined ? item.event : `${item.event}.${item.action}`)),
    async close() {
      await github.idle();
      await github.close();
      receiver.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function listenForWebhooks(heard: Heard[], answerWith: World['answerWith']) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const payload = JSON.parse(body) as Record<string, unknown>;
    const { headers } = request;
    const action = payload.action as string | undefined;
    heard.push({
      event: String(headers['x-github-event']),
      action,
      guid: String(headers['x-github-delivery']),
      headers,
      body,
      payload,
    });
    const answer = (): unknown => response.writeHead(answerWith.status).end();
    setTimeout(answer, answerWith.delayMs).unref();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/github/webhooks`, close };
}

export function signJwt(appId: number, key: string, { seconds = 540, issued = -30 } = {}): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const time = Math.floor(Date.now() / 1000);
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: time + issued, exp: time + seconds, iss: String(appId) })}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

const run = promisify(execFile);

async function runGit(folder: string, args: string[]): Promise<string> {
  const identity = {
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  };
  const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const { stdout } = await run('git', args, { cwd: folder, env: { ...process.env, ...identity, ...quiet } });
  return stdout.trim();
}
