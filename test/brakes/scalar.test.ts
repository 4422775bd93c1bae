import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractScalar } from '../../src/brakes/scalar.ts';

const junit = `npm run test
<?xml version="1.0"?>
<testsuites><testsuite name="a" tests="4"><testsuite name="inner"><testcase name="error"/></testsuite>
<testcase name="b"><failure message="no">&lt;testcase/></failure></testcase>
<testcase name="c"><skipped/></testcase>
<testcase name="d"><system-out><![CDATA[<testcase name="fake"/><failure/>]]></system-out></testcase>
</testsuite></testsuites>
done [ok]`;

describe('C11 scalars from output', () => {
  test.each<[string, string, number]>([
    ['grep:score', 'score: 0.5\nscore: 0.75 (12 of 16)', 0.75],
    ['grep:score', 'score 1,204', 1204],
    ['grep:score', 'my score = -3e2', -300],
    ['grep:# pass', 'ok 1 - a\n# pass 7\n# fail 1', 7],
    ['grep:FAIL', 'FAIL test 3\nok\nFAIL test 4', 2],
    ['grep-count:FAIL', 'FAIL 3\nok', 1],
    ['grep-count:FAIL', 'all fine', 0],
    ['regex:accuracy.*?([\\d.]+)', 'accuracy was 0.5\naccuracy is now 0.91', 0.91],
    ['regex:(\\d+) passed', ' 12 passed, 3 failed', 12],
    ['regex:\\d+', 'a 5 b', 5],
    ['regex:([\\d.]+)%', 'coverage 81.5%', 81.5],
    ['jq:.score', 'log\n{"score": 0.25}', 0.25],
    ['jq:.a.b[1].c', '{\n "a": {"b": [{"c": 1}, {"c": 2}]}\n}\n', 2],
    ['jq:.["odd key"]."other key"', '{"odd key": {"other key": "7"}}', 7],
    ['jq:.[0]', '{"x": 1}\n[4, 5]', 4],
    ['jq:.failures | length', '{"failures": ["a", "b"]}\nBye.', 2],
    ['jq:.n', '{"n": 1}\n{"n": 2}', 2],
    ['jq:.n', 'see [docs]\n{"n": 3}\nall [done]', 3],
    ['jq:.n', 'result: {"n": 4}', 4],
    ['junit', junit, 2 / 3],
    ['junit:passed', junit, 2],
    ['junit:failed', junit, 1],
  ])('%s of %j is %d', (extraction, output, value) => {
    expect(extractScalar(extraction, output)).toEqual({ value });
  });

  test.each<[string, string, RegExp]>([
    ['grep:score', 'the program crashed', /no line .* holds the text/],
    ['regex:(\\w+) passed', 'none passed', /not a number/],
    ['regex:x(\\d+)', 'y', /no line .* matches/],
    ['jq:.score', 'no json', /holds no JSON/],
    ['jq:.score', '{"score": "high"}', /no number stands at the path/],
    ['jq:.score', '{"score": null}', /no number/],
    ['jq:.constructor', '{}', /no number/],
    ['jq:.a.b', '{"a": [1]}', /no number/],
    ['jq:.n | length', '{"n": 3}', /has no length/],
    ['junit', 'TAP version 14', /no JUnit test cases/],
    ['junit', '<testsuites></testsuites>', /no JUnit test cases/],
    ['junit', '<testsuite><testcase><skipped/></testcase></testsuite>', /every test was skipped/],
    ['awk:x', '', /this must be `grep:TEXT`/],
    ['', '', /this must be/],
    ['grep:', 'x', /needs a text/],
    ['jq:score', '{}', /a path reads like/],
    ['jq:', '{}', /needs a path/],
    ['junit:best', junit, /these are known/],
    ['regex:(', '', /not valid/],
    ['regex:(a+)+b', '', /repeats cannot hold repeats/],
    ['regex:(a|aa)*b', '', /repeats cannot hold/],
    ['regex:((a?)b){2,}', '', /repeats cannot hold/],
    ['regex:(a)\\1', '', /refer back/],
    ['regex:.*.*.*.*x', '', /at most 3 parts/],
  ])('%s of %j: why not', (extraction, output, why) => {
    expect(extractScalar(extraction, output).why).toMatch(why);
  });

  test('never throws, and a value is always finite', () => {
    const kinds = fc.constantFrom('grep:', 'grep-count:', 'regex:', 'jq:', 'junit:', 'junit', '');
    fc.assert(
      fc.property(kinds, fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (kind, rest, output) => {
        const { value, why } = extractScalar(kind + rest, output);
        expect(value === undefined ? typeof why === 'string' : Number.isFinite(value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['regex:a*a*a*b', 'a'.repeat(100_000)],
    ['regex:a*a*b', 'a'.repeat(100_000)],
    ['regex:a*a*a*b', `${'a'.repeat(500)}\n`.repeat(2000)],
    ['jq:.a', '['.repeat(60_000)],
    ['jq:.a', '{"a":'.repeat(20_000)],
    ['junit', `<testsuite>${'<testcase>'.repeat(20_000)}`],
    ['junit', `<testsuite>${'<![CDATA['.repeat(20_000)}</testsuite>`],
  ])('%s ends on output made to keep it busy', (extraction, output) => {
    expect(extractScalar(extraction, output).value).toBeUndefined();
  });
});
