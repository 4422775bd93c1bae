// The cap in US dollars, and what a job is known to have cost: fails closed, whatever the agent does.
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ModelService, openProxy, openService, type Proxied, type ProxyOptions } from './model-service.ts';

const PRICES = { 'm-*': { in: 10, out: 100, cached: 1 } };
const CAP = { requests: 100, tokens: 1e9, usd: 0.01 };
/** $0.003 */
const USED = '{"usage":{"input_tokens":100,"output_tokens":20}}';
const MESSAGES = '/anthropic/v1/messages';
const M1 = { body: '{"model":"m-1"}' };

let service: ModelService;
const open: Proxied[] = [];
beforeAll(async () => {
  service = await openService();
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
afterAll(() => service.close());

async function proxied(options: ProxyOptions = { cap: CAP, prices: PRICES }): Promise<Proxied> {
  service.seen.length = 0;
  service.answers({ body: USED });
  const opened = await openProxy(service.url, options);
  open.push(opened);
  return opened;
}
const ledger = async ({ dir }: Proxied) => JSON.parse(await readFile(join(dir, 'model-use.json'), 'utf8'));

describe('K20 the cost of a job', () => {
  test('by the price of the model it asked', async () => {
    const { ask, proxy } = await proxied({ prices: PRICES });
    await ask('POST', MESSAGES, M1);
    expect(proxy.used()).toEqual({ tokensIn: 100, tokensOut: 20, costUsd: 0.003 });
  });

  test.each([
    [
      '/openai/v1/chat/completions',
      '{"usage":{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":40}}}',
      100,
    ],
    ['/openai/v1/responses', '{"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":40}}}', 100],
    [MESSAGES, '{"usage":{"input_tokens":60,"cache_read_input_tokens":40}}', 100],
  ])('%s: cached tokens cost what the price says', async (path, body, tokensIn) => {
    const { ask, proxy } = await proxied({ prices: PRICES });
    service.answers({ body });
    await ask('POST', path, M1);
    expect(proxy.used()).toMatchObject({ tokensIn, costUsd: expect.closeTo((60 * 10 + 40) / 1e6) });
  });

  test('where the path names the model', async () => {
    const { ask, proxy } = await proxied({ prices: PRICES });
    service.answers({ body: '{"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20}}' });
    await ask('POST', '/gemini/v1beta/models/m-9:generateContent', { body: '{"model":"x"}' });
    expect(proxy.used()).toEqual({ tokensIn: 100, tokensOut: 20, costUsd: 0.003 });
  });

  test('one answer of unknown price makes the whole unknown, not less', async () => {
    const { ask, proxy } = await proxied({ prices: PRICES });
    await ask('POST', MESSAGES, M1);
    await ask('POST', MESSAGES, { body: '{"model":"other"}' });
    expect(proxy.used()).toEqual({ tokensIn: 200, tokensOut: 40 });
  });

  test('a refusal used nothing, which is known; an answer that tells nothing is named', async () => {
    const { ask, proxy } = await proxied({ prices: PRICES });
    service.answers({ status: 529 });
    await ask('POST', MESSAGES, M1);
    expect(proxy.used()).toEqual({ tokensIn: 0, tokensOut: 0, costUsd: 0 });
    expect(proxy.notes()).toEqual([]);
    service.answers({ body: '{}' });
    await ask('POST', MESSAGES, M1);
    expect(proxy.notes()).toEqual(['The model service did not say what one of its answers used.']);
  });

  test('counting tokens and listing models cost nothing and say nothing of whether models answer', async () => {
    const { ask, proxy } = await proxied();
    service.answers({ body: '{"input_tokens":5000}' });
    expect((await ask('POST', '/anthropic/v1/messages/count_tokens', { body: '{}' })).status).toBe(200);
    service.answers({ status: 403 });
    expect((await ask('GET', '/openai/v1/models')).status).toBe(403);
    expect([proxy.used(), proxy.trouble()]).toEqual([undefined, undefined]);
  });

  test('what was told of an answer that was cut off counts once the proxy is closed', async () => {
    const { socketPath, proxy } = await proxied();
    service.answers(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: message_start\ndata: {"usage":{"input_tokens":100,"output_tokens":1}}\n\n');
    });
    const cut = request({ socketPath, method: 'POST', path: MESSAGES });
    await new Promise<void>(resolve => {
      cut.once('response', answer => answer.once('data', () => resolve()));
      cut.on('error', () => undefined);
      cut.end(M1.body);
    });
    await proxy.close();
    expect(proxy.used()).toMatchObject({ tokensIn: 100, tokensOut: 1 });
    expect(proxy.trouble()).toBeUndefined();
  });
});

describe('the cap in US dollars', () => {
  test('ends the spending, also of the run’s next job, and says how much of how much', async () => {
    const first = await proxied();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await first.ask('POST', MESSAGES, M1)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 403]);
    expect(first.proxy.trouble()).toEqual({ kind: 'capped', detail: 'the run cost $0.01 of $0.01', source: 'proxy' });
    const next = await proxied({ cap: CAP, prices: PRICES, dir: first.dir });
    expect((await next.ask('POST', MESSAGES, M1)).status).toBe(403);
    expect(service.seen).toEqual([]);
    expect(await ledger(first)).toEqual({ requests: 4, tokens: 480, usd: 0.012 });
  });

  test.each([
    ['no price', '{"model":"other"}', /the model other has no price.*prices in the file of ULTRALOOP_AGENTS/],
    ['a name nobody should print', '{"model":"<b>\\n# x"}', /the model this one has no price/],
    ['no model', '{"messages":[]}', /does not say which model/],
    ['no JSON', 'x'.repeat(400_000), /does not say which model/],
    ['two models', '{"model":"m-1","model":"m-2"}', /names two models/],
  ])('%s: refused before it leaves, with words', async (_, body, words) => {
    const { ask, proxy } = await proxied();
    const answer = await ask('POST', MESSAGES, { body });
    expect(answer).toMatchObject({ status: 403, text: expect.stringMatching(words) });
    expect(service.seen.filter(seen => seen.body.endsWith('}'))).toEqual([]);
    expect(proxy.trouble()).toMatchObject({ kind: 'capped', detail: expect.stringMatching(words) });
    expect(proxy.notes().join()).toMatch(words);
  });

  test('a second model behind a long text is seen before the request is whole', async () => {
    const { ask, proxy } = await proxied();
    const body = `{"model":"m-1","text":"${'x'.repeat(2_000_000)}","model":"other"}`;
    expect((await ask('POST', MESSAGES, { body })).text).toContain('names two models');
    expect(service.seen.filter(seen => seen.body.endsWith('}'))).toEqual([]);
    expect(proxy.trouble()?.kind).toBe('capped');
  });

  test('a long request of a known model passes whole', async () => {
    const { ask } = await proxied();
    const body = `{"model":"m-1","text":"${'x'.repeat(2_000_000)}"}`;
    expect((await ask('POST', MESSAGES, { body })).status).toBe(200);
    expect(service.seen[0]?.body).toBe(body);
  });

  test('an answer that does not tell is taken to have cost something', async () => {
    const opened = await proxied();
    service.answers({ type: 'text/event-stream', body: 'data: {"piece":1}\n\n'.repeat(50) });
    const body = `{"model":"m-1","text":"${'x'.repeat(4_000)}"}`;
    await opened.ask('POST', MESSAGES, { body });
    const { tokens, usd } = await ledger(opened);
    expect(tokens).toBeGreaterThan(1_000);
    expect(usd).toBeGreaterThan(0.01);
    expect(opened.proxy.used()).toBeUndefined();
    expect((await opened.ask('POST', MESSAGES, M1)).text).toContain('cap is reached');
  });

  test('without one, models without a price are asked as ever', async () => {
    const { ask, proxy } = await proxied({});
    expect((await ask('POST', MESSAGES, { body: '{"model":"other"}' })).status).toBe(200);
    expect(proxy.trouble()).toBeUndefined();
  });

  test('a ledger of an earlier version is read as it is', async () => {
    const opened = await proxied();
    await writeFile(join(opened.dir, 'model-use.json'), '{"requests":7,"tokens":70}');
    await opened.ask('POST', MESSAGES, M1);
    expect(await ledger(opened)).toEqual({ requests: 8, tokens: 190, usd: 0.003 });
  });
});

describe('the proxy as a witness', () => {
  test.each([
    [{ status: 429, headers: { 'retry-after': '30' } }, 'limited'],
    [{ status: 529 }, 'overloaded'],
    [{ status: 401 }, 'unauthorised'],
    [
      { body: 'event: error\ndata: {"error":{"type":"overloaded_error"}}\n\n', type: 'text/event-stream' },
      'overloaded',
    ],
  ])('%j', async (reply, kind) => {
    const { ask, proxy } = await proxied({});
    service.answers(reply);
    await ask('POST', MESSAGES, M1);
    expect(proxy.trouble()?.kind).toBe(kind);
    expect(proxy.trouble()?.until !== undefined).toBe(kind === 'limited');
    service.answers({ body: USED });
    await ask('POST', MESSAGES, M1);
    expect(proxy.trouble()).toBeUndefined();
  });

  test('a service that is gone, and one that breaks off', async () => {
    const gone = await openProxy('http://127.0.0.1:1');
    open.push(gone);
    expect((await gone.ask('POST', MESSAGES, M1)).status).toBe(502);
    expect(gone.proxy.trouble()?.detail).toBe('anthropic does not answer');
    const { ask, proxy } = await proxied({});
    service.answers(response => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(ask('POST', MESSAGES, M1)).rejects.toThrow();
    expect(proxy.trouble()).toMatchObject({ kind: 'overloaded' });
  });
});
