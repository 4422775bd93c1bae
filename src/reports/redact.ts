// The last net before anything is posted: no secret leaves, whole or in part, plain or encoded. Not the control itself: agents have none.
import { cap } from './cap.ts';
import { encodings } from './encodings.ts';
import { PATTERNS } from './secret-patterns.ts';

const HIDDEN = '‹redacted›';
/** Shorter values would turn ordinary words into blots. */
const SHORTEST = 6;
const SHARD = 16;
const MARKER = /<!-- ultraloop:[\w.:-]+ -->\s*$/;

/**
 * Exact values in every encoding first, then what is left of a value that was cut in two, then shapes of well-known tokens.
 * Safe to repeat.
 */
export function redact(text: string, secrets: ReadonlySet<string>): string {
  let safe = text;
  for (const secret of usable(secrets)) {
    for (const form of encodings(secret)) safe = safe.replace(form, HIDDEN);
    safe = withoutShards(safe, secret);
  }
  return PATTERNS.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), safe);
}

/** Whether a secret is still there in a form `redact` knows. */
export function leaks(text: string, secrets: ReadonlySet<string>): boolean {
  return usable(secrets).some(secret => encodings(secret).some(form => text.search(form) >= 0));
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

/** Longest first, so that a secret inside another one does not leave the rest of it standing. */
function usable(secrets: ReadonlySet<string>): string[] {
  return [...secrets].filter(secret => secret.length >= SHORTEST).sort((a, b) => b.length - a.length);
}

/** A log is kept in two parts, so a token can be cut in two: any stretch of a long secret goes. */
function withoutShards(text: string, secret: string): string {
  if (secret.length < 2 * SHARD) return text;
  const shards = new Set<string>();
  for (let i = 0; i + SHARD <= secret.length; i++) shards.add(secret.slice(i, i + SHARD));
  let safe = '';
  let from = 0;
  let to = -1;
  for (let i = 0; i + SHARD <= text.length; i++) {
    if (!shards.has(text.slice(i, i + SHARD))) continue;
    if (to < i) {
      if (to > 0) from = to;
      safe += text.slice(from, i) + HIDDEN;
    }
    to = i + SHARD;
  }
  return to < 0 ? text : safe + text.slice(to);
}
