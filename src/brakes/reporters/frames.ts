// Output of no known form: the lines that name a failure, each once, without what changes from run to run.
import { normalise } from './normalise.ts';

const FAILING =
  /(?:errors?|\bfail(?:ed|ures?|ing|s)?|\bnot ok|\bpanic(?:ked)?|exception|\bassert\w*|\bexpected)\b|[✘✖✗×]/i;
/** `is_error: false`, `0 errors`, `failures=0` and `no failures` name none. */
const HARMLESS =
  /\b(?:0|no|zero) (?:\w+ )?(?:errors?|fail\w*|exceptions?)\b|(?:error|fail|exception)\w*["']?\s*[:=]\s*["']?(?:(?:false|0)(?![\w.])|(?:null|none|no|\[\]|\{\})["']?\s*(?:[,;})\]]|$))/i;
/** A test that passed, whatever its name. */
const PASSED =
  /^\s*(?:ok\b|[✓✔√]|pass(?:ed)?\b|--- pass\b|\[\s*ok\s*\])|\.\.\. ok$|\bpassed\b(?: *\[ *\d+%\])?$|^\s*#/i;
/** What runners say of any failure; it tells nothing of this one. */
const ANY_FAILURE =
  /^(?:make(?:\[\d+\])?: |npm (?:err!|error)|error: command failed|error command failed|\W*\d+ (?:of \d+ )?(?:tests? |specs? |checks? )?fail\w*|fail(?:ed|ures)?:? *\d*$|(?:tests?|test files?|suites?|test suites?):? +\d+ failed|=+ .* =+$|process completed with exit code|exit(?:ed with)? (?:status|code))/i;
const MOST = 20;

/** Sorted, so that the order of failures does not matter; the last line when none names a failure. */
export function frames(output: string): string[] {
  const lines = output.split('\n').map(normalise).filter(Boolean);
  const naming = lines.filter(line => FAILING.test(line) && !HARMLESS.test(line) && !PASSED.test(line));
  const telling = naming.filter(line => !ANY_FAILURE.test(line));
  const chosen = telling.length > 0 ? telling : naming.length > 0 ? naming.slice(0, 1) : lines.slice(-1);
  return [...new Set(chosen)].sort().slice(0, MOST);
}
