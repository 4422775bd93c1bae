// The files around the code: what they say must fit what the code does.
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/load.ts';
import { LOOP_NAMES } from '../../src/config/loop-name.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** The file itself, or every YAML block of a page. */
async function configurations(path: string) {
  const text = await read(path);
  const blocks = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);
  return (path.endsWith('.md') ? blocks : [text]).map(yaml => parseConfig(yaml, path));
}

describe('K13 configuration files that people copy', () => {
  test.each(['.github/ultraloop.yml', 'README.md'])('%s holds no mistake', async path => {
    const parsed = await configurations(path);
    expect(parsed.flatMap(({ mistakes }) => mistakes ?? [])).toEqual([]);
    const config = parsed[0]?.config;
    expect(config?.frozen ?? []).not.toEqual([]);
    expect(Object.keys(config?.blocks ?? {})).not.toEqual([]);
  });

  test('README.md has one for each loop', async () => {
    const loops = (await configurations('README.md')).map(({ config }) => config?.loop);
    expect(loops).toEqual(LOOP_NAMES);
  });

  test('U2 every frozen glob of this repository matches a file', async () => {
    const { frozen } = parse(await read('.github/ultraloop.yml')) as { frozen: string[] };
    const skip = /^(node_modules|dist|\.git)(\/|$)/;
    const files = (await readdir(ROOT, { recursive: true })).filter(path => !skip.test(path));
    const matched = (glob: string) => files.some(path => picomatch.isMatch(path, glob, { dot: true }));
    const empty = frozen.filter(glob => !matched(glob));
    expect(empty).toEqual([]);
  });
});

/** What the webhooks read. `installation…` would make GitHub refuse the whole manifest: they come by themselves. */
async function eventsHeard(): Promise<string[]> {
  const listeners = await read('src/webhooks/to-command.ts');
  const events = [...listeners.matchAll(/^ {2}\['(\w+)[.']/gm)].map(([, event = '']) => event);
  return [...new Set(events)].filter(event => !event.startsWith('installation')).sort();
}

describe('the GitHub App', () => {
  test('asks for what it uses and nothing else; GitHub sends it to the place the app listens on', async () => {
    const app = parse(await read('app.yml'));
    expect(app.default_permissions).toEqual({
      metadata: 'read',
      contents: 'write',
      pull_requests: 'write',
      issues: 'write',
      checks: 'write',
    });
    expect([...app.default_events].sort()).toEqual(await eventsHeard());
    expect(app.hook_attributes.url).toMatch(/^https:\/\/[^/]+\/api\/github\/webhooks$/);
    expect(app.public).toBe(false);
  });
});

describe('texts', () => {
  const TEXTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'AGENTS.md'];
  const NAMES = ['design', 'decisions', 'features', 'loops', 'operating', 'performance'];
  const DOCS = NAMES.map(name => `docs/${name}.md`);

  test.each([...TEXTS, ...DOCS])('every link and file named in %s is there', async path => {
    const text = await read(path);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link));
    const named = [...text.matchAll(/`((?:src|test|docs|prompts|\.ci)\/[\w./-]+)`/g)].map(([, name = '']) => name);
    const missing: string[] = [];
    for (const name of [...links, ...named]) await access(join(ROOT, name)).catch(() => missing.push(name));
    expect(missing).toEqual([]);
  });

  test('every npm script they name exists', async () => {
    const { scripts } = JSON.parse(await read('package.json'));
    const text = (await Promise.all([...TEXTS, ...DOCS, '.ci/run'].map(read))).join('\n');
    const named = [...text.matchAll(/npm (?:run )?(demo|start|dev|test|check|bench|build|[\w-]+:[\w-]+)\b/g)];
    const unknown = named.map(([, name = '']) => name).filter(name => !Object.hasOwn(scripts, name));
    expect(unknown).toEqual([]);
  });

  test('every variable the app reads is explained to the operator, with the default it has', async () => {
    const settings = await read('src/settings.ts');
    const rows = (await read('docs/operating.md')).split('\n').filter(line => line.startsWith('| `'));
    const variables = [...settings.matchAll(/^ {2}([A-Z_]+): [^\n]*?(?:\.default\(([^)]*)\))?,$/gm)];
    expect(variables.length).toBeGreaterThan(5);
    const wrong = variables.filter(([, name = '', value = '']) => {
      const row = rows.find(line => line.includes(`\`${name}\``));
      return !row?.includes(value.replaceAll("'", ''));
    });
    expect(wrong.map(([line]) => line)).toEqual([]);
  });

  test('.ci/run can be started', async () => {
    expect((await stat(join(ROOT, '.ci/run'))).mode & 0o111).toBe(0o111);
  });
});
