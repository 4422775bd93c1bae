// How figures read: times, durations, tokens and money, each in few characters.

/** `6 min 12 s`; below a minute `12 s`, above an hour `2 h 05 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `0.82 M`, `12.4 k`, `912`. */
export function tokenCount(tokens: number): string {
  if (tokens >= 100_000) return `${(tokens / 1_000_000).toFixed(2)} M`;
  return tokens >= 1_000 ? `${(tokens / 1_000).toFixed(1)} k` : String(tokens);
}

export function dollars(amount: number): string {
  return Number.isInteger(amount) ? `$${amount}` : `$${amount.toFixed(2)}`;
}

/** `14:32 UTC`, with the day when it is another one than now's. Both ISO times. */
export function clockTime(at: string, now: string): string {
  const time = `${new Date(at).toISOString().slice(11, 16)} UTC`;
  const day = new Date(at).toISOString().slice(0, 10);
  return day === new Date(now).toISOString().slice(0, 10) ? time : `${day} ${time}`;
}

/** `in 28 min`, `4 min ago`, `now`. */
export function relative(at: string, now: string): string {
  const ms = Date.parse(at) - Date.parse(now);
  if (Math.abs(ms) < 30_000) return 'now';
  const reading = coarse(Math.abs(ms));
  return ms > 0 ? `in ${reading}` : `${reading} ago`;
}

function coarse(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${Math.max(1, minutes)} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(minutes / 1440)} days`;
}

/** `1 file`, `2 files`. */
export function count(n: number, thing: string): string {
  return `${n} ${thing}${n === 1 ? '' : 's'}`;
}
