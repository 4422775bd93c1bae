import { expect, test } from 'vitest';
import { readArguments } from '../../demo/arguments.ts';
import { help } from '../../demo/help.ts';
import { SCENARIOS } from '../../demo/scenarios.ts';

const PLAIN = { help: false, once: false, json: false, keep: false, port: 0, scenario: 'complete' };
const local = ['--repo', '.', '--issue', 'task.md', '--agent', 'agent {promptFile}'];

test.each([
  [[], PLAIN],
  [['--once', '--keep'], { ...PLAIN, once: true, keep: true }],
  [['--json'], { ...PLAIN, once: true, json: true }],
  [['--scenario', 'crash', '--loop', 'ultraloop'], { ...PLAIN, scenario: 'crash' }],
  [['--port', '8080'], { ...PLAIN, port: 8080 }],
  [['-h'], { ...PLAIN, help: true }],
  [local, { ...PLAIN, local: { repo: '.', issue: 'task.md', agent: 'agent {promptFile}' } }],
  [
    [...local, '--check', 'make'],
    { ...PLAIN, local: { repo: '.', issue: 'task.md', agent: 'agent {promptFile}', check: 'make' } },
  ],
])('K19: %j is understood', (argv, choice) => {
  expect(readArguments(argv)).toEqual(choice);
});

test.each([
  [['--frobnicate'], "Unknown option '--frobnicate'"],
  [['complete'], "Unexpected argument 'complete'"],
  [['--scenario'], /--scenario/],
  [['--once=yes'], /--once/],
  [['--scenario', 'nope'], /no scenario 'nope'.*complete, clean, freeze/],
  [['--scenario', 'constructor'], /no scenario/],
  [['--loop', 'ralph'], "The loop 'ralph' is not built yet. Now there is: ultraloop"],
  [['--loop', 'spiral'], /no loop 'spiral'.*autonomous, ralph, autoiter come later/],
  [['--port', '65536'], /no port/],
  [['--port', 'high'], /no port/],
  [['--issue', 'task.md'], '--issue needs --repo PATH: without it the sample repository plays'],
  [['--check', 'make'], /--check needs --repo/],
  [['--repo', '.'], /--issue FILE/],
  [['--repo', '.', '--issue', 'task.md'], /--agent 'COMMAND/],
  [['--repo', '.', '--issue', 'task.md', '--agent', ' '], /--agent 'COMMAND/],
  [[...local, '--scenario', 'clean'], /leave out --repo or --scenario/],
  [[...local, '--check', ''], /--check is empty/],
])('K19: %j is refused in one line', (argv, problem) => {
  const read = readArguments(argv) as { problem: string };
  expect(read.problem).toMatch(problem);
  expect(read.problem).not.toContain('\n');
});

test('K19: the help begins with examples and names every scenario with its end', () => {
  const text = help();
  expect(text.startsWith('Examples\n  npm run demo ')).toBe(true);
  for (const { name, exit } of SCENARIOS.values()) expect(text).toMatch(new RegExp(`^  ${name} +${exit}: `, 'm'));
  expect([...SCENARIOS.keys()]).toHaveLength(9);
});
