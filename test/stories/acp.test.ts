// A run whose agent speaks the Agent Client Protocol, through the whole app: one conversation a turn, and what was refused is told.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { definitionOf } from '../../src/config/agent-definition.ts';
import { bookOfOne } from '../../src/config/agents-file.ts';
import { packageRoot } from '../../src/package-root.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import type { AcpScript } from '../agents/acp-scripted.ts';
import { processes, rest } from '../world/moments.ts';
import { freshDatabase } from '../world/postgres.ts';
import { CLEAN, TINY_ISSUE, tinyFiles, writes } from '../world/tiny.ts';
import { reports } from '../world/transcript.ts';
import { openWorld, REPO, type World } from '../world/world.ts';

const PARTS = ['dist', 'node_modules', 'package.json'].map(name => join(packageRoot(), name));
const SCRIPT: AcpScript = {
  start: { modes: ['code', 'look'] },
  execute: {
    ...writes('42'),
    plan: [1, 2],
    leave: [{ kind: 'edit', title: 'Write @dana', path: '/etc/passwd' }],
    usage: used(900),
  },
  review: { say: 'Looks good to me.', usage: used(100) },
  repair: { ...CLEAN, usage: used(50) },
};

function used(inputTokens: number) {
  return { inputTokens, outputTokens: 10, totalTokens: inputTokens + 10 };
}

let dir = '';
let world: World;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ultraloop-acp-'));
  await openToAgents(dir);
  const script = join(dir, 'script.json');
  writeFileSync(script, JSON.stringify(SCRIPT), { mode: 0o644 });
  const command = [process.execPath, join(packageRoot(), 'dist/test/agents/acp-scripted.js'), script];
  const agents = bookOfOne(definitionOf('acp', { drive: 'acp', command, mode: { write: 'code', read: 'look' } }));
  const databaseUrl = await freshDatabase(inject('postgres'));
  world = await openWorld({ databaseUrl, files: tinyFiles(), settings: { agents, sandboxRead: PARTS } });
});
afterAll(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
  await rm(dir, { recursive: true, force: true });
});

test('U1 U6 K20 COMPLETE: the reviewer is asked once more in its session, the spend is one row a turn, a refusal is a note', async () => {
  const issue = await world.label(TINY_ISSUE);
  const run = await rest(world, issue);
  expect(run.exit?.code).toBe('COMPLETE');
  expect(await world.github.readFile(REPO, `refs/heads/${run.spec?.branch}`, 'answer.txt')).toBe('42\n');
  const past = await world.app.store.record.past(run.id, 100);
  const iteration = past.find(entry => entry.kind === 'iteration');
  expect(iteration?.review?.verdict).toBe('CLEAN');
  const turns = iteration?.spend.filter(({ stage }) => stage !== 'contracts');
  expect(turns).toMatchObject([
    { stage: 'execute', role: 'implementer', tokensIn: 900, source: 'agent' },
    { stage: 'review', role: 'reviewer', tokensIn: 150, source: 'agent' },
  ]);
  expect(iteration?.notes).toEqual(['The implementer was refused `edit: Write @dana`: it is outside of the worktree']);
  const report = reports(world, run.places.pull ?? 0).find(text => text.startsWith('## Iteration 1')) ?? '';
  // In a code span nobody is called by name.
  expect(report).toContain('refused `edit: Write @dana`: it is outside of the worktree');
  expect(await processes(run.id)).toEqual([]);
});
