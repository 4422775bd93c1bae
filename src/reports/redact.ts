// The last net before anything is posted: no secret leaves, whole or in part, plain or encoded. Not the control itself: agents have none.
import { cap } from './cap.ts';
import { encodings } from './encodings.ts';
import { PATTERNS } from './secret-patterns.ts';
import { type Squashed, squash } from './squash.ts';

const HIDDEN = '‹redacted›';
/** Shorter values would turn ordinary words into blots. */
const SHORTEST = 6;
const SHARD = 16;
const MARKER = /<!-- ultraloop:[\w.:-]+ -->\s*$/;

/**
 * Exact values in every encoding first, with what is left of a value that was cut in two, then shapes of well-known tokens.
 * Safe to repeat.
 */
export function redact(text: string, secrets: ReadonlySet<string>): string {
  const squashed = squash(text);
  const found = usable(secrets).flatMap(secret => [...whole(squashed.text, secret), ...shards(squashed.text, secret)]);
  return PATTERNS.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), without(text, squashed, found));
}

/** Whether a secret is still there in a form `redact` knows. */
export function leaks(text: string, secrets: ReadonlySet<string>): boolean {
  const squashed = squash(text);
  return usable(secrets).some(secret => whole(squashed.text, secret).length > 0);
}

/**
 * What may be posted: redacted, under GitHub's limit, redacted again since cutting can only uncover. Should a secret still be
 * there, the message is withheld and says so: silence would be worse than a short message, a leak worse than both.
 */
export function finish(markdown: string, secrets: ReadonlySet<string>): string {
  const done = redact(cap(redact(markdown, secrets)), secrets);
  if (!leaks(done, secrets)) return cap(done);
  const marker = MARKER.exec(markdown)?.[0].trimEnd() ?? '';
  return `This message was withheld: it still held a secret after redaction. The run’s record holds the facts.\n\n${marker}`;
}

/** From and to, in the squashed text. */
type Range = [number, number];

function usable(secrets: ReadonlySet<string>): string[] {
  return [...secrets].filter(secret => squash(secret).text.length >= SHORTEST);
}

function whole(text: string, secret: string): Range[] {
  return encodings(secret).flatMap(form => {
    const { text: wanted } = squash(form);
    const ranges: Range[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
      ranges.push([at, at + wanted.length]);
    return ranges;
  });
}

/** A log is kept in two parts, so a token can be cut in two: any stretch of a long secret goes. */
function shards(text: string, secret: string): Range[] {
  const { text: wanted } = squash(secret);
  if (wanted.length < 2 * SHARD) return [];
  const parts = new Set<string>();
  for (let i = 0; i + SHARD <= wanted.length; i++) parts.add(wanted.slice(i, i + SHARD));
  const ranges: Range[] = [];
  for (let i = 0; i + SHARD <= text.length; i++) if (parts.has(text.slice(i, i + SHARD))) ranges.push([i, i + SHARD]);
  return ranges;
}

/** Overlapping ranges are one blot. */
function without(text: string, { starts, ends }: Squashed, found: Range[]): string {
  let safe = '';
  let done = 0;
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const start = starts[from] ?? text.length;
    if (start >= done) safe += text.slice(done, start) + HIDDEN;
    done = Math.max(done, ends[to - 1] ?? text.length);
  }
  return safe + text.slice(done);
}
