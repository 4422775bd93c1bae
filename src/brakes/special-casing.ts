// G5: product code must solve the task, not the test. Looks at lines that were added for what only a test could have told them.
import { runnerDetection } from './runner-detection.ts';
import { isTestFile } from './test-file.ts';
import { literals, type TestLiterals, testLiterals } from './test-literals.ts';

export interface AddedLines {
  file: string;
  /** `n` is 1-based, in the file as it is now. */
  lines: { n: number; text: string }[];
}
export interface SpecialCase {
  file: string;
  line: number;
  what: string;
}

/** Settings of runners and pages of text may speak of tests. */
const NOT_PRODUCT =
  /\.(?:md|rst|txt|ya?ml|toml|lock)$|(?:^|\/)[\w.-]*\.config\.\w+$|(?:^|\/)(?:package\.json|\.[\w-]+)(?:\/|$)/;
/** `return 5405;`, `=> 'three words'`: a telling value and nothing else. */
const RETURNED = /(?:\breturn\b|=>)\s*(?:['"`]([^'"`]{4,})['"`]|(-?\d{4,}|-?\d+\.\d{2,}))[\s;,)}]*$/;
const MOST = 50;

/** @param tests the text of test files, so that what they expect is known; at most 50 findings */
export function specialCasing(added: readonly AddedLines[], tests: readonly string[]): SpecialCase[] {
  const known = testLiterals(tests);
  const product = added.filter(({ file }) => !isTestFile(file) && !NOT_PRODUCT.test(file));
  const found = product.flatMap(({ file, lines }) =>
    lines.flatMap(({ n, text }) => {
      const what = suspicion(text, known);
      return what === undefined ? [] : [{ file, line: n, what }];
    }),
  );
  return found.slice(0, MOST);
}

function suspicion(line: string, known: TestLiterals): string | undefined {
  const runner = runnerDetection(line);
  if (runner !== undefined) return `looks for the test runner: ${runner}`;
  const values = literals(line);
  const name = values.find(value => known.names.has(value)) ?? namedIn(line, known.names);
  if (name !== undefined) return `holds the name of a test: ${name}`;
  return answer(line, values, known);
}

/** `test_adds` or `TestAdds` as a word of its own. */
function namedIn(line: string, names: ReadonlySet<string>): string | undefined {
  return line.match(/\b(?:test_|Test)\w{3,100}/g)?.find(word => names.has(word));
}

/**
 * Input and answer of one test in one line is a table of answers; a telling answer alone counts where it is given back as it
 * is. A message or a constant that a test also knows is neither.
 */
function answer(line: string, values: string[], { lines }: TestLiterals): string | undefined {
  const both = lines.find(test => values.filter(value => test.includes(value)).length >= 2);
  if (both && /\b(?:if|case|when|elif|switch)\b|[?:]|=>|==|->|,/.test(line))
    return `holds a test’s input and its answer: ${values.filter(value => both.includes(value)).join(', ')}`;
  const [, text, number] = RETURNED.exec(line) ?? [];
  const given = text ?? number;
  if (given === undefined || !lines.some(test => test.includes(given))) return undefined;
  return `gives back what a test expects: ${given}`;
}

/** Lines of `after` that `before` does not hold as often; a moved line is none. */
export function addedLines(file: string, before: string, after: string): AddedLines {
  const had = new Map<string, number>();
  for (const line of before.split('\n')) had.set(line.trim(), (had.get(line.trim()) ?? 0) + 1);
  const lines = after.split('\n').flatMap((text, index) => {
    const left = had.get(text.trim()) ?? 0;
    had.set(text.trim(), left - 1);
    return left > 0 || text.trim() === '' ? [] : [{ n: index + 1, text }];
  });
  return { file, lines };
}
