import { expect, test } from 'vitest';
import { readArguments } from '../../demo/arguments.ts';
import { help } from '../../demo/help.ts';
import { LOOPS } from '../../demo/scenarios/loops.ts';

const QUIET = { help: false, once: false, json: false, keep: false, port: 0 } as const;
const PLAIN = { ...QUIET, loop: 'ultraloop', scenario: 'complete' };
const local = ['--repo', '.', '--issue', 'task.md', '--agent', 'agent {promptFile}'];

test.each([
  [[], PLAIN],
  [['--once', '--keep'], { ...PLAIN, once: true, keep: true }],
  [['--json'], { ...PLAIN, once: true, json: true }],
  [['--scenario', 'crash', '--loop', 'ultraloop'], { ...PLAIN, scenario: 'crash' }],
  [['--loop', 'autonomous'], { ...QUIET, loop: 'autonomous', scenario: 'success' }],
  [['--loop', 'ralph'], { ...QUIET, loop: 'ralph', scenario: 'success' }],
  [['--loop', 'autoiter'], { ...QUIET, loop: 'autoiter', scenario: 'converged' }],
  [['--loop', 'ralph', '--scenario', 'spec-drift'], { ...QUIET, loop: 'ralph', scenario: 'spec-drift' }],
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
  [['--scenario', 'nope'], /^The loop 'ultraloop' has no scenario 'nope'\. It has: complete, clean, freeze.*crash$/],
  [['--scenario', 'constructor'], /has no scenario 'constructor'/],
  [
    ['--loop', 'ralph', '--scenario', 'g7'],
    /^The loop 'ralph' has no .*: success, context-drift.*; try --loop autoiter$/,
  ],
  [['--scenario', 'success'], /; try --loop autonomous or --loop ralph$/],
  [['--loop', 'spiral'], "There is no loop 'spiral'. There are: ultraloop, autonomous, ralph, autoiter"],
  [['--loop', 'toString'], /no loop 'toString'/],
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

test('K19: the help begins with examples and names every scenario with its end, loop by loop', () => {
  const text = help();
  expect(text.startsWith('Examples\n  npm run demo ')).toBe(true);
  const parts = text
    .slice(text.indexOf('Scenarios'), text.indexOf('\nOptions'))
    .split(/^(?:--loop )?(?=\w+$)/m)
    .slice(1);
  expect(parts.map(part => part.split('\n')[0])).toEqual(Object.keys(LOOPS));
  for (const [at, { scenarios }] of Object.values(LOOPS).entries())
    for (const [name, { exit, about }] of Object.entries(scenarios))
      expect(parts[at]).toMatch(new RegExp(`^  ${name} +${exit}: ${about.slice(0, 20)}`, 'm'));
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(140);
});
