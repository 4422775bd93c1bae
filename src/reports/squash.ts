// Text without what may stand between or instead of its characters: white space, the escapes of Markdown, JSON, HTML and URLs.

export interface Squashed {
  text: string;
  /** Where each UTF-16 unit of `text` begins and ends in the original; as long as the original, which is never the shorter one. */
  starts: Uint32Array;
  ends: Uint32Array;
}

// Backslashes go, with the letter of an escaped line break or tab; what they escape stays.
const TOKEN =
  /(?:\\|&#92;)+u([\da-f]{4})|(?:\\|&#92;)+[nrt]?|\s+|&(#\d{1,7}|#x[\da-f]{1,6}|lt|gt|amp|quot);|(?:%[\da-f]{2})+|[^\\\s&%]+|[&%]/gi;
const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The same value, however it was wrapped or escaped, squashes to the same text. */
export function squash(original: string): Squashed {
  const [starts, ends] = [new Uint32Array(original.length), new Uint32Array(original.length)];
  const parts: string[] = [];
  let length = 0;
  for (const token of original.matchAll(TOKEN)) {
    const [raw, hex, entity] = token;
    const shown = decoded(raw, hex, entity);
    const literal = shown === raw;
    for (let unit = 0; unit < shown.length; unit++, length++) {
      starts[length] = literal ? token.index + unit : token.index;
      ends[length] = literal ? token.index + unit + 1 : token.index + raw.length;
    }
    parts.push(shown);
  }
  return { text: parts.join(''), starts, ends };
}

function decoded(raw: string, hex: string | undefined, entity: string | undefined): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (entity !== undefined) return named(entity.toLowerCase()) ?? raw;
  if (/^%[\da-f]/i.test(raw)) return Buffer.from(raw.replaceAll('%', ''), 'hex').toString('utf8');
  return /^(?:[\\\s]|&#92;)/.test(raw) ? '' : raw;
}

function named(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED[entity];
  const point = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
