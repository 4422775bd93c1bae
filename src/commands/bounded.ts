// Outside text cut to a length that can be stored and shown, so that one comment cannot fill a prompt.

/** Characters (UTF-16 units) kept of a person's words. */
const MAX_WORDS = 4000;

/** Trimmed; when too long, cut between characters and ended with `…`, never longer than the limit. */
export function bounded(text: string, limit = MAX_WORDS): string {
  const trimmed = text.trim();
  if (trimmed.length <= limit) return trimmed;
  // Half a surrogate pair is not valid Unicode and could not be stored.
  return `${trimmed.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
