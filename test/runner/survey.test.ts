import { symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { survey } from '../../src/runner/survey.ts';
import { makeOrigin, type Origin, pushAll, SEAL, write } from './places.ts';

const look = ({ root, url }: Origin) =>
  survey(
    {
      ...{ data: join(root, 'data'), repoId: '42', run: 'r1', branch: '' },
      remote: { url, local: true },
      author: { name: 'ultraloop[bot]', email: 'bot@example.com' },
      seal: SEAL,
    },
    'main',
  );

/** Path → where it leads, on top of a few plain files. */
async function linked(links: Record<string, string>): Promise<string[]> {
  const origin = makeOrigin({
    'docs/guide.md': 'x\n',
    'docs/rules/one.md': 'x\n',
    'AGENTS.md': 'x\n',
    'old.md': 'x\n',
  });
  write(origin.clone, { '.claude/plain.md': 'x\n', 'pkg/x.md': 'x\n' });
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(origin.clone, path));
  pushAll(origin.clone, 'links', 'main');
  return (await look(origin)).linked.sort();
}

describe('SEC-24: what links among agents’ files lead to', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['a file', { 'CLAUDE.md': 'docs/guide.md' }, ['docs/guide.md']],
    ['a folder in place of settings', { '.cursor': 'docs/rules/' }, ['docs/rules']],
    ['from a folder below', { 'pkg/AGENTS.md': '../docs/guide.md' }, ['docs/guide.md']],
    ['a chain', { 'CLAUDE.md': 'second.md', 'second.md': 'docs/guide.md' }, ['docs/guide.md', 'second.md']],
    ['through a linked folder', { 'CLAUDE.md': 'd/guide.md', d: 'docs' }, ['d/guide.md', 'docs']],
    ['a circle', { 'CLAUDE.md': 'a', a: 'b', b: 'a' }, ['a', 'b']],
    ['what is protected already', { 'CLAUDE.md': 'AGENTS.md' }, []],
    ['what is not there', { 'CLAUDE.md': 'docs/none.md' }, ['docs/none.md']],
    ['out of the repository', { 'CLAUDE.md': '../x', 'GEMINI.md': '/etc/passwd', 'QWEN.md': '.' }, []],
    ['no agent’s file', { 'README.md': 'docs/guide.md' }, []],
  ])('%s', async (_, links, expected) => {
    expect(await linked(links)).toEqual(expected);
  });

  it('files are told by name and emptiness', async () => {
    const origin = makeOrigin({ 'a.md': '', 'b.md': 'x\n' });
    unlinkSync(join(origin.clone, '.gitignore'));
    const base = pushAll(origin.clone, 'less', 'main');
    const files = [
      { path: 'a.md', empty: true },
      { path: 'b.md', empty: false },
    ];
    expect(await look(origin)).toEqual({ base, files, linked: [] });
  });
});
