// The HTTP side as whoever watches the host sees it (K16): alive, able to work, and closed to everything else.
import { generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/compose.ts';
import { createClient } from '../../src/github/client.ts';
import { WEBHOOKS_PATH } from '../../src/web/path.ts';
import { type Listening, serve } from '../../src/web/server.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();

let hindrance: string | undefined;
let server: Listening;

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const client = createClient({ appId: 1, privateKey: key, webhookSecret: 'x'.repeat(32), pace: false, log });
  // Of the app, only what the server asks for: no delivery gets past an unsigned request.
  server = await serve({ client, hindrance: async () => hindrance } as unknown as App, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function get(path: string, init?: RequestInit): Promise<[status: number, text: string]> {
  const response = await fetch(`${server.url}${path}`, init);
  return [response.status, (await response.text()).trim()];
}

describe('K16 health', () => {
  test('/readyz says why the app cannot work, and that it can again', async () => {
    hindrance = 'no sandbox: bubblewrap is not installed';
    expect(await get('/readyz')).toEqual([503, hindrance]);
    hindrance = undefined;
    expect(await get('/readyz')).toEqual([200, 'ready']);
  });

  test('/healthz says that the process lives, whatever hinders it', async () => {
    hindrance = 'the database does not answer';
    expect(await get('/healthz')).toEqual([200, 'ok']);
  });

  test.each(['/', '/metrics', '/probot', '/healthz/'])('%s is nothing', async path => {
    expect((await get(path))[0]).toBe(404);
  });

  test('a delivery without a signature is refused', async () => {
    const headers = { 'content-type': 'application/json', 'x-github-event': 'issues', 'x-github-delivery': 'd1' };
    const [status] = await get(WEBHOOKS_PATH, { method: 'POST', headers, body: '{}' });
    expect(status).toBe(400);
  });
});
