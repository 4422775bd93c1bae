// Whole demos as a person starts them: built, in a process of their own.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAIN, numbers, openPlayground, type Playground, ROOT } from './playground.ts';

let at: Playground;
beforeEach(async () => {
  at = await openPlayground();
});
afterEach(() => at.close());

test('K19 U5 U10: killed in the middle of an agent and of a report, it still ends COMPLETE and repeats no step', async () => {
  const { stdout, stderr, exitCode } = await at.demo('--scenario', 'crash', '--json');
  expect(stderr.match(/the app was killed/g)).toHaveLength(2);
  expect(stderr).toContain('Iteration 2');
  expect(stdout.split('\n')).toHaveLength(1);
  numbers({ exit: 'COMPLETE', iterations: 2, comments: 3 }).parse(JSON.parse(stdout));
  expect(exitCode).toBe(0);
  expect(await at.leftovers()).toEqual([]);
});

test.each([
  ['SIGINT', 'Iteration 1'],
  ['SIGTERM', 'start the database'],
] as const)('K19: %s right after “%s” takes everything away', async (signal, when) => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, TMPDIR: at.dir, NO_COLOR: '1' } });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', chunk => {
    const early = !said.includes(when);
    said += chunk;
    if (early && said.includes(when)) child.kill(signal);
  });
  expect(await ended).toBe(130);
  expect(said.split('\n')[0]).toMatch(/^ultraloop demo, complete: .*It should end COMPLETE\.$/);
  expect(await at.leftovers()).toEqual([]);
});

test('K19: a repository of one’s own is copied, worked on and left alone', async () => {
  const repo = join(at.dir, 'mine');
  const git = (...args: string[]) => execa('git', ['-C', repo, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  await execa('git', ['init', '--quiet', '--initial-branch=trunk', repo]);
  await writeFile(join(repo, 'answer.txt'), '41\n');
  await git('add', '.');
  await git('commit', '--quiet', '--message=begin');
  await writeFile(join(repo, 'draft.txt'), 'not committed\n');
  await writeFile(join(at.dir, 'task.md'), '# Answer 42\nThe file says 41.\n');
  const script = { execute: { write: { 'answer.txt': '42\n' } }, review: { answer: { verdict: 'CLEAN' } } };
  await writeFile(join(at.dir, 'script.json'), JSON.stringify(script));
  const before = (await git('for-each-ref')).stdout;
  const agent = [process.execPath, join(ROOT, 'dist/test/agents/scripted.js'), join(at.dir, 'script.json')].join(' ');
  const { stdout, exitCode } = await at.demo(
    ...[
      '--repo',
      repo,
      '--issue',
      join(at.dir, 'task.md'),
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
  expect((await at.leftovers()).sort()).toEqual(['mine', 'script.json', 'task.md']);
});
