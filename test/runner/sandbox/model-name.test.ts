// The model a request is for, whoever wrote the request and in whatever pieces it comes; and what that model costs.
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelName, readAhead } from '../../../src/runner/sandbox/model-name.ts';
import { costOf, type Prices, priceOf } from '../../../src/runner/sandbox/prices.ts';

function read(...chunks: (string | Buffer)[]) {
  const name = modelName();
  for (const chunk of chunks) name.push(Buffer.from(chunk));
  return { model: name.found(), twice: name.twice() };
}

describe('the model of a request', () => {
  test.each<[string, string, string | undefined]>([
    ['first', '{"model":"m-1","messages":[]}', 'm-1'],
    ['last', '{"messages":[{"role":"user","content":"hi"}], "model" : "m-1"}', 'm-1'],
    ['not that of something inside', '{"tool":{"model":"x"},"list":["model",{"model":"y"}],"model":"m-1"}', 'm-1'],
    ['not one in a text', JSON.stringify({ text: '","model":"x","a":"', model: 'm-1' }), 'm-1'],
    ['a key that is written otherwise', '{"mod\\u0065l":"m-1"}', 'm-1'],
    ['a key in capitals', '{"Model":"m-1"}', 'm-1'],
    ['a value that is written otherwise', '{"model":"m\\u002d1"}', 'm-1'],
    ['a value of its name', '{"kind":"model","model":"m-1"}', 'm-1'],
    ['none', '{"messages":[]}', undefined],
    ['no text', '{"model":5}', undefined],
    ['a list', '[{"model":"m-1"}]', undefined],
    ['no JSON', 'model=m-1', undefined],
    ['nothing', '', undefined],
  ])('%s', (_, body, model) => {
    expect(read(body)).toEqual({ model, twice: false });
  });

  test.each([
    '{"model":"cheap","model":"dear"}',
    '{"model":"cheap","MODEL":"dear"}',
    '{"model":"cheap"}{"model":"dear"}',
    '{"model":"cheap","a":{"b":[1,{}]},"mod\\u0065l":"dear"}',
  ])('named twice: %s', body => {
    expect(read(body).twice).toBe(true);
  });

  test('in whatever pieces it comes, and whatever stands around it', () => {
    const json = fc.dictionary(
      fc.string().filter(key => key.toLowerCase() !== 'model'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(json, fc.string({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (rest, model, size) => {
        const bytes = Buffer.from(JSON.stringify({ ...rest, model }));
        const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(read(...parts)).toEqual({ model, twice: false });
      }),
    );
  });

  test('reading ahead ends at the name, at the end, and at too much', async () => {
    const ahead = async (...chunks: string[]) => {
      const body = new PassThrough();
      for (const chunk of chunks) body.write(chunk);
      body.end();
      const got = await readAhead(body, modelName());
      const rest: Buffer[] = [];
      for await (const chunk of body) rest.push(chunk);
      return [Buffer.concat(got).length, Buffer.concat(rest).length];
    };
    expect(await ahead('{"model":', '"m",', '"more":1}')).toEqual([13, 9]);
    expect(await ahead('{"a":1}')).toEqual([7, 0]);
    const [got = 0, rest = 0] = await ahead('{"a":"', ...Array<string>(40).fill('x'.repeat(16_384)), '","model":"m"}');
    expect(got).toBeLessThan(300_000);
    expect(rest).toBeGreaterThan(300_000);
  });
});

describe('K20 what a model costs', () => {
  const prices: Prices = {
    'm-*': { in: 1, out: 2 },
    'm-large-*': { in: 10, out: 20 },
    'm-large-1': { in: 30, out: 40, cached: 3 },
  };

  test.each<[string | undefined, number | undefined]>([
    ['m-small', 1],
    ['m-large-2', 10],
    ['m-large-1', 30],
    ['M-Large-1', 30],
    ['m-', 1],
    ['n-1', undefined],
    ['', undefined],
    ['toString', undefined],
    [undefined, undefined],
  ])('%s', (model, price) => {
    expect(priceOf(prices, model)?.in).toBe(price);
  });

  test('cached tokens are among those that went in, and cost the same unless a price says otherwise', () => {
    const used = { tokensIn: 1_000_000, tokensOut: 500_000, cached: 400_000 };
    expect(costOf(used, { in: 1, out: 2 })).toBeCloseTo(2);
    expect(costOf(used, { in: 1, out: 2, cached: 0.1 })).toBeCloseTo(1.64);
    expect(costOf({ tokensIn: 10, tokensOut: 0, cached: 99 }, { in: 1, out: 1, cached: 0 })).toBe(0);
  });
});
