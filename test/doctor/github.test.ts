// The doctor asks GitHub itself: a stateful one, judged by GitHub's own schemas. What is wrong there has a line that says what to do.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { githubLines } from '../../src/doctor/github.ts';
import { appLook } from '../../src/github/app-look.ts';
import { createClient } from '../../src/github/client.ts';
import { createLog } from '../../src/log.ts';
import { packageRoot } from '../../src/package-root.ts';
import { WEBHOOKS_PATH } from '../../src/web/path.ts';
import { createContract } from '../contract/contract.ts';
import { type App, type GitHub, startGitHub } from '../github/index.ts';
import { tempFolder } from '../runner/places.ts';

const SECRET = 'a-webhook-secret-of-the-tests-0123456789';
const MANIFEST = parse(readFileSync(join(packageRoot(), 'app.yml'), 'utf8'));
const REPO = 'acme/durations';

let github: GitHub;
let contract: ReturnType<typeof createContract>;
let hook: Server;
/** What the app's address answers to deliveries. */
let answer = 200;

beforeEach(async () => {
  contract = createContract();
  github = await startGitHub({
    ...{ dir: tempFolder(), onExchange: contract.onExchange, onDelivery: contract.onDelivery },
  });
  github.createOrg('acme', ['maintainer']);
  await github.createRepo({ owner: 'acme', name: 'durations', files: { 'README.md': 'x' } });
  answer = 200;
  hook = createServer((request, response) => {
    request.resume();
    response.writeHead(answer).end();
  });
  await new Promise<void>(resolve => hook.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  expect(contract.violations).toEqual([]);
  hook.close();
  await github.close();
});

interface Registered {
  permissions?: Record<string, string>;
  events?: string[];
  path?: string;
}

function register({ permissions = {}, events, path = WEBHOOKS_PATH }: Registered = {}) {
  const { port } = hook.address() as { port: number };
  return github.createApp({
    ...{ id: 4711, slug: 'ultraloop', webhookUrl: `http://127.0.0.1:${port}${path}`, webhookSecret: SECRET },
    permissions: { ...MANIFEST.default_permissions, ...permissions } as never,
    events: events ?? MANIFEST.default_events,
  });
}

async function lines(privateKey: string, { api = github.apiUrl, withinMs = 10_000, appId = 4711 } = {}) {
  const own = { appId, privateKey, webhookSecret: SECRET, baseUrl: api, pace: false };
  const client = createClient({ ...own, log: createLog('silent') });
  const ended = new AbortController();
  const all = await githubLines({ look: appLook(client, ended.signal), api, withinMs });
  ended.abort();
  return all.map(([sign, text]) => `${sign} ${text}`);
}

/** GitHub tells the app of something; what it answered is on record. */
async function deliver(app: App): Promise<void> {
  github.ping(app);
  await github.idle();
}

test('everything as it must be', async () => {
  const { app, privateKey } = register();
  github.install(app, REPO);
  await deliver(app);
  expect(await lines(privateKey)).toEqual([
    `✔ the App ultraloop of app-makers at ${github.apiUrl}`,
    '✔ permissions: all of app.yml',
    '✔ events: all of app.yml',
    '✔ installed once: acme (selected repositories)',
    expect.stringMatching(/^✔ webhook: http:\/\/127\.0\.0\.1:\d+\/api\/github\/webhooks$/),
    expect.stringMatching(/^✔ deliveries: the newest \(\S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC\) arrived$/),
  ]);
});

describe('K19 what is wrong at GitHub', () => {
  test('permissions and events that are missing, and one nobody uses', async () => {
    const { privateKey } = register({ permissions: { checks: 'read', members: 'read' }, events: ['issues'] });
    const said = await lines(privateKey);
    expect(said).toContainEqual(expect.stringMatching(/^✘ permissions: checks: write is missing: .*app\.yml says/));
    expect(said).toContain('● permissions: members: read is more than the app uses');
    expect(said).toContainEqual(expect.stringMatching(/^✘ events: issue_comment, pull_request, push, /));
    expect(said).toContainEqual(expect.stringMatching(/^✘ the App is installed nowhere/));
    expect(said).toContain('● deliveries: GitHub has not delivered anything in the last days');
  });

  test('an installation whose owner has not accepted what is asked since', async () => {
    const { app, privateKey } = register();
    const installation = github.install(app, REPO);
    installation.permissions = { ...installation.permissions, checks: 'read' };
    expect(await lines(privateKey)).toContain(
      '✘ installation of acme: its owner has not accepted the App’s new permissions',
    );
  });

  test('an address that is not the app’s', async () => {
    const { privateKey } = register({ path: '/' });
    expect(await lines(privateKey)).toContainEqual(
      expect.stringMatching(/^✘ webhook: http:\S+\/ must end with \/api\/github\/webhooks$/),
    );
  });

  test.each([
    [401, /401: the secret at GitHub is not that of WEBHOOK_SECRET/],
    [404, /404: something else answers at that address/],
    [502, /502: the app was not reached there, or not running/],
  ])('deliveries that are answered %s', async (status, words) => {
    const { app, privateKey } = register();
    github.install(app, REPO);
    answer = status;
    await deliver(app);
    const [failed] = (await lines(privateKey)).filter(line => line.includes('deliveries:'));
    expect(failed).toMatch(words);
    expect(failed).toMatch(/^✘ deliveries: the newest .*; \d+ of the last \d+ failed$/);
  });

  test('deliveries nobody answers, and those of before once it works again', async () => {
    const { app, privateKey } = register();
    github.install(app, REPO);
    github.paused = true;
    await deliver(app);
    expect(await lines(privateKey)).toContainEqual(expect.stringMatching(/^✘ deliveries: .* was not reached there/));
    github.paused = false;
    await deliver(app);
    expect(await lines(privateKey)).toContainEqual(expect.stringMatching(/^● deliveries: .* arrived; \d+ of the last/));
  });
});

describe('K19 credentials and the way to GitHub', () => {
  test('a key of another App', async () => {
    register();
    const other = github.createApp({ id: 12, slug: 'other', webhookUrl: 'http://127.0.0.1:1/', webhookSecret: SECRET });
    expect(await lines(other.privateKey)).toEqual([
      expect.stringMatching(/^✘ http\S+ does not know the App \(401\): APP_ID and private key must be of the same App/),
    ]);
  });

  test('nobody there: it says offline', async () => {
    const { privateKey } = register();
    expect(await lines(privateKey, { api: 'http://127.0.0.1:1/api/v3' })).toEqual([
      expect.stringMatching(/^✘ http:\/\/127\.0\.0\.1:1\/api\/v3 is not reached: .*Offline, or a proxy/),
    ]);
  });

  test('a GitHub that hangs is not waited for; one that fails in part tells the rest', async () => {
    const { app, privateKey } = register();
    github.install(app, REPO);
    github.faults.add({ path: /\/app$/, delayMs: 60_000 });
    expect(await lines(privateKey, { withinMs: 300 })).toEqual([
      expect.stringMatching(/^✘ .* is not reached: no answer within 0\.3 s/),
    ]);
    github.faults.clear();
    github.faults.add({ path: /\/app\/hook\/config$/, status: 500, times: 9 });
    const said = await lines(privateKey);
    expect(said).toContainEqual(expect.stringMatching(/^✘ webhook: /));
    expect(said).toContain('✔ installed once: acme (selected repositories)');
  });
});
