// A small repository that really fails its tests, and the issue that asks for the rest of it.
import type { Act, Script } from '../agents/scripted.ts';

const config = `# What ultraloop needs to know about this repository.
max_cycles: 6
auto_continue_minutes: 30
frozen:
  - docs/design/
blocks:
  parse:
    paths: [src/parse.js]
    unit: node --test test/parse.test.js
    contract: node --test contract/parse.contract.js
  format:
    paths: [src/format.js]
    unit: node --test test/format.test.js
    contract: node --test contract/format.contract.js
reviewers: [rosa]
`;

const design = `# Durations

A duration is written as hours, minutes and seconds: \`1h 30m 5s\`. Parts may be missing, their order may not change.
Inside the program it is a whole number of seconds. Formatting a parsed text gives the shortest form of it.
`;

const parseEmpty = `// Reads a duration such as "1h 30m 5s" into seconds.
export function parse(text) {
  throw new Error('not written yet');
}
`;
const formatEmpty = `// Writes seconds as a duration such as "1h 30m 5s".
export function format(seconds) {
  throw new Error('not written yet');
}
`;

const parseTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/parse.js';

test('reads hours, minutes and seconds', () => {
  assert.equal(parse('1h 30m 5s'), 5405);
});
test('parts may be missing', () => {
  assert.equal(parse('45m'), 2700);
});
test('refuses what is no duration', () => {
  assert.throws(() => parse('soon'), /duration/);
});
`;
const formatTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../src/format.js';

test('writes hours, minutes and seconds', () => {
  assert.equal(format(5405), '1h 30m 5s');
});
test('leaves out parts that are zero', () => {
  assert.equal(format(2700), '45m');
});
`;
const parseContract = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../src/parse.js';

test('the empty text is no duration', () => {
  assert.throws(() => parse(''), /duration/);
});
`;
const formatContract = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from '../src/format.js';

test('zero is written as 0s', () => {
  assert.equal(format(0), '0s');
});
`;

/** Repository path → content. */
export const SAMPLE_FILES: Record<string, string> = {
  'README.md': '# durations\n\nReads and writes durations.\n',
  'package.json': `${JSON.stringify({ name: 'durations', version: '1.0.0', type: 'module', scripts: { test: 'node --test test/' } }, null, 2)}\n`,
  '.github/ultraloop.yml': config,
  '.github/CODEOWNERS': '* @rosa\ndocs/design/ @dana\n',
  'docs/design/durations.md': design,
  'src/parse.js': parseEmpty,
  'src/format.js': formatEmpty,
  'test/parse.test.js': parseTest,
  'test/format.test.js': formatTest,
  'contract/parse.contract.js': parseContract,
  'contract/format.contract.js': formatContract,
};

export const SAMPLE_ISSUE = {
  title: 'Read and write durations',
  body: `\`parse\` and \`format\` are empty. Write them as \`docs/design/durations.md\` says, until all tests pass.

### Decisions
- [x] Seconds are whole numbers
- [x] The design document does not change
`,
};

const parseDone = `// Reads a duration such as "1h 30m 5s" into seconds.
const PARTS = /^(?:(\\d+)h)?\\s*(?:(\\d+)m)?\\s*(?:(\\d+)s)?$/;

export function parse(text) {
  const parts = PARTS.exec(text.trim());
  if (!parts || text.trim() === '') throw new Error(\`not a duration: \${text}\`);
  const [, hours = 0, minutes = 0, seconds = 0] = parts.map(part => (part === undefined ? undefined : Number(part)));
  return hours * 3600 + minutes * 60 + seconds;
}
`;
const parseLoose = parseDone.replace(" || text.trim() === ''", '');
const formatFirst = `// Writes seconds as a duration such as "1h 30m 5s".
export function format(seconds) {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => count + unit)
    .join(' ');
}
`;
const formatDone = formatFirst.replace("    .join(' ');", "    .join(' ') || '0s';");

const USAGE = { tokensIn: 41_000, tokensOut: 3_200, costUsd: 0.21 };
const work = (act: Act, summary: string): Act => ({ ...act, answer: { outcome: 'done', summary, usage: USAGE } });
const clean = (note: string): Act => ({
  answer: {
    verdict: 'CLEAN',
    priority_1: [],
    notes: [],
    assessment: [
      { block: 'parse', text: note },
      { block: 'format', text: note },
    ],
    usage: { tokensIn: 22_000, tokensOut: 900, costUsd: 0.09 },
  },
});

/** Iteration 1: written, a finding is applied, one contract test stays red. Iteration 2: it turns green, all is merged. */
export const HONEST: Script = {
  'execute-1': work(
    { write: { 'src/parse.js': parseLoose, 'src/format.js': formatFirst }, say: 'Writing parse and format.' },
    'wrote parse and format',
  ),
  'review-1': {
    answer: {
      verdict: 'IMPROVEMENTS_NEEDED',
      priority_1: [{ file: 'src/parse.js', line: 6, what: 'The empty text must be refused: it is no duration.' }],
      notes: [
        { file: 'src/format.js', line: 2, what: 'Negative numbers are not handled; the design does not ask for it.' },
      ],
      assessment: [
        { block: 'parse', text: 'right but for the empty text' },
        { block: 'format', text: 'reads well' },
      ],
      usage: { tokensIn: 24_000, tokensOut: 1_100, costUsd: 0.1 },
    },
  },
  'improve-1': {
    write: { 'src/parse.js': parseDone },
    answer: {
      outcome: 'done',
      improvements: [{ file: 'src/parse.js', line: 6, applied: true }],
      usage: { tokensIn: 12_000, tokensOut: 600, costUsd: 0.05 },
    },
  },
  'execute-2': work({ write: { 'src/format.js': formatDone }, say: 'The contract asks for 0s.' }, 'zero is 0s'),
  'review-2': clean('as designed'),
};

export const SAMPLE = { parseDone, parseLoose, formatFirst, formatDone, work, clean };
