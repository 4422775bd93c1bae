import { execFileSync } from 'node:child_process';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EmptyFreeze } from '../../src/runner/freeze.ts';
import { makeOrigin, message, readyWorkspace, workspaceOf, write } from './places.ts';

const FILES = { "rtl/it's.sv": 'q\n', 'rtl/a b.sv': 's\n', 'rtl/deep/.hidden': 'h\n', 'src/a.ts': 'one\n' };
const GLOBS = ['rtl/'];

describe('U3 the freeze', () => {
  it('names every glob that matches nothing, and refuses an empty list', async () => {
    const workspace = workspaceOf(makeOrigin(FILES));
    const error = await workspace.freeze(['rtl/', 'spec/**', 'none.md']).catch(reason => reason);
    expect(error).toBeInstanceOf(EmptyFreeze);
    expect(error.globs).toEqual(['spec/**', 'none.md']);
    expect(error.message).toContain('`spec/**`, `none.md`');
    await expect(workspace.freeze([])).rejects.toBeInstanceOf(EmptyFreeze);
  });

  it('counts files with quotes, spaces and dots, and its hash is always the same', async () => {
    const origin = makeOrigin(FILES);
    const first = await workspaceOf(origin).freeze(GLOBS);
    const again = await workspaceOf(makeOrigin(FILES)).freeze(['rtl/**']);
    expect(first).toMatchObject({ files: 3, paths: GLOBS, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(again.hash).toBe(first.hash);
  });
});

describe('U9, SEC-47: every way round the freeze is a violation', () => {
  const ways: { name: string; change: (path: string) => void; violations: string[] }[] = [
    {
      name: 'a change in a name with a quote',
      change: path => write(path, { "rtl/it's.sv": 'x\n' }),
      violations: ["M rtl/it's.sv"],
    },
    {
      name: 'a change in a name with a space',
      change: path => write(path, { 'rtl/a b.sv': 'x\n' }),
      violations: ['M rtl/a b.sv'],
    },
    {
      name: 'a change in a hidden file',
      change: path => write(path, { 'rtl/deep/.hidden': 'x\n' }),
      violations: ['M rtl/deep/.hidden'],
    },
    { name: 'a deletion', change: path => rmSync(join(path, 'rtl/a b.sv')), violations: ['D rtl/a b.sv'] },
    {
      name: 'a rename inside',
      change: path => renameSync(join(path, 'rtl/a b.sv'), join(path, 'rtl/c.sv')),
      violations: ['D rtl/a b.sv', 'A rtl/c.sv'],
    },
    {
      name: 'a rename out',
      change: path => renameSync(join(path, 'rtl/a b.sv'), join(path, 'src/c.sv')),
      violations: ['D rtl/a b.sv'],
    },
    {
      name: 'a mode change',
      change: path => execFileSync('chmod', ['+x', join(path, 'rtl/a b.sv')]),
      violations: ['M rtl/a b.sv'],
    },
    {
      name: 'a new file',
      change: path => write(path, { 'rtl/deep/new.sv': 'n\n' }),
      violations: ['A rtl/deep/new.sv'],
    },
    {
      name: 'a new file with a line feed in its name',
      change: path => write(path, { 'rtl/a\nb': 'n\n' }),
      violations: ['A rtl/a\nb'],
    },
    {
      name: 'a symlink in place of a file',
      change: path => {
        rmSync(join(path, 'rtl/a b.sv'));
        symlinkSync("it's.sv", join(path, 'rtl/a b.sv'));
      },
      violations: ['T rtl/a b.sv'],
    },
    {
      name: 'a symlink in place of the folder',
      change: path => {
        renameSync(join(path, 'rtl'), join(path, 'moved'));
        symlinkSync('moved', join(path, 'rtl'));
      },
      violations: ['A rtl', 'D rtl/a b.sv', 'D rtl/deep/.hidden', "D rtl/it's.sv"],
    },
    {
      name: 'everything emptied',
      change: path => rmSync(join(path, 'rtl'), { recursive: true }),
      violations: ['D rtl/a b.sv', 'D rtl/deep/.hidden', "D rtl/it's.sv"],
    },
    {
      name: 'a .gitignore that hides the folder, and a new file',
      change: path => write(path, { '.gitignore': 'rtl/\n', "rtl/it's.sv": 'x\n' }),
      violations: ["M rtl/it's.sv"],
    },
  ];
  it.each(ways)('$name', async ({ change, violations }) => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin(FILES));
    const freeze = await workspace.freeze(GLOBS);
    change(workspace.path);
    const { to } = await workspace.snapshot(prepared.tree);
    const verdict = await workspace.verify(freeze, to);
    expect(verdict.intact).toBe(false);
    expect(verdict.hash).not.toBe(freeze.hash);
    expect(verdict.violations.map(file => `${file.status} ${file.path}`).sort()).toEqual([...violations].sort());
  });

  it('changes elsewhere leave it intact with the same hash', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin(FILES));
    const freeze = await workspace.freeze(GLOBS);
    write(workspace.path, { 'src/a.ts': 'two\n', 'rtlx/a.sv': 'x\n', 'src/rtl/a.sv': 'x\n' });
    const { to } = await workspace.snapshot(prepared.tree);
    expect(await workspace.verify(freeze, to)).toEqual({ intact: true, hash: freeze.hash, files: 3, violations: [] });
    await workspace.publish(to, message(1));
  });
});
