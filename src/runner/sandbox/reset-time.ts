// When a model service says it may be asked again: each says it in its own header, and one in its answer.
import type { IncomingHttpHeaders } from 'node:http';

const RESET = /^(?:anthropic-ratelimit-|x-ratelimit-|ratelimit-)(?:.*-)?reset(?:-.*)?$/;
const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Numbers above these are times, not spans. */
const EPOCH_S = 1e9;
const EPOCH_MS = 1e12;

/** ISO time after `now` (in milliseconds); undefined when none is named. What the service asks for outright counts first. */
export function resetTime(headers: IncomingHttpHeaders, body: string, now: number): string | undefined {
  const asked = [said(headers['retry-after-ms'], now, 'ms'), said(headers['retry-after'], now), delay(body, now)];
  const time = asked.find(at => at !== undefined && at > now) ?? limits(headers, now);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Of several limits those count that are used up, the latest of them; where none says so, the one that ends first. */
function limits(headers: IncomingHttpHeaders, now: number): number | undefined {
  const resets = Object.keys(headers).filter(name => RESET.test(name));
  const times = resets.flatMap(name => {
    const at = said(headers[name], now);
    return at === undefined || at <= now ? [] : [{ at, used: headers[name.replace('reset', 'remaining')] === '0' }];
  });
  const used = times.filter(time => time.used).map(({ at }) => at);
  if (used.length > 0) return Math.max(...used);
  return times.length > 0 ? Math.min(...times.map(({ at }) => at)) : undefined;
}

/** Google's `"retryDelay": "34s"`. */
function delay(body: string, now: number): number | undefined {
  return said(/"retryDelay"\s*:\s*"([\d.]+s)"/.exec(body)?.[1], now);
}

/** Seconds, `6m0s`, seconds or milliseconds since 1970, or a date. @param unit of a bare number */
function said(value: string | string[] | undefined, now: number, unit: 'ms' | 's' = 's'): number | undefined {
  const text = String(value ?? '').trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const amount = Number(text);
    if (amount >= EPOCH_MS) return inRange(amount);
    return inRange(amount >= EPOCH_S ? amount * 1_000 : now + amount * (UNITS[unit] ?? 1));
  }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  if (parts.length > 0 && parts.map(([part]) => part).join('') === text)
    return inRange(now + parts.reduce((sum, [, n, of = 's']) => sum + Number(n) * (UNITS[of] ?? 1), 0));
  const date = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}

/** What no date can hold is no time. */
const inRange = (ms: number): number | undefined => (ms < 8e15 ? Math.round(ms) : undefined);
