// Reads what a model service says was used, from a plain answer or a stream of events.

export interface Used {
  tokensIn: number;
  tokensOut: number;
  /** Those of `tokensIn` that came from the service's cache. */
  cached?: number;
}

const IN =
  /"(?:input_tokens|prompt_tokens|promptTokenCount|cache_creation_input_tokens|cache_read_input_tokens)"\s*:\s*(\d+)/g;
const OUT = /"(?:output_tokens|completion_tokens|candidatesTokenCount|thoughtsTokenCount)"\s*:\s*(\d+)/g;
const CACHED = /"(?:cache_read_input_tokens|cached_tokens|cachedContentTokenCount)"\s*:\s*(\d+)/g;
const LAST = 64 * 1024;
/** A token for each of these bytes, where nobody tells; and one for each event of a stream. */
const BYTES = 4;

export interface UsageReader {
  push(chunk: Buffer): void;
  used(): Used | undefined;
  /** What it may have used, when nothing was told. @param asked bytes that were sent */
  guess(asked: number): Used;
  /** The first and the last part of the answer. */
  text(): string;
}

/**
 * Streams tell running totals: the largest of each kind counts, and the kinds are added. Undefined when nothing was told.
 * Only the last part of a long answer and its first are looked at, where services say it.
 */
export function usageReader(): UsageReader {
  let head = '';
  let tail = '';
  let bytes = 0;
  let events = 0;
  const text = (): string => (head.length < LAST ? head : `${head}\n${tail}`);
  return {
    text,
    push(chunk) {
      const part = chunk.toString('latin1');
      bytes += chunk.length;
      events += part.split('data:').length - 1;
      if (head.length < LAST) head += part;
      tail = (tail + part).slice(-LAST);
    },
    used() {
      const [tokensIn, tokensOut, cached] = [total(text(), IN), total(text(), OUT), total(text(), CACHED)];
      if (tokensIn === undefined && tokensOut === undefined) return undefined;
      return { tokensIn: tokensIn ?? 0, tokensOut: tokensOut ?? 0, ...(cached ? { cached } : {}) };
    },
    guess: asked => ({
      tokensIn: Math.ceil(asked / BYTES),
      tokensOut: events > 0 ? events : Math.ceil(bytes / BYTES),
    }),
  };
}

function total(text: string, pattern: RegExp): number | undefined {
  const largest = new Map<string, number>();
  for (const match of text.matchAll(pattern)) {
    const name = match[0].slice(0, match[0].indexOf(':'));
    largest.set(name, Math.max(largest.get(name) ?? 0, Number(match[1])));
  }
  return largest.size === 0 ? undefined : [...largest.values()].reduce((sum, each) => sum + each, 0);
}
