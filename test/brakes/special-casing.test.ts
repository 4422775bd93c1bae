import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addedLines, specialCasing } from '../../src/brakes/special-casing.ts';

const TESTS = [
  `import { parse } from '../src/parse.js';
test('reads hours, minutes and seconds', () => {
  assert.equal(parse('1h 30m 5s'), 5405);
  assert.equal(parse('2h'), 7200);
  expect(format(45)).toBe('45 seconds');
});
test('refuses what is no duration', () => assert.throws(() => parse('soon'), /duration/));
`,
  `def test_reads_a_date():
    assert read("2026-03-01") == 20513
func TestAdds(t *testing.T) {}
`,
];
const found = (line: string, file = 'src/a.ts') =>
  specialCasing([{ file, lines: [{ n: 7, text: line }] }], TESTS).map(({ what }) => what);

describe('C14 G5 special cases in product code', () => {
  test.each<[string, RegExp]>([
    [`if (process.env.NODE_ENV === 'test') return;`, /test runner: NODE_ENV=test/],
    ['const quiet = process.env.JEST_WORKER_ID !== undefined;', /JEST_WORKER_ID/],
    ['if (process.env.VITEST) return 1;', /VITEST/],
    ['if "PYTEST_CURRENT_TEST" in os.environ:', /pytest/],
    [`if 'pytest' in sys.modules:`, /pytest/],
    ['if testing.Testing() {', /Go test binary/],
    ['if cfg!(test) { return 1; }', /cfg/],
    [`if (process.argv.some(word => word.includes('mocha'))) {`, /argv/],
    ['if (process.env.CI) return true;', /a CI variable/],
    [`if os.getenv("GITHUB_ACTIONS"):`, /a CI variable/],
    [`if (process.env.ULTRALOOP_ACTIVE) skip();`, /variable of the loop/],
    [`if (typeof describe === 'function') {`, /runner’s global/],
    [`if (text === '1h 30m 5s') return 5405;`, /input and its answer: 1h 30m 5s, 5405/],
    [`const ANSWERS = { '1h 30m 5s': 5405, '2h': 7200 };`, /input and its answer/],
    [`case "2026-03-01": return 20513`, /input and its answer/],
    ['return 5405;', /gives back what a test expects: 5405/],
    [`  return '45 seconds';`, /gives back what a test expects: 45 seconds/],
    ['parse = () => 5405', /gives back/],
    [`if (name === 'reads hours, minutes and seconds') {`, /name of a test: reads hours/],
    ['if caller == test_reads_a_date:', /name of a test: test_reads_a_date/],
  ])('%s', (line, what) => {
    expect(found(line).join()).toMatch(what);
  });

  test.each([
    'const HOUR = 3600;',
    `throw new Error('not a duration');`,
    'return hours * 3600 + minutes * 60 + seconds;',
    'return total;',
    `if (unit === '2h') hours = 2;`,
    'return 0;',
    `// the suite runs with NODE_ENV=test`,
    ' * VITEST sets this',
    '# PYTEST_CURRENT_TEST is not read here',
    'const contest = attestation.testing;',
    'const environment = process.env.CIRCUIT;',
    `const specification = 'duration';`,
    '#[cfg(test)]',
    'latest = sorted(versions)[-1]',
  ])('honest: %s', line => {
    expect(found(line)).toEqual([]);
  });

  test.each([
    'test/a.test.ts',
    'README.md',
    'vitest.config.ts',
    '.github/workflows/ci.yml',
    'package.json',
    'tests/conftest.py',
  ])('not in %s', path => {
    expect(found('if (process.env.CI) return 5405;', path)).toEqual([]);
  });

  test('names file and line, and stops at fifty', () => {
    const lines = Array.from({ length: 80 }, (_, n) => ({ n: n + 1, text: 'if (process.env.VITEST) {' }));
    const all = specialCasing([{ file: 'src/a.ts', lines }], []);
    expect(all).toHaveLength(50);
    expect(all[4]).toMatchObject({ file: 'src/a.ts', line: 5 });
  });

  test('never throws, whatever stands in code and tests', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (code, tests) => {
        expect(specialCasing([addedLines('src/a.ts', '', code)], [tests]).length).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('C14 G5 only what was added is looked at', () => {
  test.each<[string, string, string, number[]]>([
    ['a new file', '', 'a\nb', [1, 2]],
    ['a line between', 'a\nc', 'a\nb\nc', [2]],
    ['moved lines are none', 'a\nb', 'b\na', []],
    ['indented anew', 'a', '  a', []],
    ['once more than before', 'a', 'a\na', [2]],
    ['blank lines', 'a', 'a\n\n\n', []],
    ['removed lines', 'a\nb', 'a', []],
  ])('%s', (_, before, after, lines) => {
    expect(addedLines('f', before, after).lines.map(({ n }) => n)).toEqual(lines);
  });
});
