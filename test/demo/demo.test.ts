import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'dist/demo/main.js');

// Whole runs: seconds on a machine of one's own, a minute on a crowded one.
vi.setConfig({ testTimeout: 180_000 });

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'demo-test-'));
  await chmod(dir, 0o711);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const NUMBERS = z.strictObject({
  exit: z.literal('COMPLETE'),
  iterations: z.literal(2),
  prState: z.literal('ready'),
  comments: z.literal(3),
  reviewRequests: z.literal(1),
  restCalls: z.int().positive(),
  graphqlCalls: z.int().positive(),
  restCallsPerIteration: z.number().min(1).max(8),
  contractViolations: z.literal(0),
  repeatedSteps: z.literal(0),
  seconds: z.number().positive(),
  agentSeconds: z.number().positive(),
});

function demo(...words: string[]) {
  return execa(process.execPath, [MAIN, ...words], { env: { TMPDIR: dir, NO_COLOR: '1' }, reject: false });
}

/** Everything of a demo has its folder in its command line. */
async function leftovers(): Promise<string[]> {
  const { stdout } = await execa('ps', ['-A', '-ww', '-o', 'args=']);
  return [...stdout.split('\n').filter(line => line.includes(dir)), ...(await readdir(dir))];
}

test('K19 U5 U10: the demo ends COMPLETE, prints its numbers as the last line, and leaves nothing', async () => {
  const { stdout, stderr, exitCode } = await demo('--once', '--json');
  expect(stderr).toContain('Iteration 2');
  expect(stdout.split('\n')).toHaveLength(1);
  NUMBERS.parse(JSON.parse(stdout));
  expect(exitCode).toBe(0);
  expect(await leftovers()).toEqual([]);
});

test('K19 U10: killed in the middle of an agent and of a report, it still ends COMPLETE and repeats no step', async () => {
  const { stdout, stderr, exitCode } = await demo('--scenario', 'crash', '--json');
  expect(stderr.match(/the app was killed/g)).toHaveLength(2);
  NUMBERS.parse(JSON.parse(stdout));
  expect(exitCode).toBe(0);
  expect(await leftovers()).toEqual([]);
});

test.each([
  ['SIGINT', 'Iteration 1'],
  ['SIGTERM', 'start the database'],
] as const)('K19: %s right after “%s” takes everything away', async (signal, when) => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, TMPDIR: dir, NO_COLOR: '1' } });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', chunk => {
    const early = !said.includes(when);
    said += chunk;
    if (early && said.includes(when)) child.kill(signal);
  });
  expect(await ended).toBe(130);
  expect(said.split('\n')[0]).toMatch(/^ultraloop demo, complete: .*It should end COMPLETE\.$/);
  expect(await leftovers()).toEqual([]);
});

test('K19: a repository of one’s own is copied, worked on and left alone', async () => {
  const repo = join(dir, 'mine');
  const git = (...args: string[]) => execa('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  await execa('git', ['init', '--quiet', '--initial-branch=trunk', repo]);
  await writeFile(join(repo, 'answer.txt'), '41\n');
  await git('add', '.');
  await git('commit', '--quiet', '--message=begin');
  await writeFile(join(repo, 'draft.txt'), 'not committed\n');
  await writeFile(join(dir, 'task.md'), '# Answer 42\nThe file says 41.\n');
  const script = { execute: { write: { 'answer.txt': '42\n' } }, review: { answer: { verdict: 'CLEAN' } } };
  await writeFile(join(dir, 'script.json'), JSON.stringify(script));
  const before = (await git('for-each-ref')).stdout;
  const agent = [process.execPath, join(ROOT, 'dist/test/agents/scripted.js'), join(dir, 'script.json')].join(' ');
  const { stdout, exitCode } = await demo(
    ...[
      '--repo',
      repo,
      '--issue',
      join(dir, 'task.md'),
      '--agent',
      agent,
      '--check',
      'grep -qx 42 answer.txt',
      '--once',
    ],
  );
  expect(stdout).toContain('uncommitted changes are not part of the copy');
  expect(stdout).toContain('local/mine#1 Answer 42');
  expect(stdout).toMatch(/^-41\n\+42$/m);
  expect(stdout).toMatch(/✔ CLEAN after 1 iteration,/);
  expect(exitCode).toBe(0);
  expect((await git('for-each-ref')).stdout).toBe(before);
  expect((await git('status', '--porcelain')).stdout).toBe('?? draft.txt');
  expect((await leftovers()).sort()).toEqual(['mine', 'script.json', 'task.md']);
});
