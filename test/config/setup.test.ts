// What is installed before a run: declared, detected, or refused with what to do.
import { describe, expect, it } from 'vitest';
import { covers } from '../../src/config/globs.ts';
import { parseConfig } from '../../src/config/load.ts';
import { setupObstacles, setupPart } from '../../src/config/setup-steps.ts';

const NPM = 'registry.example.com:443';
const OTHER = 'packages.example.org:443';

function parsed(text: string) {
  const loaded = parseConfig(text, '.github/ultraloop.yml');
  if (loaded.mistakes)
    throw new Error(loaded.mistakes.map(({ line, path, message }) => `${line} ${path} ${message}`).join('\n'));
  return loaded.config;
}

describe('declared', () => {
  it('a command alone has no network; with hosts the port may be left out; files default to manifests', () => {
    const config = parsed(
      'setup:\n  - make tools\n  - run: npm ci\n    hosts: [Registry.example.com, 10.0.0.5:8080]\n    when: [web]\n',
    );
    const { setup = [], setupFrom } = setupPart(config, [], []);
    expect(setupFrom).toBe('ultraloop.yml');
    expect(setup.map(({ command, hosts }) => [command, hosts])).toEqual([
      ['make tools', []],
      ['npm ci', [NPM, '10.0.0.5:8080']],
    ]);
    expect(setup[1]?.when).toEqual(['web']);
    const decides = covers(setup[0]?.when ?? []);
    const files = ['package-lock.json', 'web/package.json', 'requirements-dev.txt', 'src/a.ts', 'docs/go.mod.md'];
    expect(files.filter(decides)).toEqual(['package-lock.json', 'web/package.json', 'requirements-dev.txt']);
  });

  it.each([
    ['setup: npm ci', /1 setup this must be a list/],
    ['setup:\n  - run: npm ci\n    hosts: ["*.example.com"]', /setup\[0\]\.hosts\[0\] a host is a name such as/],
    ['setup:\n  - run: npm ci\n    hosts: ["https://registry.example.com"]', /a host is a name such as/],
    ['setup:\n  - run: ""', /setup\[0\]\.run a command cannot be empty/],
    ['setup:\n  - run: npm ci\n    when: []', /at least one glob/],
    ['setup:\n  - run: npm ci\n    hots: [x]', /did you mean `hosts`/],
  ])('%j is a mistake', (text, words) => expect(() => parsed(text)).toThrow(words));

  it('asks for a host the operator does not allow: refused at the start with what to do', () => {
    const { setup } = setupPart(
      parsed(`setup: [{ run: npm ci, hosts: [registry.example.com, evil.example] }]`),
      [],
      [NPM],
    );
    expect(setupObstacles(setup, [NPM])).toEqual([
      {
        problem: 'The setup `npm ci` asks for `evil.example:443`, where setups may not go on this host.',
        todo: 'Ask the operator to add it to `ULTRALOOP_SETUP_HOSTS`, or take it out of `setup:` in `ultraloop.yml`.',
      },
    ]);
    expect(setupObstacles(setup, undefined)).toEqual([]);
    expect(setupObstacles(undefined, [])).toEqual([]);
  });
});

describe('detected, where nothing is declared', () => {
  const none = parsed('');
  const of = (files: string[], allowed: string[] | undefined = [NPM, OTHER]) => {
    const { setup = [], setupFrom, setupHint } = setupPart(none, files, allowed);
    return { commands: setup.map(({ command }) => command), hosts: setup[0]?.hosts, from: setupFrom, hint: setupHint };
  };

  it.each([
    [['package-lock.json'], 'npm ci'],
    [['npm-shrinkwrap.json'], 'npm ci'],
    [['yarn.lock', 'package-lock.json'], 'yarn install --frozen-lockfile'],
    [['pnpm-lock.yaml'], 'pnpm install --frozen-lockfile'],
  ])('%j, with a way to wherever setups may go', (locks, command) => {
    const found = of(['package.json', ...locks, 'web/package.json', 'web/package-lock.json']);
    expect(found).toEqual({ commands: [command], hosts: [NPM, OTHER], from: locks[0], hint: undefined });
  });

  it('folders where the root is silent', () => {
    const files = ['README.md', 'api/package.json', 'api/package-lock.json', 'web/package.json', 'web/yarn.lock'];
    expect(of(files)).toMatchObject({
      commands: ['cd api && npm ci', 'cd web && yarn install --frozen-lockfile'],
      from: 'api/package-lock.json, web/yarn.lock',
    });
  });

  it.each([
    ['no lock file', ['package.json']],
    ['no manifest', ['package-lock.json']],
    ['dependencies that are part of the repository', ['package.json', 'package-lock.json', 'node_modules/a/index.js']],
    ['examples', ['examples/package.json', 'examples/package-lock.json']],
  ])('nothing: %s', (_, files) => expect(of(files)).toMatchObject({ commands: [], hint: undefined }));

  it('nothing where the operator lets setups go nowhere, and the first report says so', () => {
    const found = of(['package.json', 'yarn.lock'], []);
    expect(found.commands).toEqual([]);
    expect(found.hint).toBe(
      `What \`yarn.lock\` names is not installed: setups have no network on this host (\`ULTRALOOP_SETUP_HOSTS\`).`,
    );
  });

  it('where there are no walls the network is there anyway', () => {
    expect(setupPart(none, ['package.json', 'yarn.lock'], undefined).setup).toHaveLength(1);
  });

  it('an empty list says that there is nothing to install', () => {
    expect(setupPart(parsed('setup: []'), ['package.json', 'package-lock.json'], [NPM])).toEqual({});
  });
});
