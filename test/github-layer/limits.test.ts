// GitHub's limits: how long an answer tells us to wait, and that nobody asks meanwhile.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Octokit } from '../../src/github/client.ts';
import { isTransient, toFailure } from '../../src/github/errors.ts';
import { heeding, type Limit, waitAfter } from '../../src/github/limits.ts';

const NOW = 1_800_000_000_000;
const answered = (status: number, headers: Record<string, string> = {}, message = '') =>
  Object.assign(new Error(message), { status, response: { headers } });
const reset = (seconds: number) => ({
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(NOW / 1000 + seconds),
});

test.each<[string, unknown, number | undefined]>([
  ['a time to wait', answered(403, { 'retry-after': '7' }), 7_000],
  ['the same with another status', answered(429, { 'retry-after': '7' }), 7_000],
  ['a time the limit begins anew', answered(403, reset(30)), 31_000],
  ['one that has passed already', answered(403, reset(-30)), 1_000],
  ['no time', answered(403, {}, 'You have exceeded a secondary rate limit'), 60_000],
  ['no time and no words', answered(429), 60_000],
  ['a time that is none', answered(429, { 'retry-after': 'soon' }), 60_000],
  ['a time below none', answered(429, { 'retry-after': '-5' }), 60_000],
  ['longer than any limit', answered(429, { 'retry-after': '99999999' }), 3_600_000],
  ['a year from now', answered(403, reset(31_536_000)), 3_600_000],
  ['GraphQL’s way', Object.assign(new Error('limit'), { errors: [{ type: 'RATE_LIMITED' }] }), 60_000],
  ['a no that is no limit', answered(403, {}, 'Resource not accessible by integration'), undefined],
  ['a mistake of GraphQL', Object.assign(new Error('no'), { errors: [{ type: 'NOT_FOUND' }] }), undefined],
  ['nothing at all', undefined, undefined],
])('SEC-71 %s', (_, error, ms) => {
  expect(waitAfter(error, NOW)).toBe(ms);
  if (ms !== undefined) expect(isTransient(error)).toBe(true);
});

type Hook = (request: (call: object) => Promise<unknown>, call: object) => Promise<unknown>;

function asking(limit: Limit, answers: unknown[]) {
  let wrapped: Hook = async () => undefined;
  heeding({ hook: { wrap: (_: string, hook: Hook) => (wrapped = hook) } } as unknown as Octokit, limit);
  const asked: number[] = [];
  const request = async (): Promise<unknown> => {
    asked.push(Date.now() - NOW);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, ask: () => wrapped(request, {}) };
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

test('SEC-71 a short wait is sat out, by every call of the installation, and the call is made once more', async () => {
  const limit = { until: 0 };
  const { ask, asked } = asking(limit, [answered(429, { 'retry-after': '5' }), 'fine']);
  const other = asking(limit, ['fine too']);
  const first = ask();
  await vi.advanceTimersByTimeAsync(10);
  const second = other.ask();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await first).toBe('fine');
  expect(await second).toBe('fine too');
  expect(asked).toEqual([0, 5_000]);
  expect(other.asked).toEqual([5_000]);
});

test('SEC-71 a limit that does not end is asked twice and told; meanwhile nobody is asked', async () => {
  const limited = answered(403, { 'retry-after': '80' });
  const { ask, asked } = asking({ until: 0 }, [limited, limited, 'never asked']);
  const first = ask().catch(error => error);
  await vi.advanceTimersByTimeAsync(80_000);
  expect(toFailure(await first).code).toBe('github-unreachable');
  expect(asked).toEqual([0, 80_000]);
});

test('SEC-71 in a long wait calls fail at once, without being made', async () => {
  const { ask, asked } = asking({ until: 0 }, [answered(403, reset(1_800)), 'never asked']);
  await expect(ask()).rejects.toThrow();
  const refused = await ask().catch(error => error);
  expect(toFailure(refused)).toMatchObject({ code: 'github-unreachable', detail: expect.stringContaining('1801 s') });
  expect(asked).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1_801_000);
  expect(await ask()).toBe('never asked');
});
