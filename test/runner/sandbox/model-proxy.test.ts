// The model service's stand-in is a real HTTP server: it tells which key it saw; the agent's side never has it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DUMMY, keepKeys } from '../../../src/runner/sandbox/models.ts';
import {
  KEY,
  type ModelService,
  NAMES,
  openProxy,
  openService,
  type Proxied,
  type ProxyOptions,
} from './model-service.ts';

const USED = '{"usage":{"input_tokens":30,"output_tokens":12}}';
let service: ModelService;
const open: Proxied[] = [];

beforeAll(async () => {
  service = await openService();
});
afterEach(async () => {
  for (const proxied of open.splice(0)) await proxied.close();
});
afterAll(() => service.close());

async function proxied(options?: ProxyOptions): Promise<Proxied> {
  service.seen.length = 0;
  service.answers({ body: USED });
  const opened = await openProxy(service.url, options);
  open.push(opened);
  return opened;
}

describe('what the agent gets', () => {
  it('a dummy and an address in place of each known key; other variables stay', () => {
    const { models, names } = keepKeys(NAMES, { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, OTHER: 'x' }, 8787);
    expect(models.map(({ name, upstream }) => [name, upstream])).toEqual([
      ['anthropic', 'https://api.anthropic.com'],
      ['openai', 'https://api.openai.com'],
    ]);
    expect(Object.assign({}, ...models.map(({ env }) => env))).toEqual({
      ANTHROPIC_API_KEY: DUMMY,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:8787/anthropic',
      OPENAI_API_KEY: DUMMY,
      OPENAI_BASE_URL: 'http://127.0.0.1:8787/openai/v1',
    });
    expect(names).toEqual(['GEMINI_API_KEY', 'OTHER']);
  });

  it('a key that is not named is not used', () => {
    expect(keepKeys(['OTHER'], { ANTHROPIC_API_KEY: KEY }, 1)).toEqual({ models: [], names: ['OTHER'] });
  });
});

describe('the model proxy', () => {
  it.each([
    ['anthropic', 'POST', '/anthropic/v1/messages', '/v1/messages', 'x-api-key', KEY],
    ['openai', 'POST', '/openai/v1/chat/completions', '/v1/chat/completions', 'authorization', `Bearer ${KEY}`],
    [
      'gemini',
      'POST',
      '/gemini/v1beta/models/g-2:streamGenerateContent?alt=sse&key=mine',
      '/v1beta/models/g-2:streamGenerateContent?alt=sse',
      'x-goog-api-key',
      KEY,
    ],
  ])(
    '%s: puts the key in, whatever the agent sent, and passes the rest on',
    async (_, method, path, asked, header, value) => {
      const { ask } = await proxied();
      const sent = {
        authorization: 'Bearer x',
        'x-api-key': DUMMY,
        'x-goog-api-key': 'x',
        cookie: 'c',
        'anthropic-version': '1',
      };
      const answer = await ask(method, path, { headers: sent, body: '{"say":"hi"}' });
      expect(answer).toMatchObject({ status: 200, text: USED });
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(JSON.stringify(answer)).not.toContain(KEY);
      const { seen, url } = service;
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatchObject({ method, url: asked, body: '{"say":"hi"}' });
      const { 'x-api-key': a, authorization: b, 'x-goog-api-key': c, cookie, host } = seen[0]?.headers ?? {};
      expect([a, b, c].filter(Boolean)).toEqual([value]);
      expect(seen[0]?.headers[header]).toBe(value);
      expect([cookie, host]).toEqual([undefined, new URL(url).host]);
      expect(seen[0]?.headers['anthropic-version']).toBe('1');
    },
  );

  it.each([
    ['GET', '/anthropic/v1/messages'],
    ['DELETE', '/anthropic/v1/models/x'],
    ['POST', '/anthropic/v1/files'],
    ['POST', '/anthropic/v1/organizations/api_keys'],
    ['POST', '/anthropic/v1/messages/../organizations'],
    ['POST', '/anthropic//evil.example/v1/messages'],
    ['GET', '/anthropic/v1/models/..'],
    ['GET', '/openai/v1/models/.'],
    ['GET', '/gemini/v1beta/models/..'],
    ['POST', '/openai/v1/messages'],
    ['POST', '/other/v1/messages'],
    ['POST', '/v1/messages'],
    ['GET', 'http://evil.example/anthropic/v1/models'],
  ])('%s %s is refused before it leaves, and told', async (method, path) => {
    const { ask, proxy } = await proxied();
    expect((await ask(method, path)).status).toBe(403);
    expect(service.seen).toEqual([]);
    expect(proxy.notes().join()).toContain('not allowed');
  });

  it.each([
    ['a plain answer', '{"usage":{"input_tokens":30,"cache_read_input_tokens":5,"output_tokens":12}}', 35, 12],
    [
      'a stream with running totals',
      'event: a\ndata: {"usage":{"input_tokens":30,"output_tokens":1}}\n\ndata: {"usage":{"output_tokens":12}}\n\n',
      30,
      12,
    ],
    ['the other service’s words', '{"usage":{"prompt_tokens":30,"completion_tokens":12,"total_tokens":42}}', 30, 12],
    [
      'the third’s',
      '{"usageMetadata":{"promptTokenCount":30,"candidatesTokenCount":7,"thoughtsTokenCount":5}}',
      30,
      12,
    ],
    [
      'words of the model that look like it',
      JSON.stringify({ text: '"input_tokens": 999', usage: { input_tokens: 3, output_tokens: 4 } }),
      3,
      4,
    ],
    ['a long answer', `{"text":"${'x'.repeat(300_000)}","usage":{"input_tokens":8,"output_tokens":9}}`, 8, 9],
  ])('counts %s', async (_, body, tokensIn, tokensOut) => {
    const { ask, proxy, dir } = await proxied();
    service.answers({ body });
    await ask('POST', '/anthropic/v1/messages');
    expect(proxy.used()).toEqual({ tokensIn, tokensOut });
    expect(JSON.parse(await readFile(join(dir, 'model-use.json'), 'utf8'))).toEqual({
      requests: 1,
      tokens: tokensIn + tokensOut,
      usd: 0,
    });
  });

  it('what was not told is unknown and not zero', async () => {
    const { ask, proxy } = await proxied();
    service.answers({});
    await ask('POST', '/anthropic/v1/messages');
    expect(proxy.used()).toBeUndefined();
  });

  it('the cap of tokens ends the spending, also of the run’s next job after a restart', async () => {
    const cap = { requests: 100, tokens: 80 };
    const { ask, proxy, dir } = await proxied({ cap });
    const answers = [1, 2, 3].map(() => () => ask('POST', '/anthropic/v1/messages'));
    const statuses: number[] = [];
    for (const answer of answers) statuses.push((await answer()).status);
    expect(statuses).toEqual([200, 200, 403]);
    expect(proxy.notes()).toEqual([expect.stringContaining('84 of 80 tokens')]);
    const later = await proxied({ cap, dir });
    const refused = await later.ask('POST', '/anthropic/v1/messages');
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('ultraloop') });
    // Waiting does not help against it, so nobody should try again.
    expect(refused.headers['x-should-retry']).toBe('false');
    expect(service.seen).toEqual([]);
  });

  it('the cap of requests holds for many at once, also when no usage is told', async () => {
    const { ask } = await proxied({ cap: { requests: 5, tokens: 1_000_000 } });
    service.answers({});
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '/anthropic/v1/messages')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(service.seen).toHaveLength(5);
  });

  it('a ledger that cannot be read leaves no room', async () => {
    const { ask, dir } = await proxied();
    await writeFile(join(dir, 'model-use.json'), '{"requests": "none"}');
    expect((await ask('POST', '/anthropic/v1/messages')).status).toBe(403);
  });

  it('an error of the service, its key problems too, comes through as it is; without a service it is 502', async () => {
    const { ask } = await proxied();
    service.answers({ status: 401, body: '{"error":"bad key"}' });
    expect(await ask('POST', '/anthropic/v1/messages')).toMatchObject({ status: 401, text: '{"error":"bad key"}' });
    const gone = await openProxy('http://127.0.0.1:1');
    open.push(gone);
    expect((await gone.ask('GET', '/openai/v1/models')).status).toBe(502);
  });
});
