// Reporters for people whose failing lines have a fixed form: pytest's short summary, go, cargo, and compilers.
import { type FailingTest, some } from './failing-test.ts';

/** `FAILED tests/test_a.py::test_b - AssertionError: …`, which pytest prints at its end. */
export function pytest(output: string): FailingTest[] | undefined {
  const found = output.matchAll(/^(?:FAILED|ERROR) (\S+\.py(?:::[^\n]*?)?)(?: - ([^\n]*))?$/gm);
  return some(Array.from(found, ([, test = '', message = '']) => ({ test, message })));
}

/** `--- FAIL: TestA/sub (0.00s)` with `    a_test.go:10: message` below it. */
export function goText(output: string): FailingTest[] | undefined {
  const found = output.matchAll(/^ *--- FAIL: (\S+)[^\n]*(?:\n +(?! |---)([^\n]*))?/gm);
  const tests = Array.from(found, ([, test = '', message = '']) => ({ test, message }));
  return some(tests.filter(one => !tests.some(other => other.test.startsWith(`${one.test}/`))));
}

/** `test a::b ... FAILED`, with the panic under `---- a::b stdout ----`. */
export function cargoText(output: string): FailingTest[] | undefined {
  const names = Array.from(output.matchAll(/^test (\S+) \.\.\. FAILED$/gm), ([, name = '']) => name);
  return some(names.map(test => ({ test, message: panicOf(output, test) })));
}

function panicOf(output: string, test: string): string {
  const at = output.indexOf(`---- ${test} stdout ----`);
  const said = at < 0 ? '' : output.slice(at, at + 4000);
  return /panicked at [^\n]*\n([^\n]*)/.exec(said)?.[1] ?? '';
}

/** `src/a.ts(3,5): error TS2322: …`, `a.c:3:5: error: …`; the file stands for the test. */
export function compiler(output: string): FailingTest[] | undefined {
  const found = output.matchAll(
    /^([^\s:(][^\n:(]*)(?:\(\d+,\d+\)|:\d+(?::\d+)?):? (?:- )?(?:fatal )?error:? ([^\n]*)$/gm,
  );
  return some(Array.from(found, ([, test = '', message = '']) => ({ test, message })));
}
