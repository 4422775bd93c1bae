// GitHub's limits are obeyed by all calls of an installation together: nobody asks again before it said they may (SEC-71).
import type { Octokit } from './client.ts';
import { isRateLimit } from './errors.ts';

/** Longer waits are not sat out: the turn ends and comes back. */
const SIT_OUT_MS = 90_000;
/** Where GitHub names no time, as it asks for. */
const UNNAMED_MS = 60_000;
/** Limits are by the hour: what is named longer is a mistake on the way, not a wish. */
const LONGEST_MS = 3_600_000;

/** What is known of an installation's limit; it outlives its clients. */
export interface Limit {
  /** Time (ms) before which nothing is asked. */
  until: number;
}

/** Milliseconds nothing may be asked; undefined when the answer is not about a limit. */
export function waitAfter(error: unknown, now: number): number | undefined {
  if (!isRateLimit(error)) return undefined;
  const { headers = {} } = (error as { response?: { headers?: Record<string, string | number> } }).response ?? {};
  const named = Number(headers['retry-after']) * 1000;
  const reset = Math.max(Number(headers['x-ratelimit-reset']) * 1000 - now, 0) + 1000;
  const told = [named, String(headers['x-ratelimit-remaining']) === '0' ? reset : Number.NaN].find(ms => ms > 0);
  return Math.min(told ?? UNNAMED_MS, LONGEST_MS);
}

/**
 * Short waits are sat out, before a call and once after it: what met a limit was not done, so it may be asked again. In longer ones
 * every call fails at once, as it would have.
 */
export function heeding(octokit: Octokit, limit: Limit): Octokit {
  octokit.hook.wrap('request', async (request, call) => {
    for (let last = false; ; last = true) {
      const left = limit.until - Date.now();
      if (left > SIT_OUT_MS) throw limited(left);
      if (left > 0) await new Promise(resolve => setTimeout(resolve, left));
      try {
        return await request(call);
      } catch (error) {
        const wait = waitAfter(error, Date.now());
        if (wait === undefined) throw error;
        limit.until = Math.max(limit.until, Date.now() + wait);
        if (last || wait > SIT_OUT_MS) throw error;
      }
    }
  });
  return octokit;
}

const limited = (ms: number): Error =>
  Object.assign(new Error(`GitHub’s rate limit: nothing is asked for another ${Math.ceil(ms / 1000)} s`), {
    status: 429,
  });
