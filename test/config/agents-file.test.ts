// The operator's file of agents: every mistake has its place and says what to do; nothing else than what stands in it is an agent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPresets } from '../../src/agent-book.ts';
import { agentFor } from '../../src/agents.ts';
import { agentOf } from '../../src/config/agent-of.ts';
import { parseAgents } from '../../src/config/agents-file.ts';

const PRESETS = readPresets();
const read = (text: string) => parseAgents(text, '/etc/agents.yml', PRESETS);

function mistakes(text: string): string[] | undefined {
  return read(text).mistakes?.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
}

const OWN = '{drive: command, command: [a, "{promptFile}"]';

describe('each mistake has its place and says what to do', () => {
  it.each<[string, string, RegExp[]]>([
    ['nothing', '', [/^1:1 agents: `agents` is missing/]],
    ['no agent', 'agents: {}', [/^1:9 agents: there must be at least one agent/]],
    ['a list', '- a', [/the file must be a mapping/]],
    ['a preset there is not', 'agents:\n  a: {preset: codx}', [/^2:15 agents\.a\.preset: .*did you mean `codex`\?/]],
    ['a preset far from any', 'agents: {a: {preset: zzzzzz}}', [/there is no preset `zzzzzz`; there are: `claude`/]],
    ['a preset called like a method', 'agents: {a: {preset: constructor}}', [/there is no preset `constructor`/]],
    [
      'neither preset nor words',
      'agents: {a: {title: x}}',
      [/^1:10 agents\.a\.drive: `drive` is missing/, /`command` is missing/],
    ],
    ['an unknown key', 'agents:\n  a: {preset: codex, model: x}', [/^2:22 agents\.a\.model: .*did you mean `models`/]],
    ['a way to drive it that is none', 'agents: {a: {drive: telepathy, command: [a]}}', [/`acp` or `command`/]],
    ['an empty command', 'agents: {a: {drive: acp, command: []}}', [/agents\.a\.command: the command is empty/]],
    ['no program', 'agents: {a: {drive: acp, command: ["", x]}}', [/the first word must be the program/]],
    ['a group first', 'agents: {a: {drive: acp, command: [{withModel: [a]}]}}', [/the first word must be the program/]],
    [
      'a word that is none',
      'agents: {a: {drive: acp, command: [a, 1]}}',
      [/command\[1\]: this must be text or a mapping/],
    ],
    ['a placeholder', `agents: {a: ${OWN.replace('promptFile', 'promtFile')}}}`, [/did you mean `\{promptFile\}`\?/]],
    [
      'a service that is not named',
      `agents: {a: ${OWN}, env: {X: "{key:openai}"}}}`,
      [/agents\.a\.env: `\{key:openai\}` is for a service that is not under `services`/],
    ],
    [
      'a key in the command line',
      'agents: {a: {drive: command, services: [openai], command: [a, "{key:openai}"]}}',
      [/agents\.a\.command: .*everybody on the host can read/],
    ],
    [
      'a service nobody knows',
      `agents: {a: ${OWN}, services: [mistral]}}`,
      [/services\[0\]: this must be `anthropic` or/],
    ],
    ['a name of a variable', `agents: {a: ${OWN}, pass: ["A-B"]}}`, [/pass\[0\]: this is not the name of a variable/]],
    ['a host with a star', `agents: {a: ${OWN}, hosts: ["*.example.com"]}}`, [/hosts\[0\]: a host is a name such as/]],
    ['a file outside the home', `agents: {a: ${OWN}, files: {"../x": y}}}`, [/a file stays in the agent’s home/]],
    ['a file with a full path', `agents: {a: ${OWN}, files: {/etc/x: y}}}`, [/a file is named relative/]],
    ['a tier', `agents: {a: ${OWN}, models: {cheap: x}}}`, [/agents\.a\.models\.cheap/]],
    ['a model’s name', `agents: {a: ${OWN}, models: {fast: "a b"}}}`, [/models\.fast: a model’s name is/]],
    ['a pointer', `agents: {a: ${OWN}, output: {text: result}}}`, [/output\.text: this must be a JSON pointer/]],
    ['a usual one there is not', `agents: {codex: ${OWN}}}\nusual: codx`, [/^2:8 usual: .*did you mean `codex`/]],
    [
      'two and none is usual',
      `agents:\n  a: ${OWN}}\n  b: ${OWN}}`,
      [/agents: there are 2 agents: `usual: NAME` must say/],
    ],
    ['a role there is not', `agents: {a: ${OWN}}}\nroles: {revewer: a}`, [/^2:9 roles\.revewer/]],
    [
      'a role’s agent there is not',
      `agents: {a: ${OWN}}}\nroles: {reviewer: bb}`,
      [/^2:19 roles\.reviewer: there is no agent `bb`/],
    ],
    [
      'a price below nothing',
      `agents: {a: ${OWN}}}\nprices: {m: {in: -1, out: 2}}`,
      [/prices\.m\.in: this must be at least 0/],
    ],
    ['a star in the middle', `agents: {a: ${OWN}}}\nprices: {"a*b": {in: 1, out: 2}}`, [/only at its end `\*` stands/]],
    ['half a price', `agents: {a: ${OWN}}}\nprices: {m: {in: 1}}`, [/prices\.m\.out: `out` is missing/]],
  ])('%s', (_, text, expected) => {
    expect(mistakes(text)).toEqual(expected.map(pattern => expect.stringMatching(pattern)));
  });

  it('all of them at once, also those one key makes of another', () => {
    const text = `agents:\n  a: {preset: codx}\n  b: {drive: x}\nusual: c\nroles: {reviewer: d}\n`;
    expect(read(text).mistakes?.map(({ line, path }) => `${line} ${path}`)).toEqual([
      '2 agents.a.preset',
      '3 agents.b.drive',
      '4 usual',
      '5 roles.reviewer',
    ]);
  });

  it('whatever the text is, it never throws', () => {
    const parts = ['agents', 'a', ': ', '\n  ', '{', '}', 'preset', 'codex', '[', ']', 'usual', '"', '*', '&', '1'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), list => {
        const { value, mistakes: wrong } = read(list.join(''));
        expect(value === undefined).toBe((wrong?.length ?? 0) > 0);
      }),
    );
  });
});

describe('what a file without mistakes makes', () => {
  it('a preset with changes: mappings key by key, everything else as a whole', () => {
    const { value } = read(`agents:
  mine:
    preset: codex
    program: /opt/agents/node_modules/.bin/codex-acp
    env: { CODEX_HOME: '{home}/elsewhere', DEBUG: 1 }
    models: { standard: big, fast: small }
    hosts: [Docs.Example.com]
`);
    const mine = value?.agents.mine;
    expect(value).toMatchObject({ usual: 'mine', roles: {}, prices: {} });
    expect(mine?.command).toEqual(['/opt/agents/node_modules/.bin/codex-acp']);
    expect(mine?.versionCommand).toEqual(['/opt/agents/node_modules/.bin/codex-acp', '--version']);
    expect(mine?.env).toMatchObject({ CODEX_HOME: '{home}/elsewhere', DEBUG: '1', MODEL_PROVIDER: 'ultraloop' });
    expect(mine).toMatchObject({ name: 'mine', drive: 'acp', services: ['openai'], hosts: ['docs.example.com:443'] });
    expect(mine?.mode).toEqual(PRESETS.codex?.mode);
  });

  it('a program takes its place without walls too', () => {
    const { value } = read('agents: {p: {preset: claude-print, program: /opt/claude}}');
    expect([value?.agents.p?.command[0], value?.agents.p?.unwalled?.command?.[0]]).toEqual([
      '/opt/claude',
      '/opt/claude',
    ]);
  });

  it('other words are another agent: the preset’s version says nothing of it', () => {
    const { value } = read('agents: {p: {preset: codex, command: [my-codex]}}');
    expect([value?.agents.p?.command, value?.agents.p?.package]).toEqual([['my-codex'], undefined]);
  });

  it('roles: the repository’s word before the operator’s, the role’s before the general one', () => {
    const { value: book } = read(`agents: {a: ${OWN}}, b: ${OWN}}, c: ${OWN}}}\nusual: a\nroles: {reviewer: b}\n`);
    if (!book) throw new Error('mistakes');
    const names = (choice: Parameters<typeof agentFor>[1]) =>
      (['implementer', 'reviewer'] as const).map(role => agentFor(book, choice, role)?.name);
    expect(names({})).toEqual(['a', 'b']);
    expect(names({ agent: 'c' })).toEqual(['c', 'c']);
    expect(names({ agent: 'c', roles: { reviewer: 'a' } })).toEqual(['c', 'a']);
    expect(names({ agent: 'constructor' })).toEqual([undefined, undefined]);
  });
});

describe('C15 an agent for one job', () => {
  const WORDS = `agents:
  a:
    drive: command
    command: [a, withModel: [-m, 'x/{model}'], '{promptFile}']
    env: { MODEL: '{model}', ALWAYS: yes }
    options: { model: '{model}', effort: high }
    files:
      s.json: { model: '{model}', models: { '{model}': { ok: true } }, list: ['{model}', b], deep: { keep: 1 } }
    models: { deep: 'the/deep-one' }
    unwalled: { command: [a, --own-walls], mode: { write: w }, env: { WALLS: own } }
    mode: { write: free, read: free }
`;
  const at = (tier: 'fast' | 'deep', walls = true) => {
    const definition = read(WORDS).value?.agents.a;
    if (!definition) throw new Error('mistakes');
    return agentOf(definition, { tier, walls });
  };

  it('with a model it is filled in everywhere, in keys too', () => {
    const { command, env, options, files } = at('deep');
    expect(command).toEqual(['a', '-m', 'x/the/deep-one', '{promptFile}']);
    expect(env).toEqual({ MODEL: 'the/deep-one', ALWAYS: 'yes' });
    expect(options).toEqual({ model: 'the/deep-one', effort: 'high' });
    expect(JSON.parse(files['s.json'] ?? '')).toEqual({
      ...{ model: 'the/deep-one', models: { 'the/deep-one': { ok: true } } },
      ...{ list: ['the/deep-one', 'b'], deep: { keep: 1 } },
    });
  });

  it('without one, what asks for it vanishes with its flag, its key and its place', () => {
    const { command, env, options, files } = at('fast');
    expect(command).toEqual(['a', '{promptFile}']);
    expect(env).toEqual({ ALWAYS: 'yes' });
    expect(options).toEqual({ effort: 'high' });
    expect(JSON.parse(files['s.json'] ?? '')).toEqual({ models: {}, list: ['b'], deep: { keep: 1 } });
  });

  it('without walls it is what it says for that', () => {
    expect(at('fast', false)).toMatchObject({ command: ['a', '--own-walls'], env: { ALWAYS: 'yes', WALLS: 'own' } });
    expect([at('fast', false).mode, at('fast').mode]).toEqual([{ write: 'w' }, { write: 'free', read: 'free' }]);
  });
});
