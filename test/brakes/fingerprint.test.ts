// A6: what makes two failures the same error, and what is no failure at all.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint, identities } from '../../src/brakes/fingerprint.ts';
import { log } from './entries.ts';
import { OUTPUTS } from './outputs.ts';

const of = (output: string): string[] => identities('test', 1, log(output));

describe('A6 reporters: failing tests by name, passing and skipped ones never', () => {
  test.each(OUTPUTS)('%s', (_, output, failing) => {
    expect(of(output)).toEqual(failing.map(one => `test › ${one}`));
  });

  test('other output before and after a report does not hide it', () => {
    for (const [, output, failing] of OUTPUTS.filter(([name]) => /JUnit|vitest|go test -json|pytest/.test(name)))
      expect(of(`> durations@1.0.0 test\nerror: a warning\n${output}\nnpm ERR! code 1\n`)).toEqual(
        failing.map(one => `test › ${one}`),
      );
  });

  test('a report that was cut falls back to its lines, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OUTPUTS), fc.nat(2000), fc.nat(2000), ([, output], from, to) => {
        expect(of(output.slice(from, to)).length).toBeGreaterThan(0);
      }),
    );
  });

  test('XML entities expand to nothing', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    const found = of(`${bomb}<testsuite><testcase name="t"><failure message="&b;&b;"/></testcase></testsuite>`);
    expect(found).toEqual(['test › t: &b;&b;']);
  });
});

describe('A6 what sounds like an error and is none', () => {
  const quiet: [string, string][] = [
    ['a flag', '{"is_error":false,"result":"done"}'],
    ['a count', '0 errors, 0 warnings'],
    ['no failures', 'no failures found'],
    ['a field', 'failures=0 errors=0 skipped=2'],
    ['a null field', 'error: null'],
    ['a passing test about errors', '✓ throws an error for bad input (3 ms)'],
    ['a passing TAP line', 'ok 3 - fails with an error'],
    ['a passing file', 'PASS src/error.test.ts'],
    ['a passing cargo test', 'test error::parses_failure ... ok'],
    ['a passing pytest line', 'tests/test_error.py::test_failed PASSED [ 50%]'],
    ['a passing go test', '--- PASS: TestErrorFailed (0.00s)'],
    ['a comment', '# fail 0'],
  ];
  test.each(quiet)('%s', (_, line) => {
    const real = 'TypeError: x is undefined';
    expect(of(`${line}\n${real}`)).toEqual(of(real));
    expect(of(`${real}\n${line}`)).toEqual(of(real));
  });

  test('what a runner says of any failure does not make two failures the same', () => {
    const trailer = 'make: *** [Makefile:3: test] Error 1\nnpm ERR! code ELIFECYCLE\n2 tests failed';
    expect(of(`error: no semicolon\n${trailer}`)).not.toEqual(of(`error: no brace\n${trailer}`));
    expect(of(trailer)).toHaveLength(1);
  });

  test('a check that fails without a word has its exit code', () => {
    expect(of('')).toEqual(['test › exit 1: ']);
    expect(identities('test', null, log(''))).toEqual(['test › exit killed: ']);
  });
});

describe('A6 the same failure is the same error', () => {
  const same: [string, string, string][] = [
    ['on another line', 'src/a.js:10:3 TypeError: x', 'src/a.js:412:17 TypeError: x'],
    ['of another temporary folder', '/tmp/a1b2/src/a.js: error: x', '/var/w/77/src/a.js: error: x'],
    ['in colours', 'error: bad token', '\u001b[31merror\u001b[0m: bad token'],
    ['after another time', 'expected 1 after 12 ms', 'expected 1 after 3.5 ms'],
    ['at another address', 'panic at 0x7f00aa', 'panic at 0x1234ef'],
    ['with another hash', 'error in commit 3f2c1ab9', 'error in commit 99ff00d1'],
    ['on another day', '2026-01-02T03:04:05Z error: x', '2027-11-12T13:14:15.678Z error: x'],
    ['in another order', 'error: a\nerror: b', 'error: b\nerror: a'],
    ['said twice', 'error: a', 'error: a\nerror: a'],
    ['of a compiler, lower down', 'src/a.ts(3,5): error TS2322: no', 'src/a.ts(90,1): error TS2322: no'],
  ];
  test.each(same)('%s', (_, one, other) => {
    expect(of(other)).toEqual(of(one));
    expect(fingerprint('test', 1, log(other))).toBe(fingerprint('test', 1, log(one)));
  });

  const different: [string, string, string][] = [
    ['another message', 'TypeError: x', 'TypeError: y'],
    ['another value', 'expected 412, got 408', 'expected 412, got 407'],
    ['another test', 'not ok 1 - adds', 'not ok 1 - subtracts'],
    ['one more failure', 'error: a', 'error: a\nerror: b'],
  ];
  test.each(different)('but not: %s', (_, one, other) => {
    expect(of(other)).not.toEqual(of(one));
    expect(fingerprint('test', 1, log(other))).not.toBe(fingerprint('test', 1, log(one)));
  });

  test('another check, another exit code', () => {
    expect(identities('lint', 1, log('error: a'))).not.toEqual(identities('test', 1, log('error: a')));
    expect(identities('test', 2, log('error: a'))).not.toEqual(identities('test', 1, log('error: a')));
  });
});

describe('A6 properties', () => {
  const message = fc.stringMatching(/^[A-Za-z][A-Za-z ,.]{0,40}[a-z]$/);
  const failure = fc.record({ file: fc.stringMatching(/^[a-z]{1,12}$/), message });
  const noise = fc.record({
    line: fc.integer({ min: 1, max: 99_999 }),
    column: fc.integer({ min: 1, max: 300 }),
    folder: fc.stringMatching(/^(?:\/[a-z][a-z0-9-]{0,9}){1,4}$/),
    ms: fc.integer({ min: 0, max: 999_999 }),
    colour: fc.boolean(),
  });
  type Failure = { file: string; message: string };
  type Noise = { line: number; column: number; folder: string; ms: number; colour: boolean };
  const print = ({ file, message: words }: Failure, at: Noise): string => {
    const word = at.colour ? '\u001b[1;31merror\u001b[0m' : 'error';
    return `${at.folder}/${file}.js:${at.line}:${at.column} ${word}: ${words} (${at.ms} ms)`;
  };

  test('neither place nor time nor colour nor order counts', () => {
    const pair = fc.tuple(failure, noise, noise);
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 8 }), list => {
        const before = list.map(([what, at]) => print(what, at)).join('\n');
        const after = list.map(([what, , at]) => print(what, at)).reverse();
        expect(of(after.join('\n'))).toEqual(of(before));
      }),
    );
  });

  test('another message counts', () => {
    fc.assert(
      fc.property(failure, message, noise, (what, other, at) => {
        fc.pre(other.trim() !== what.message.trim());
        fc.pre(![what.message, other].some(words => /\b(?:no|zero|line|in|after)\b/i.test(words)));
        expect(of(print({ ...what, message: other }, at))).not.toEqual(of(print(what, at)));
      }),
    );
  });

  test('any output has identities: bounded, sorted, each once, and the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), output => {
        const found = of(output);
        expect(found.length).toBeGreaterThan(0);
        expect(found).toEqual([...new Set(found)].sort());
        expect(found.every(one => one.length <= 300)).toBe(true);
        expect(of(output)).toEqual(found);
      }),
    );
  });
});

test('A6 hostile output is read in time that grows with its length', () => {
  const units = [
    '\n ',
    'a/',
    '--- FAIL: ',
    'FAILED a.py::',
    '(1,1)',
    '\u001b[',
    '<testsuite>',
    '{"',
    'a\\',
    '1:',
    '0 ',
  ];
  for (const unit of units) expect(of(`not ok 1 - ${unit.repeat(100_000 / unit.length)}`).length).toBeGreaterThan(0);
});
