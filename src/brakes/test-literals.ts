// What tests give away: their names, and the values they put in and expect (G5).

export interface TestLiterals {
  names: Set<string>;
  /** Values that stand together in one line of a test: what goes in with what must come out. */
  lines: string[][];
}

const NAMES = [
  /\b(?:test|it|describe|context|scenario|t\.Run|specify)(?:\.\w+)?\s*\(\s*(['"`])((?:(?!\1).){3,200})\1/g,
  /\b(?:def|func|fn|fun)\s+()((?:test_|Test)\w{3,100})/g,
];
const LITERAL = /(['"`])((?:\\.|(?!\1)[^\\]){1,200})\1|(?<![\w.])(-?\d+(?:\.\d+)?)(?![\w.])/g;
const MOST = 5000;

/** Of test files’ text. Bounded; never throws. */
export function testLiterals(texts: readonly string[]): TestLiterals {
  const names = new Set<string>();
  const lines: string[][] = [];
  for (const text of texts) {
    for (const pattern of NAMES) for (const [, , name = ''] of text.matchAll(pattern)) names.add(name);
    for (const line of text.split('\n')) {
      if (lines.length < MOST && /\b(?:expect|assert\w*|should|toBe|toEqual|equal\w*|want)\b|==/i.test(line))
        lines.push(literals(line));
    }
  }
  return { names, lines: lines.filter(found => found.length > 0) };
}

/** Values written out in a line of code, telling ones only: 0, 1, 10 or `''` say nothing about where they come from. */
export function literals(line: string): string[] {
  const found = [...line.slice(0, 1000).matchAll(LITERAL)].map(([, , text, number]) => text ?? number ?? '');
  return [...new Set(found.filter(isTelling))];
}

function isTelling(value: string): boolean {
  if (/^-?\d+$/.test(value)) return !/^-?\d0*$/.test(value);
  return /^-?\d+\.\d+$/.test(value) || value.trim().length >= 2;
}
