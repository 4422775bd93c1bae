// The last net before anything is posted: no secret leaves, whole or in part, plain or encoded. Not the control itself: agents have none.
import { cap } from './cap.ts';
import { findSecrets, type Range } from './secret-index.ts';
import { PATTERNS } from './secret-patterns.ts';
import { type Squashed, squash } from './squash.ts';

const HIDDEN = '‹redacted›';
const MARKER = /<!-- ultraloop:[\w.:-]+ -->\s*$/;

/**
 * Exact values in every encoding first, with what is left of a value that was cut in two, then shapes of well-known tokens.
 * Safe to repeat.
 */
export function redact(text: string, secrets: ReadonlySet<string>): string {
  const squashed = squash(text);
  const { whole, shards } = findSecrets(squashed.text, secrets);
  const clean = without(text, squashed, [...whole, ...shards]);
  return PATTERNS.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), clean);
}

/** Whether a secret is still there in a form `redact` knows. */
export function leaks(text: string, secrets: ReadonlySet<string>): boolean {
  return findSecrets(squash(text).text, secrets).whole.length > 0;
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
