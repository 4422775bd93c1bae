// Durations in two commits for the autonomous loop: typecheck, lint and tests, rules for the review, a contract in words.
import type { ExitCode } from '../../src/record.ts';
import type { Act, Script } from '../agents/scripted.ts';
import { SAMPLE } from './sample.ts';

export interface AutonomousScenario {
  about: string;
  /** Repository path → content. */
  files: Record<string, string>;
  issue: { title: string; body: string };
  script: Script;
  /** What the maintainer says each time the run rests: with this exit, or `waiting` for its clock. */
  words?: { after: ExitCode | 'waiting'; say: string }[];
  exit: ExitCode;
}

const { parseDone, parseLoose, formatDone } = SAMPLE;

const config = (minutes: number, more = ''): string => `loop: autonomous
auto_continue_minutes: ${minutes}
checks:
  typecheck: node --check src/parse.js && node --check src/format.js
  lint: sh lint.sh
  test: node --test
reviewers: [rosa]
autonomous:
  rules: [CONTRIBUTING.md]
${more}`;

const rules = `# Rules

- Every file begins with a comment that says what it is for.
- No file reads the clock.
`;

const lint = `! grep -rn 'console.log' src
`;

const parseTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/parse.js';

test('reads hours, minutes and seconds', () => assert.equal(parse('1h 30m 5s'), 5405));
test('the empty text is no duration', () => assert.throws(() => parse(''), /duration/));
`;

const formatTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../src/format.js';

test('writes hours, minutes and seconds', () => assert.equal(format(5405), '1h 30m 5s'));
`;

/** Repository path → content; `more` adds to them. */
export function autonomousFiles(minutes = 0, more = ''): Record<string, string> {
  return {
    'README.md': '# durations\n',
    'package.json': `${JSON.stringify({ name: 'durations', version: '1.0.0', type: 'module' }, null, 2)}\n`,
    '.github/ultraloop.yml': config(minutes, more),
    '.github/CODEOWNERS': '* @rosa\n',
    'CONTRIBUTING.md': rules,
    'lint.sh': lint,
    'src/parse.js': '// Reads a duration such as "1h 30m 5s" into seconds.\n',
    'src/format.js': '// Writes seconds as a duration such as "1h 30m 5s".\n',
  };
}

export const AUTONOMOUS_ISSUE = {
  title: 'Read and write durations',
  body: `\`parse\` and \`format\` are empty.

### Commit plan
- [ ] Read durations
  - \`parse('1h 30m 5s')\` is 5405
  - A text that is no duration is refused
- [ ] Write durations

### Acceptance
- Zero is written as \`0s\`

\`\`\`gherkin
Scenario: there and back
  Given a text that is a duration
  When it is read and written again
  Then it is the same text
\`\`\`
`,
};

const usage = { tokensIn: 8_000, tokensOut: 700, costUsd: 0.04 };
const does = (act: Act, summary: string): Act => ({ ...act, answer: { outcome: 'done', summary, usage } });
const nothing = does({}, 'nothing left to do here');
const finds = (cause: string, write: Record<string, string>): Act => ({
  write,
  answer: { outcome: 'done', cause, usage },
});
const passes: Act = { answer: { verdict: 'CLEAN', priority_1: [], usage } };
const meets: Act = {
  answer: { items: Array.from({ length: 10 }, (_, at) => ({ item: at + 1, ok: true, detail: 'tried, holds' })), usage },
};

const writesParse = does(
  { write: { 'src/parse.js': parseLoose, 'test/parse.test.js': parseTest }, say: 'Reading durations.' },
  'wrote parse',
);
const writesFormat = does(
  { write: { 'src/format.js': formatDone.replace(/^\/\/.*\n/, ''), 'test/format.test.js': formatTest } },
  'wrote format',
);
const blocks: Act = {
  answer: {
    verdict: 'IMPROVEMENTS_NEEDED',
    priority_1: [{ file: 'src/format.js', line: 1, what: 'CONTRIBUTING.md: a file begins with a comment.' }],
    usage,
  },
};

const quiet: Script = { execute: nothing, review: passes, verify: meets };

/** RED, mended, GREEN; BLOCK, mended, GREEN: two commits in four iterations. */
const honest: Script = {
  ...quiet,
  'execute-1': writesParse,
  'debug-1': finds('`parse` takes the empty text for zero (src/parse.js:6).', { 'src/parse.js': parseDone }),
  'execute-3': writesFormat,
  'review-3': blocks,
  'debug-3': finds('the comment at the top is missing (src/format.js:1).', { 'src/format.js': formatDone }),
};

/** Each fix looks like one and is none. */
const stubborn: Script = {
  ...quiet,
  'execute-1': writesParse,
  'debug-1': finds('the expression is not anchored', { 'src/parse.js': `${parseLoose}// anchored\n` }),
  'debug-2': finds('white space is not trimmed', { 'src/parse.js': `${parseLoose}// trimmed\n` }),
  debug: finds('the flags are wrong', { 'src/parse.js': `${parseLoose}// flagged\n` }),
};

/** Every iteration breaks something else. */
const restless: Script = {
  ...quiet,
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map(n => [
      `execute-${n}`,
      does(
        {
          write: {
            'src/parse.js': `// Way ${n}.\nexport const parse = () => {\n  throw new Error('way ${'abcde'[n - 1]} leads nowhere');\n};\n`,
            'test/parse.test.js': parseTest.split('\n').slice(0, 5).join('\n'),
          },
        },
        `tried way ${n}`,
      ),
    ]),
  ),
  debug: finds('this way was wrong, another one is needed', {}),
};

const base = { files: autonomousFiles(), issue: AUTONOMOUS_ISSUE };

export const SCENARIOS: Record<string, AutonomousScenario> = {
  success: {
    ...base,
    about: 'two commits; a red test and a blocked review are mended, then everything is green',
    script: honest,
    exit: 'SUCCESS',
  },
  jidoka2: {
    ...base,
    about: 'the same test fails three times: the line stops, options are presented',
    script: stubborn,
    exit: 'JIDOKA',
  },
  jidoka3: {
    ...base,
    about: 'every iteration fails in another way: the fifth error asks for triage',
    script: restless,
    exit: 'JIDOKA',
  },
  max: {
    ...base,
    files: autonomousFiles(0, '  max_iterations: 2\n'),
    about: 'two iterations are allowed, and one of two commits is done',
    script: honest,
    exit: 'MAX',
  },
  interrupt: {
    ...base,
    files: autonomousFiles(30),
    about: 'the maintainer comments between two iterations: the run answers and waits',
    script: honest,
    words: [{ after: 'waiting', say: 'Please think of negative durations as well.' }],
    exit: 'INTERRUPT',
  },
};
