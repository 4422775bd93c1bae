// Reads what a model service says was used, from a plain answer or a stream of events.

export interface Used {
  tokensIn: number;
  tokensOut: number;
}

const IN =
  /"(?:input_tokens|prompt_tokens|promptTokenCount|cache_creation_input_tokens|cache_read_input_tokens)"\s*:\s*(\d+)/g;
const OUT = /"(?:output_tokens|completion_tokens|candidatesTokenCount|thoughtsTokenCount)"\s*:\s*(\d+)/g;
const LAST = 64 * 1024;

/**
 * Streams tell running totals: the largest of each kind counts, and the kinds are added. Undefined when nothing was told.
 * Only the last part of a long answer and its first are looked at, where services say it.
 */
export function usageReader(): { push(chunk: Buffer): void; used(): Used | undefined } {
  let head = '';
  let tail = '';
  return {
    push(chunk) {
      const text = chunk.toString('latin1');
      if (head.length < LAST) head += text;
      tail = (tail + text).slice(-LAST);
    },
    used() {
      const text = head.length < LAST ? head : `${head}\n${tail}`;
      const [tokensIn, tokensOut] = [total(text, IN), total(text, OUT)];
      if (tokensIn === undefined && tokensOut === undefined) return undefined;
      return { tokensIn: tokensIn ?? 0, tokensOut: tokensOut ?? 0 };
    },
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
