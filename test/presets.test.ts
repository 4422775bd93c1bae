// Presets are data that ships: each is whole, speaks only to what the app's proxy lets through, and keeps keys out of sight.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readPresets } from '../src/agent-book.ts';
import { ROLES, SERVICES, TIERS } from '../src/agents.ts';
import { definitionOf } from '../src/config/agent-definition.ts';
import { agentOf } from '../src/config/agent-of.ts';
import { packageRoot } from '../src/package-root.ts';
import { fillConfig } from '../src/runner/agent-fill.ts';
import { keyVariable, letsThrough } from '../src/runner/sandbox/models.ts';

const PRESETS = readPresets();
const NAMES = Object.keys(PRESETS);
const KEY = 'the-key-0123456789';
const places = {
  ...{ promptFile: '/j/prompt.md', resultFile: '/j/result.json', cwd: '/w', home: '/j/home', role: 'reviewer' },
  model: '',
};
const services = Object.fromEntries(SERVICES.map(name => [name, { base: `http://127.0.0.1:8787/${name}`, key: KEY }]));

test('every role has a prompt, every prompt a role; every service a variable', () => {
  const prompts = readdirSync(join(packageRoot(), 'prompts')).map(name => name.replace('.md', ''));
  expect(prompts.toSorted()).toEqual([...ROLES].toSorted());
  expect(SERVICES.map(keyVariable)).toEqual(['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY']);
});

test('they are in the package', () => {
  expect(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).files).toContain('presets');
});

describe.each(NAMES)('the preset %s', name => {
  const preset = definitionOf(name, PRESETS[name] ?? {});

  it('says its exact version, and how it is installed', () => {
    const text = readFileSync(join(packageRoot(), 'presets', `${name}.yml`), 'utf8');
    expect(preset.package?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(text).toContain(`npm install --global ${preset.package?.name}@${preset.package?.version}`);
  });

  it('asks its services for nothing the proxy refuses, and asks each for something', () => {
    const calls = preset.endpoints.map(line => /^(\w+) (.+)$/.exec(line)?.slice(1) ?? []);
    const refused = calls.filter(([service = '', call = '']) => !letsThrough(service, call));
    expect(refused).toEqual([]);
    expect([...new Set(calls.map(([service]) => service))].toSorted()).toEqual([...preset.services].toSorted());
  });

  const models = preset.needsModel ? ['a-model'] : ['', 'a-model'];
  const cases = TIERS.flatMap(tier => [true, false].flatMap(walls => models.map(model => ({ tier, walls, model }))));
  it.each(cases)('can be started at %j, its key in no command line', ({ tier, walls, model }) => {
    const config = agentOf({ ...preset, models: model === '' ? {} : { standard: model } }, { tier, walls });
    const filled = fillConfig(config, places, services);
    if (typeof filled === 'string') throw new Error(filled);
    const all = JSON.stringify(filled);
    expect(filled.command.join(' ')).not.toContain(KEY);
    expect(all).not.toMatch(/\{(?:promptFile|resultFile|cwd|home|role|model|base:\w+|key:\w+)\}/);
    expect(all.includes('a-model')).toBe(model !== '');
    expect(filled.command).not.toContain('');
    expect(all).toContain('8787');
  });

  it('looks for its settings in the home it gets, never in the operator’s', () => {
    const { env, files } = preset;
    expect(Object.keys(files).length > 0 || JSON.stringify(env).includes('{home}')).toBe(true);
  });

  it('every way to drive it has a mode or a result', () => {
    if (preset.drive === 'acp') expect(preset.output).toBeUndefined();
    else expect(preset.output?.text ?? preset.command.join(' ')).toMatch(/^\/|resultFile/);
  });
});
