// docs/agents.md is what an operator copies from: its files hold no mistake, its table is what ships.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPresets } from '../../src/agent-book.ts';
import { parseAgents } from '../../src/config/agents-file.ts';
import { ENTRY } from '../../src/config/agents-schema.ts';
import { parseConfig } from '../../src/config/load.ts';
import { keyVariable } from '../../src/runner/sandbox/models.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const text = await readFile(join(ROOT, 'docs/agents.md'), 'utf8');
const [file = '', choice = ''] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);

test('the operator’s file and the repository’s choice can be copied as they are', () => {
  expect(parseAgents(file, 'docs/agents.md', readPresets()).mistakes).toBeUndefined();
  const { config } = parseConfig(choice, 'docs/agents.md');
  expect(config).toMatchObject({ agent: 'codex', roles: { reviewer: 'reviewer' } });
});

test('the table has every preset, with its package, way, key and need of a model', () => {
  const told = Object.entries(readPresets()).map(([name, preset]) => {
    const { package: tried, drive, services = [], needsModel } = preset;
    const way = drive === 'acp' ? 'ACP' : drive;
    const keys = services.map(service => `\`${keyVariable(service)}\``).join(' ');
    const model = needsModel ? 'must be named' : 'its own choice';
    return `| \`${name}\` | \`${tried?.name}\` ${tried?.version} | ${way} | ${keys} | ${model} |`;
  });
  const rows = text.split('\n').filter(line => /^\| `[\w-]+` \| `\S+` \d/.test(line));
  expect(rows.toSorted()).toEqual(told.toSorted());
});

test('every key of an agent is explained', () => {
  const explained = new Set(text.match(/`[a-zA-Z]+`/g));
  const silent = Object.keys(ENTRY.shape).filter(key => !explained.has(`\`${key}\``));
  expect(silent).toEqual(['title', 'endpoints', 'needsModel']);
});
