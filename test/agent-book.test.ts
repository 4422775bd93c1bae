// Which agents a host has, from the operator's variables and file; and what each of them may see and reach.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandBook, hostAgents, openAgentBook, readPresets } from '../src/agent-book.ts';
import { planOutside } from '../src/runner/sandbox/plan-outside.ts';
import { readSettings } from '../src/settings.ts';
import { tempFolder } from './runner/places.ts';

const KEY = 'sk-the-real-key-0123456789';
const GOOD = {
  ...{ APP_ID: '1', PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nx\\n-----END PRIVATE KEY-----' },
  WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
};
const read = (env: NodeJS.ProcessEnv) => readSettings({ ...GOOD, ...env }).agents;

function written(text: string): string {
  const file = join(tempFolder(), 'agents.yml');
  writeFileSync(file, text);
  return file;
}

describe('ULTRALOOP_AGENT', () => {
  it('a preset by its name, also where a program is called the same', () => {
    const { agents, usual } = read({ ULTRALOOP_AGENT: ' codex ', ULTRALOOP_AGENT_ENV: 'RUST_LOG' });
    expect([usual, Object.keys(agents)]).toEqual(['codex', ['codex']]);
    expect(agents.codex).toMatchObject({ drive: 'acp', command: ['codex-acp'], pass: ['RUST_LOG'] });
  });

  it('anything else is a command line, split without a shell', () => {
    const { agents, usual } = read({ ULTRALOOP_AGENT: 'node my\\ agent.js {promptFile}', ULTRALOOP_AGENT_ENV: 'A B' });
    expect(usual).toBe('command');
    expect(agents.command).toMatchObject({
      drive: 'command',
      command: ['node', 'my agent.js', '{promptFile}'],
      pass: ['A', 'B'],
    });
  });

  it('one word: a program of the PATH, or a mistake that lists the presets', () => {
    expect(read({ ULTRALOOP_AGENT: 'node' }).agents.command?.command).toEqual(['node']);
    expect(read({ ULTRALOOP_AGENT: '/opt/agent' }).agents.command?.command).toEqual(['/opt/agent']);
    expect(() => read({ ULTRALOOP_AGENT: 'codx' })).toThrow(
      /^ULTRALOOP_AGENT: there is no preset codx; did you mean codex\? No program .* one of claude, claude-print, cline, codex/,
    );
    expect(() => read({ ULTRALOOP_AGENT: 'constructor' })).toThrow(/there is no preset constructor/);
  });

  it('one that cannot choose a model by itself says where to name it', () => {
    expect(() => read({ ULTRALOOP_AGENT: 'qwen' })).toThrow(/^The agent qwen .*: set ULTRALOOP_MODEL_STANDARD\.$/);
    expect(read({ ULTRALOOP_AGENT: 'qwen', ULTRALOOP_MODEL_STANDARD: 'm' }).agents.qwen?.models.standard).toBe('m');
  });
});

describe('ULTRALOOP_AGENTS', () => {
  const FILE = 'agents:\n  a: {preset: codex, models: {fast: own}}\n  b: {preset: claude}\nusual: a\n';

  it('is all there is; the variables of models are for its usual agent, where it says none itself', () => {
    const env = { ULTRALOOP_AGENTS: written(FILE), ULTRALOOP_MODEL_FAST: 'x', ULTRALOOP_MODEL_DEEP: 'y' };
    const { agents, usual } = read(env);
    expect([usual, Object.keys(agents)]).toEqual(['a', ['a', 'b']]);
    expect([agents.a?.models, agents.b?.models]).toEqual([{ fast: 'own', deep: 'y' }, {}]);
  });

  it('every mistake in it, beside those of the variables, each on a line of its own', () => {
    const file = written('agents:\n  a: {preset: codx}\nusual: b\nzzz: 1\n');
    const wrong = () => readSettings({ ...GOOD, APP_ID: 'x', ULTRALOOP_AGENTS: file, ULTRALOOP_AGENT_ENV: 'A' });
    let said = '';
    try {
      wrong();
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said.split('\n')).toEqual([
      expect.stringMatching(/^APP_ID/),
      expect.stringMatching(/^ULTRALOOP_AGENT_ENV has no meaning beside ULTRALOOP_AGENTS/),
      expect.stringMatching(/agents\.yml:2: agents\.a\.preset: there is no preset `codx`/),
      expect.stringMatching(/agents\.yml:3: usual: there is no agent `b`/),
      expect.stringMatching(/agents\.yml:4: zzz: there is no key `zzz`/),
    ]);
  });

  it('two words for one thing are refused; a file that is not there is told as such', () => {
    expect(() => read({ ULTRALOOP_AGENTS: written(FILE), ULTRALOOP_AGENT: 'codex' })).toThrow(/has no meaning beside/);
    expect(() => read({ ULTRALOOP_AGENTS: '/nowhere/a.yml' })).toThrow(
      'ULTRALOOP_AGENTS: /nowhere/a.yml cannot be read (ENOENT).',
    );
    expect(() => read({ ULTRALOOP_AGENTS: '/tmp' })).toThrow(/cannot be read \(EISDIR\)/);
  });
});

it('a preset that is broken stops the start and says where', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'presets'));
  writeFileSync(join(folder, 'presets/bad.yml'), 'drive: acp\ncommand: [x, "{promt}"]\n');
  expect(() => readPresets(join(folder, 'presets'))).toThrow(
    /bad\.yml:2: command: there is no placeholder `\{promt\}`/,
  );
});

describe('what an agent may see and reach', () => {
  const book = openAgentBook({
    file: written(`agents:
  a: { preset: codex, hosts: [docs.example.com], pass: [MY_TOKEN, LANGUAGE, ANTHROPIC_API_KEY] }
  b: { preset: claude }
usual: a
prices: { m: { in: 1, out: 2 } }
`),
  });
  const { a, b } = book.agents;
  const source = {
    ...{ OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: `${KEY}2`, GEMINI_API_KEY: `${KEY}3` },
    ...{ MY_TOKEN: 'a-token-0123456789', LANGUAGE: 'a-language-0123456789' },
  };
  if (!a || !b) throw new Error('no agents');

  it('its own hosts and the operator’s; its own services and no other; keys it names are spoken for, too', () => {
    const plan = planOutside({ book, agentHosts: ['all.example.com:443'] }, source);
    const of = (agent: typeof a) => plan.of(agent).outside;
    expect(of(a)).toMatchObject({ hosts: ['docs.example.com:443', 'all.example.com:443'], prices: book.prices });
    expect(of(a).models.map(({ name }) => name)).toEqual(['anthropic', 'openai']);
    expect(of(b)).toMatchObject({ hosts: ['all.example.com:443'], models: [{ name: 'anthropic' }] });
    expect([plan.of(a).pass, plan.of(b).pass]).toEqual([['MY_TOKEN', 'LANGUAGE'], []]);
    expect([plan.services, plan.gate]).toEqual([{}, true]);
  });

  it.each(['bubblewrap', 'unsafe-none'])(
    '%s: keys, and what is called a secret, are taken out of all that is published',
    sandbox => {
      const { keys } = planOutside({ book, sandbox }, source);
      expect(keys.toSorted()).toEqual([KEY, `${KEY}2`, source.MY_TOKEN].toSorted());
    },
  );

  it('without walls it gets the real thing, because nobody could keep it from it', () => {
    const plan = planOutside(
      { book, sandbox: 'unsafe-none' },
      { ...source, OPENAI_BASE_URL: 'https://own.example/v1' },
    );
    expect(plan.of(a)).toMatchObject({ outside: { models: [] }, pass: ['MY_TOKEN', 'LANGUAGE', 'ANTHROPIC_API_KEY'] });
    expect(plan.services.openai).toEqual({ base: 'https://own.example', key: KEY });
    expect(plan.gate).toBe(false);
  });

  it('a key that is not set is named, before any run begins', () => {
    const plan = planOutside({ book }, { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: '' });
    expect([plan.of(a).lacking, plan.of(b).lacking]).toEqual([['OPENAI_API_KEY'], []]);
    expect(plan.of(a).pass).not.toContain('OPENAI_API_KEY');
    expect(hostAgents(book, plan)).toMatchObject({ names: ['a', 'b'], hindered: { a: 'OPENAI_API_KEY is not set' } });
  });

  it('an agent without anything has no way out', () => {
    const plan = planOutside({ book: commandBook('my-agent') }, source);
    expect([plan.gate, plan.keys]).toEqual([false, []]);
  });
});
