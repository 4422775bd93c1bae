// A repository names agents; it never says what one is. A name the host has not keeps the run from starting.
import { describe, expect, it } from 'vitest';
import type { HostAgents } from '../../src/config/agents-ready.ts';
import { parseConfig } from '../../src/config/load.ts';
import { readiness } from '../../src/config/readiness.ts';

const HOST: HostAgents = {
  ...{ names: ['codex', 'claude', 'gemini'], usual: 'codex', roles: { triager: 'gemini' } },
  hindered: { gemini: 'GEMINI_API_KEY is not set' },
};

function obstacles(text: string, host: HostAgents | undefined = HOST) {
  const config = parseConfig(text, 'f').config ?? expect.fail('not a configuration');
  const issue = { title: 'x', body: 'Do it.' };
  const checks = [{ name: 'test', command: 'npm test', from: 'package.json', kind: 'unit' as const }];
  return readiness({ config, issue, checks, host, size: () => 1, frozenCount: () => 1 });
}

describe('U2 K13 the agents a repository asks for', () => {
  it('a name the operator does not allow is refused, with those he does', () => {
    const [first, ...more] = obstacles('agent: claud\nroles: {triager: codex}');
    expect(first).toEqual({
      problem: 'There is no agent `claud` on this host. Did you mean `claude`?',
      todo: 'Correct `agent:` in `ultraloop.yml`; the operator allows `codex`, `claude`, `gemini`.',
    });
    expect(more).toEqual([]);
  });

  it.each(['constructor', '__proto__'.slice(2, 7), 'x'])('%s is no agent', name => {
    expect(obstacles(`roles: {reviewer: ${name}, triager: codex}`)).toEqual([
      { problem: `There is no agent \`${name}\` on this host.`, todo: expect.stringMatching(/`roles\.reviewer:`/) },
    ]);
  });

  it('one that lacks its key is refused where some role would get it, and nowhere else', () => {
    expect(obstacles('').map(({ problem }) => problem)).toEqual([
      'The agent `gemini` cannot work on this host: GEMINI_API_KEY is not set.',
    ]);
    expect(obstacles('agent: claude')).toEqual([]);
    expect(obstacles('roles: {triager: claude}')).toEqual([]);
    expect(obstacles('agent: gemini')).toHaveLength(1);
  });

  it.each([
    ['a definition in place of a name', 'agent: {command: [sh]}', /this must be text/],
    ['a command line', 'agent: sh -c x', /a name is up to/],
    ['a role there is not', 'roles: {boss: codex}', /roles\.boss|roles/],
    ['a key for agents', 'agents: {x: {command: [sh]}}', /there is no key `agents`; did you mean `agent`/],
  ])('%s is a mistake of the configuration', (_, text, words) => {
    const [mistake] = parseConfig(text, 'f').mistakes ?? [];
    expect(`${mistake?.path}: ${mistake?.message}`).toMatch(words);
  });
});
