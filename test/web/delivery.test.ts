// The webhook's door against strangers, over real sockets: odd requests, endless and huge bodies, and what of it gets into the log.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/compose.ts';
import { createClient } from '../../src/github/client.ts';
import { createLog } from '../../src/log.ts';
import { WEBHOOKS_PATH } from '../../src/web/path.ts';
import { type Listening, serve } from '../../src/web/server.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const SECRET = 'x'.repeat(32);
const MARK = 'payload-of-a-stranger';

const lines: string[] = [];
const received: { name: string; id: string; payload: unknown }[] = [];
let failing: Error | undefined;
let server: Listening;

beforeAll(async () => {
  const log = createLog('debug', { write: line => lines.push(line) });
  const client = createClient({ appId: 1, privateKey: key, webhookSecret: SECRET, pace: false, log });
  const receive = async (name: string, payload: unknown, id: string) => {
    if (failing) throw failing;
    received.push({ name, id, payload });
  };
  const app = { client, receive, hindrance: async () => undefined } as unknown as App;
  server = await serve(app, { host: '127.0.0.1', port: 0, patience: { headersMs: 300, bodyMs: 300 } });
});
afterAll(() => server.close());
afterEach(() => {
  lines.length = 0;
  received.length = 0;
  failing = undefined;
});

const BODY = JSON.stringify({ action: 'opened', text: MARK });
const sign = (body: string, secret = SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const headersOf = (body: string): Record<string, string> => ({
  ...{ 'content-type': 'application/json', 'x-github-event': 'issues', 'x-github-delivery': 'd-1' },
  'x-hub-signature-256': sign(body),
});

async function post(headers: Record<string, string>, body = BODY, method = 'POST'): Promise<[number, string]> {
  const init = method === 'POST' ? { method, headers, body } : { method, headers };
  const response = await fetch(`${server.url}${WEBHOOKS_PATH}`, init);
  return [response.status, (await response.text()).trim()];
}

describe('a delivery', () => {
  test('signed as GitHub signs is received once, whatever its event is called', async () => {
    expect(await post({ ...headersOf(BODY), 'x-github-event': 'something_new' })).toEqual([200, 'ok']);
    expect(received).toEqual([{ name: 'something_new', id: 'd-1', payload: { action: 'opened', text: MARK } }]);
  });

  test.each<[string, Record<string, string>, number]>([
    ['SEC-61 a wrong signature', { 'x-hub-signature-256': sign(BODY, 'y'.repeat(32)) }, 401],
    ['SEC-60 signed with the word everybody knows', { 'x-hub-signature-256': sign(BODY, 'development') }, 401],
    ['SEC-61 a signature of the wrong length', { 'x-hub-signature-256': 'sha256=abc' }, 400],
    ['SEC-61 only the old kind of signature', { 'x-hub-signature-256': '', 'x-hub-signature': 'sha1=abc' }, 400],
    ['another type', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['an event with a path in it', { 'x-github-event': '../../x' }, 400],
    ['a delivery id of a thousand characters', { 'x-github-delivery': 'd'.repeat(1000) }, 400],
    ['a delivery id that is no id', { 'x-github-delivery': '{"a":1}' }, 400],
  ])('%s is refused, and nothing of it is parsed or logged', async (_, more, status) => {
    const [answered, text] = await post({ ...headersOf(BODY), ...more });
    expect(answered).toBe(status);
    expect(text).not.toMatch(/ at |node_modules|Error/);
    expect(received).toEqual([]);
    expect(lines.join('')).not.toContain(MARK);
    expect(lines.join('')).not.toContain('sha256=');
  });

  test.each(['not json', '[1]', 'null', '"text"', ' '])('signed, but %j is no payload: 400', async body => {
    expect((await post(headersOf(body), body))[0]).toBe(400);
    expect(received).toEqual([]);
  });

  test.each(['GET', 'PUT', 'DELETE'])('%s is not how deliveries come: 405', async method => {
    expect((await post({}, BODY, method))[0]).toBe(405);
  });

  test('SEC-61 one that cannot be stored is answered 500; the log says why and holds nothing of it', async () => {
    failing = Object.assign(new Error(`database ${'long '.repeat(1000)}`), { body: MARK.repeat(1000) });
    expect(await post(headersOf(BODY))).toEqual([500, 'the delivery could not be stored']);
    expect(lines.join('')).toContain('could not be stored');
    expect(lines.join('')).not.toContain(MARK);
    expect(lines.filter(line => line.length > 1000)).toEqual([]);
  });
});

/** Streams `bytes` without a content-length; answers the status, or `closed` when the server ends it first. */
function flood(bytes: number, headers: Record<string, string>): Promise<number | 'closed'> {
  return new Promise(resolve => {
    const out = send(`${server.url}${WEBHOOKS_PATH}`, { method: 'POST', headers }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    out.on('error', () => resolve('closed'));
    const chunk = Buffer.alloc(64 * 1024, 'a');
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !out.destroyed) {
        left -= chunk.length;
        if (!out.write(chunk)) return void out.once('drain', more);
      }
      if (!out.destroyed) out.end();
    };
    more();
  });
}

describe('SEC-62 a huge body', () => {
  const forged = { ...headersOf(BODY), 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };

  test('of 120 MB, in chunks and with forged headers, is cut off at 25 MB; memory stays bounded', async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    const outcome = await flood(120 * 1024 * 1024, forged);
    clearInterval(watch);
    expect([413, 408, 'closed']).toContain(outcome);
    expect(peak - before).toBeLessThan(110 * 1024 * 1024);
    expect(lines.join('').length).toBeLessThan(2000);
  });

  test('without a signature is refused before it is read', async () => {
    const { 'x-hub-signature-256': _, ...unsigned } = forged;
    expect([400, 'closed']).toContain(await flood(120 * 1024 * 1024, unsigned));
  });

  test('that says how long it is, is refused at its word', async () => {
    const outcome = await new Promise(resolve => {
      const headers = { ...forged, 'content-length': String(26 * 1024 * 1024) };
      const out = send(`${server.url}${WEBHOOKS_PATH}`, { method: 'POST', headers }, response =>
        resolve(response.statusCode),
      );
      out.on('error', () => {});
      out.flushHeaders();
    });
    expect(outcome).toBe(413);
  });
});

/** What the server says to somebody who sends this and then waits. */
function slow(text: string): Promise<string> {
  return new Promise(resolve => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let heard = '';
    socket.on('data', chunk => (heard += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

describe('SEC-62 somebody slow', () => {
  const head = (headers: Record<string, string>): string =>
    `POST ${WEBHOOKS_PATH} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}`;

  test('who never ends the headers is cut off', async () => {
    expect(await slow(head({ 'content-type': 'application/json' }))).toMatch(/^HTTP\/1.1 408|^$/);
  });

  test('who never ends the body is cut off', async () => {
    expect(await slow(`${head({ ...headersOf(BODY), 'content-length': '500' })}\r\n{`)).toMatch(/^HTTP\/1.1 408/);
  });

  test('who sends what is no HTTP gets no stack', async () => {
    expect(await slow('\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  });
});

describe('the log', () => {
  test('SEC-62 a line is at most a thousand characters, and what it is about is kept', () => {
    createLog('info', { write: line => lines.push(line) }).warn({ run: 'r7', text: 'a'.repeat(9000) }, 'too long');
    expect(lines[0]?.length).toBeLessThan(1000);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ run: 'r7', msg: 'too long' });
  });

  test('an error is written by its words, without what it carries along', () => {
    const error = Object.assign(new Error('no'), { status: 401, request: { headers: { authorization: 'token t' } } });
    createLog('info', { write: line => lines.push(line) }).error(error, 'failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { type: 'Error', message: 'no', status: 401 } });
    expect(lines[0]).not.toContain('authorization');
  });
});
