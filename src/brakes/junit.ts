// Counts the test cases in JUnit XML that stands somewhere in an output.

export interface Counted {
  passed: number;
  failed: number;
  skipped: number;
}

/** Undefined when there is not one test case: an empty report proves nothing. What tests printed cannot pose as a result. */
export function countTests(output: string): Counted | undefined {
  const xml = output.replace(
    /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<system-(out|err)\b[^>]*>[\s\S]*?<\/system-\1>/g,
    '',
  );
  const cases = xml.split(/<testcase\b/).slice(1);
  if (cases.length === 0) return undefined;
  const counted: Counted = { passed: 0, failed: 0, skipped: 0 };
  for (const text of cases) counted[outcome(text)]++;
  return counted;
}

function outcome(text: string): keyof Counted {
  // Up to its own end: what follows a case belongs to the suite.
  const own = /^(?:[^>"']|"[^"]*"|'[^']*')*?\/>/.test(text) ? '' : (text.split('</testcase>')[0] ?? '');
  if (/<(?:failure|error)\b/.test(own)) return 'failed';
  return /<skipped\b/.test(own) ? 'skipped' : 'passed';
}
