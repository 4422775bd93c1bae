// Whether a text gives two verdicts. Then it gives none: one of them may only have been quoted, or been put there to be read (SEC-52).

/** Characters looked at in all, many of them more than once where braces do not match. */
const PATIENCE = 20_000_000;

/**
 * Objects of the text whose verdicts differ, or one that names its verdict twice. The example of the instructions does not count. A text
 * that takes too long to be read through is not clear either.
 */
export function ambiguous(text: string): boolean {
  if (!text.includes('"verdict"')) return false;
  const objects = objectsOf(text);
  if (objects === undefined) return true;
  const all = objects.filter(({ value }) => typeof value.verdict === 'string');
  const given = all.filter(({ value }, n) => n === all.length - 1 || !isExample(value));
  return new Set(given.map(({ value }) => value.verdict)).size > 1 || given.some(namedTwice);
}

/** As it stands in the reviewer's instructions, which some agents print before they answer. */
const isExample = ({ coverage, freeze }: Found['value']): boolean => coverage === '…' && freeze === '…';

interface Found {
  source: string;
  value: Record<string, unknown>;
}

/** Whole objects, outermost only, in order; what is no JSON is passed over. */
function objectsOf(text: string): Found[] | undefined {
  const found: Found[] = [];
  let left = PATIENCE;
  for (let at = text.indexOf('{'); at !== -1; ) {
    const source = text.slice(at, endOf(text, at));
    left -= source.length;
    if (left < 0) return undefined;
    const value = parsed(source);
    if (value) found.push({ source, value });
    at = text.indexOf('{', value ? at + source.length : at + 1);
  }
  return found;
}

/** Behind the brace that closes the one at `from`. */
function endOf(text: string, from: number): number {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/gs;
  tokens.lastIndex = from;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '{') depth++;
    if (token[0] === '}' && --depth === 0) return tokens.lastIndex;
  }
  return text.length;
}

function parsed(source: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(source) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** A key that stands twice is there once when it is parsed, and the last one has won. */
function namedTwice({ source, value }: Found): boolean {
  const written = source.match(/"verdict"\s*:/g)?.length ?? 0;
  let read = 0;
  JSON.stringify(value, (key, inner) => {
    if (key === 'verdict') read++;
    return inner;
  });
  return written > read;
}
