// Counts the test cases in JUnit XML that stands somewhere in an output. What tests printed cannot pose as a result.
import { XMLParser } from 'fast-xml-parser';

export interface Counted {
  passed: number;
  failed: number;
  skipped: number;
}

/** Every element is a list; entities stay as they are, so that a bomb expands to nothing. */
const parser = new XMLParser({ ignoreAttributes: true, processEntities: false, isArray: () => true });

/** Undefined when there is not one test case: an empty report proves nothing. */
export function countTests(output: string): Counted | undefined {
  const start = output.search(/<testsuites?[\s>]/);
  const end = output.lastIndexOf('</testsuite');
  if (start < 0 || end < start) return undefined;
  const counted: Counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    count(parser.parse(output.slice(start, output.indexOf('>', end) + 1)), counted);
  } catch {
    return undefined;
  }
  return counted.passed + counted.failed + counted.skipped === 0 ? undefined : counted;
}

/** Suites may hold suites, and reports of several programs may stand one after the other. */
function count(element: unknown, counted: Counted): void {
  for (const suite of [...children(element, 'testsuites'), ...children(element, 'testsuite')]) {
    for (const test of children(suite, 'testcase')) counted[outcome(test)]++;
    count(suite, counted);
  }
}

function outcome(test: unknown): keyof Counted {
  if (children(test, 'failure').length + children(test, 'error').length > 0) return 'failed';
  return children(test, 'skipped').length > 0 ? 'skipped' : 'passed';
}

function children(element: unknown, name: string): unknown[] {
  const found =
    typeof element === 'object' && element !== null ? (element as Record<string, unknown>)[name] : undefined;
  return Array.isArray(found) ? found : [];
}
