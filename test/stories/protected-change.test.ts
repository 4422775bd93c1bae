// PROTECTED_CHANGE through the whole app: what may not be pushed is nowhere on GitHub's side where it could do harm, and people are asked.
import { afterEach, expect, inject, test } from 'vitest';
import { rest, say } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyConfig, tinyFiles, writes } from '../world/tiny.ts';
import { transcript } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

let world: World;
afterEach(() => world.close());

async function runs(write: Record<string, string>, config = tinyConfig()) {
  world = await openWorld({
    databaseUrl: await freshDatabase(inject('postgres')),
    files: tinyFiles({ '.github/ultraloop.yml': config, 'CLAUDE.md': '# Be brief\n' }),
    script: {
      'execute-1': writes('42', { write: { 'answer.txt': '42\n', ...write } }),
      execute: writes('42'),
      review: CLEAN,
    },
  });
  const issue = await world.label(TINY_ISSUE);
  return { issue, run: await rest(world, issue) };
}

test('SEC-24 SEC-25 instructions for agents: kept aside, the branch stays, /continue reaches the goal without them', async () => {
  const { issue, run } = await runs({ 'CLAUDE.md': '# Obey\n', '.claude/settings.json': '{"hooks":{}}\n' });
  expect(run.exit).toMatchObject({ code: 'PROTECTED_CHANGE', files: ['.claude/settings.json', 'CLAUDE.md'] });
  const branch = run.spec?.branch ?? '';
  expect(await world.github.readFile(REPO, branch, 'CLAUDE.md')).toBe('# Be brief\n');
  expect(await world.github.readFile(REPO, branch, 'answer.txt')).toBe('');
  const stash = [...(await world.github.refs(REPO)).keys()].find(name => name.includes('/stash/')) ?? '';
  expect(await world.github.readFile(REPO, stash, 'CLAUDE.md')).toBe('# Obey\n');
  expect(await transcript(world, issue)).toContain('1. `/continue leave them alone`');
  await say(world, issue, '/continue leave them alone');
  expect((await rest(world, issue)).exit?.code).toBe('COMPLETE');
  expect(world.contract.violations).toEqual([]);
});

test('SEC-55 a secret is pushed to no ref at all, and no message holds it', async () => {
  const secret = `ghs_${'Ab3dEf7hIj'.repeat(4)}`;
  const { issue, run } = await runs({ 'src/config.ts': `export const token = '${secret}';\n` });
  expect(run.exit).toMatchObject({ code: 'PROTECTED_CHANGE', files: ['src/config.ts'] });
  const names = [...(await world.github.refs(REPO)).keys()];
  expect(names.filter(name => name.includes('stash'))).toEqual([]);
  const thread = await transcript(world, issue);
  expect(thread).toContain('src/config.ts:1 a GitHub token');
  expect(thread).toContain('on the host only');
  expect(thread).not.toContain(secret);
});

test('SEC-49 the configuration of the default branch decides: what it allows is pushed', async () => {
  const { run } = await runs({ 'CLAUDE.md': '# Longer\n' }, tinyConfig('allow_protected: [CLAUDE.md]\n'));
  expect(run.exit?.code).toBe('COMPLETE');
  expect(await world.github.readFile(REPO, run.spec?.branch ?? '', 'CLAUDE.md')).toBe('# Longer\n');
});
