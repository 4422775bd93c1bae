// When an agent says, in its own words, that its model service may be asked again.

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)';
/** `try again in 2 hours, 5 minutes`, `retry-after: 90` */
const SPAN = new RegExp(
  String.raw`\b(?:again|retry(?:[- ]after)?|resets?|wait|available)\b[^\n\d]{0,30}((?:\d+(?:\.\d+)?\s?${UNIT}\b[ ,]*(?:and )?){1,4})`,
  'i',
);
const SECONDS = /\bretry[- ]after\b["':= ]{1,4}(\d{1,7})\b(?!\s?[a-z.])/i;
/** `resets at 2026-11-30T10:00:00Z` */
const AT = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))(?![\d:])/;
/** `usage limit reached|1764590400`, as one agent writes seconds since 1970 for its own screens. */
const EPOCH = /\blimit reached\|(\d{10})\b/i;

/** ISO time after `now` (in milliseconds); undefined when none is named. */
export function toldWait(said: string, now: number): string | undefined {
  const at = time(said, now);
  return at !== undefined && at > now && at < 8e15 ? new Date(at).toISOString() : undefined;
}

function time(said: string, now: number): number | undefined {
  const epoch = EPOCH.exec(said)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1_000;
  const date = AT.exec(said)?.[1];
  if (date !== undefined) return Date.parse(date) || undefined;
  const seconds = SECONDS.exec(said)?.[1];
  if (seconds !== undefined) return now + Number(seconds) * 1_000;
  const span = SPAN.exec(said)?.[1];
  return span === undefined ? undefined : Math.round(now + length(span));
}

function length(span: string): number {
  const parts = span.matchAll(/(\d+(?:\.\d+)?)\s?([a-z]+)/gi);
  return [...parts].reduce((sum, [, amount, unit = 's']) => sum + Number(amount) * (UNITS[short(unit)] ?? 0), 0);
}

const short = (unit: string): string => (/^(?:ms|milli)/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase());
