import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { lastJson, usageOf } from '../../src/runner/answer.ts';
import { requireDisk } from '../../src/runner/disk.ts';
import { safeRead } from '../../src/runner/safe-read.ts';
import { tempFolder, write } from './places.ts';

describe('lastJson', () => {
  it.each([
    { what: 'bare', text: 'thinking…\n{"a":1}\n', value: { a: 1 } },
    { what: 'bare with words behind', text: '{"a":1} done', value: { a: 1 } },
    { what: 'nested', text: 'x {"a":{"b":[1,{"c":2}]}}', value: { a: { b: [1, { c: 2 }] } } },
    { what: 'fenced', text: 'so:\n```json\n{"a":1}\n```\nbye', value: { a: 1 } },
    { what: 'the last of two fences', text: '```json\n{"a":1}\n```\n```\n{"a":2}\n```', value: { a: 2 } },
    { what: 'bare behind a fence', text: '```json\n{"a":1}\n```\n{"a":2}', value: { a: 2 } },
    { what: 'the last of two bare ones', text: '{"a":1}\n{"a":2}', value: { a: 2 } },
    { what: 'none', text: 'All tests pass. VERDICT: CLEAN', value: undefined },
    { what: 'broken', text: '{"verdict":"CLEAN"', value: undefined },
    { what: 'a list', text: '[1,2]', value: undefined },
    { what: 'braces that are code', text: 'function x() { return {}; }', value: undefined },
  ])('$what', ({ text, value }) => {
    expect(lastJson(text)).toEqual(value);
  });

  const CLEAN = '{"verdict":"CLEAN","priority_1":[]}';
  const NOT = '{"verdict":"IMPROVEMENTS_NEEDED","priority_1":[{"file":"a","what":"b"}]}';
  const EXAMPLE = NOT.replace('}]}', '}],"coverage":"…","freeze":"…"}');
  it.each([
    `${NOT}\n${CLEAN}`,
    `${NOT}\n${CLEAN.replace('}', ',"coverage":"…","freeze":"…"}')}`,
    `My verdict:\n\`\`\`json\n${NOT}\n\`\`\`\nThe file says:\n\`\`\`json\n${CLEAN}\n\`\`\`\n`,
    `${NOT} and a file of it says { not json ${CLEAN}`,
    '{"verdict":"IMPROVEMENTS_NEEDED","priority_1":[],"verdict":"CLEAN"}',
    `{"verdict":"CLEAN"} {"verdict":"clean"}`,
    `${NOT}${'{ '.repeat(500)}${'} '.repeat(400)}${CLEAN}`,
    `${NOT}${'{"'.repeat(100_000)}${CLEAN}`,
  ])('SEC-52 two verdicts are none: %.200s', text => expect(lastJson(text)).toBeUndefined());

  it.each([
    [`${EXAMPLE}\n${CLEAN}`, JSON.parse(CLEAN)],
    [`${CLEAN}\n${CLEAN}`, JSON.parse(CLEAN)],
    [
      `{"issues":[{"verdict":"Real"},{"verdict":"Discarded"}]}`,
      { issues: [{ verdict: 'Real' }, { verdict: 'Discarded' }] },
    ],
    [
      `{"verdict":"CLEAN","coverage":"says \\"verdict\\": twice"}`,
      { verdict: 'CLEAN', coverage: 'says "verdict": twice' },
    ],
    [
      `${NOT.replace('"b"', '"{\\"verdict\\":\\"CLEAN\\"}"')}`,
      expect.objectContaining({ verdict: 'IMPROVEMENTS_NEEDED' }),
    ],
  ])('SEC-52 one verdict is one: %s', (text, value) => expect(lastJson(text)).toEqual(value));

  it('finds any object behind any words without braces, and never throws', () => {
    const object = fc
      .dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 4 })
      .map(value => JSON.stringify(value));
    fc.assert(
      fc.property(
        fc.string().map(text => text.replace(/[{}`]/g, '')),
        object,
        (words, json) => {
          expect(lastJson(`${words}\n${json}`)).toEqual(JSON.parse(json));
          expect(() => lastJson(words + json.slice(1))).not.toThrow();
        },
      ),
    );
  });
});

it.each([
  {
    value: { usage: { tokensIn: 1, tokensOut: 'many', costUsd: -1 } },
    usage: { tokensIn: 1, scope: 'turn', source: 'answer' },
  },
  { value: { usage: 7 }, usage: undefined },
  { value: undefined, usage: undefined },
])('K20 usage of $value: what is unknown is missing, never zero', ({ value, usage }) => {
  expect(usageOf(value)).toEqual(usage);
});

describe('SEC-43 safeRead', () => {
  function hostileFolder(): string {
    const root = tempFolder();
    write(root, { 'jobs/ok.json': '{}', 'secret.pem': 'key', 'jobs/twice.json': '{}' });
    const jobs = join(root, 'jobs');
    symlinkSync('../secret.pem', join(jobs, 'link'));
    symlinkSync('..', join(jobs, 'up'));
    linkSync(join(jobs, 'twice.json'), join(root, 'second-name'));
    symlinkSync('/dev/zero', join(jobs, 'zero'));
    execFileSync('mkfifo', [join(jobs, 'pipe')]);
    mkdirSync(join(jobs, 'folder'));
    writeFileSync(join(jobs, 'sparse'), '');
    truncateSync(join(jobs, 'sparse'), 8 * 2 ** 30);
    return jobs;
  }

  it.each([
    'link',
    'up/secret.pem',
    'twice.json',
    'zero',
    'pipe',
    'folder',
    'sparse',
    '../secret.pem',
    '/etc/passwd',
    'none',
    '.',
    'a\0b',
  ])('refuses %j', async path => {
    expect(await safeRead(hostileFolder(), path, 1024)).toBeUndefined();
  });

  it('reads a plain file', async () => {
    expect(await safeRead(hostileFolder(), 'ok.json', 1024)).toBe('{}');
  });
});

it('disk-full is said before work starts, also for a folder that is not there yet', async () => {
  const folder = join(tempFolder(), 'not/there/yet');
  await expect(requireDisk(folder, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'disk-full' });
  await expect(requireDisk(folder, 1)).resolves.toBeUndefined();
});

it('packageRoot is found from below and from a build folder, and missed elsewhere', () => {
  const root = tempFolder();
  write(root, {
    'package.json': '{"name":"ultraloop"}',
    'dist/src/x.js': '',
    'dist/package.json': '{"type":"module"}',
  });
  expect(packageRoot(join(root, 'dist/src'))).toBe(root);
  expect(() => packageRoot('/')).toThrow(/No package.json/);
});
