// What real reporters print for a failing run, and what of it failed: output as the tools write it, shortened.

const JUNIT = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="1" errors="1" time="0.5">
  <testsuite name="test/format.test.js" timestamp="2026-03-01T10:00:00.000Z" hostname="b1" tests="3" failures="1" time="0.01">
    <testcase classname="test/format.test.js" name="zero &gt; is written as 0s" time="0.004">
      <failure message="expected &apos;&apos; to be &apos;0s&apos;" type="AssertionError">
AssertionError: expected '' to be '0s' ❯ test/format.test.js:6:10
      </failure>
    </testcase>
    <testcase classname="test/format.test.js" name="throws an error" time="0.001"></testcase>
    <testcase classname="test/format.test.js" name="skipped failure"><skipped/></testcase>
    <testcase classname="test/parse.test.js" name="loads"><error>SyntaxError: Unexpected token</error></testcase>
  </testsuite>
</testsuites>`;

const TAP = `TAP version 13
# Subtest: format
    # Subtest: zero is written as 0s
    not ok 1 - zero is written as 0s
      ---
      duration_ms: 2.07
      location: '/w/1/contract/format.contract.js:5:1'
      failureType: 'testCodeFailure'
      error: |-
        Expected values to be strictly equal:

        '' !== '0s'

      code: 'ERR_ASSERTION'
      ...
    # Subtest: throws an error
    ok 2 - throws an error
    1..2
not ok 1 - format
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
not ok 2 - later # TODO not yet
ok 3 - error skipped # SKIP
1..3
# tests 5
# fail 1`;

const jest = {
  numFailedTests: 1,
  success: false,
  testResults: [
    {
      name: '/w/1/src/a.test.js',
      status: 'failed',
      message: '',
      assertionResults: [
        {
          ancestorTitles: ['parse'],
          title: 'refuses soon',
          fullName: 'parse refuses soon',
          status: 'failed',
          failureMessages: ['Error: expected a throw\n    at Object.<anonymous> (/w/1/src/a.test.js:9:3)'],
        },
        { ancestorTitles: ['parse'], title: 'no error', fullName: 'parse no error', status: 'passed' },
      ],
    },
    { name: '/w/1/src/b.test.js', status: 'failed', message: 'Cannot find module ./b.js', assertionResults: [] },
  ],
};

const GO_JSON = [
  { Action: 'run', Package: 'acme/d', Test: 'TestParse/error' },
  { Action: 'output', Package: 'acme/d', Test: 'TestParse/soon', Output: '=== RUN   TestParse/soon\n' },
  { Action: 'output', Package: 'acme/d', Test: 'TestParse/soon', Output: '    parse_test.go:12: want 1, got 2\n' },
  { Action: 'pass', Package: 'acme/d', Test: 'TestParse/error', Elapsed: 0 },
  { Action: 'fail', Package: 'acme/d', Test: 'TestParse/soon', Elapsed: 0.01 },
  { Action: 'fail', Package: 'acme/d', Test: 'TestParse', Elapsed: 0.02 },
  { Action: 'fail', Package: 'acme/d', Elapsed: 0.02 },
  { Action: 'output', Package: 'acme/e', Output: 'e.go:3:2: undefined: x\n' },
  { Action: 'fail', Package: 'acme/e', Elapsed: 0 },
];

const CARGO_JSON = [
  { reason: 'compiler-message', message: { level: 'error', code: { code: 'E0308' }, message: 'mismatched types' } },
  { reason: 'compiler-message', message: { level: 'warning', code: null, message: 'unused error' } },
  { type: 'test', event: 'ok', name: 'tests::error' },
  {
    type: 'test',
    event: 'failed',
    name: 'tests::adds',
    stdout: "thread 'tests::adds' panicked at src/lib.rs:7:9:\nassertion `left == right` failed\n  left: 3",
  },
];

const PYTEST = `tests/test_a.py .F                                                [100%]
=================================== FAILURES ===================================
    def test_b():
>       assert 1 == 2
E       assert 1 == 2
tests/test_a.py:4: AssertionError
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b - assert 1 == 2
FAILED tests/test_a.py::TestC::test_d[0-error]
ERROR tests/test_e.py - ImportError: no module named e
========================= 2 failed, 1 passed, 1 error in 0.12s =========================`;

const GO = `=== RUN   TestErrors
--- PASS: TestErrors (0.00s)
--- FAIL: TestParse (0.01s)
    --- FAIL: TestParse/soon (0.00s)
        parse_test.go:12: want 1, got 2
FAIL
exit status 1
FAIL	acme/d	0.012s`;

const CARGO = `running 2 tests
test tests::error ... ok
test tests::adds ... FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' panicked at src/lib.rs:7:9:
assertion \`left == right\` failed
  left: 3
 right: 4

failures:
    tests::adds

test result: FAILED. 1 passed; 1 failed; 0 ignored; finished in 0.00s`;

const TSC = `src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
src/b.ts(10,1): error TS2304: Cannot find name 'x'.`;

const lines = (events: unknown[]): string => events.map(event => JSON.stringify(event)).join('\n');

/** Name, output, and the identities in it without the check's name, sorted. */
export const OUTPUTS: [string, string, string[]][] = [
  [
    'JUnit XML',
    JUNIT,
    [
      "test/format.test.js › zero > is written as 0s: expected '' to be '0s'",
      'test/parse.test.js › loads: SyntaxError: Unexpected token',
    ],
  ],
  ['TAP of node --test', TAP, ['format > zero is written as 0s: Expected values to be strictly equal:']],
  [
    'vitest and jest JSON',
    `${JSON.stringify(jest)}\n`,
    ['b.test.js: Cannot find module b.js', 'parse › refuses soon: Error: expected a throw'],
  ],
  [
    'go test -json',
    lines(GO_JSON),
    ['acme/d › TestParse/soon: parse_test.go: want 1, got 2', 'acme/e: e.go: undefined: x'],
  ],
  ['cargo JSON', lines(CARGO_JSON), ['E0308: mismatched types', 'tests::adds: assertion `left == right` failed']],
  [
    'pytest',
    PYTEST,
    [
      'tests/test_a.py::TestC::test_d[0-error]',
      'tests/test_a.py::test_b: assert 1 == 2',
      'tests/test_e.py: ImportError: no module named e',
    ],
  ],
  ['go test', GO, ['TestParse/soon: parse_test.go: want 1, got 2']],
  ['cargo test', CARGO, ['tests::adds: assertion `left == right` failed']],
  [
    'tsc',
    TSC,
    ["src/a.ts: TS2322: Type 'string' is not assignable to type 'number'.", "src/b.ts: TS2304: Cannot find name 'x'."],
  ],
];
