import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentFromHere, openLocal } from '../../demo/local.ts';

let dir: string;
const at = (name: string) => join(dir, name);
const commit = ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '--message=begin'];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'demo-local-'));
  for (const name of ['empty', 'detached', 'good']) await execa('git', ['init', '--quiet', '-b', 'trunk', at(name)]);
  for (const name of ['detached', 'good']) await execa('git', ['-C', at(name), ...commit]);
  await execa('git', ['-C', at('detached'), 'checkout', '--quiet', '--detach']);
  await execa('mkdir', [at('plain')]);
  await writeFile(at('task.md'), '## Write it\n\nAll of it.\n');
  await writeFile(at('blank.md'), '\n \n');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test.each([
  ['nowhere', 'task.md', /nowhere is not there: give --repo/],
  ['plain', 'task.md', /plain is not a git repository/],
  ['empty', 'task.md', /empty has no commit yet/],
  ['detached', 'task.md', /is on no branch/],
  ['good', 'gone.md', /gone\.md cannot be read: --issue takes/],
  ['good', 'blank.md', /blank\.md is empty: its first line is the title/],
])('K19: repository %s with issue %s is refused in one line', async (repo, issue, message) => {
  const error = await openLocal({ repo: at(repo), issue: at(issue), agent: 'a' }).catch(caught => caught);
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('\n');
});

test('K19: a repository is taken with its present branch, the issue with its first line as title', async () => {
  const { repository, issue, warnings } = await openLocal({ repo: at('good'), issue: at('task.md'), agent: 'a' });
  expect(repository).toMatchObject({ owner: 'local', name: 'good', defaultBranch: 'trunk' });
  expect(issue).toEqual({ title: 'Write it', body: 'All of it.' });
  expect(warnings).toEqual([]);
});

test.each([
  ['agent -p {promptFile}', 'agent -p {promptFile}'],
  ['/usr/bin/agent -p', '/usr/bin/agent -p'],
  ['./agent.sh -p', `${process.cwd()}/agent.sh -p`],
])('K19: the agent %j is found from where the person is', (given, command) => {
  expect(agentFromHere(given)).toBe(command);
});
