import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeOrigin, message, person, readyWorkspace, tempFolder, write } from './places.ts';

describe('snapshot', () => {
  it('tells added, changed, removed and re-moded files with their lines', async () => {
    const { workspace, prepared } = await readyWorkspace(
      makeOrigin({ 'a.ts': '1\n2\n', 'b.sh': 'x\n', 'c.ts': 'c\n', 'd.ts': 'd\n' }),
    );
    write(workspace.path, { 'a.ts': '1\n3\n4\n', 'new file "x".ts': 'n\n', 'bin.dat': 'a\0b' });
    rmSync(join(workspace.path, 'c.ts'));
    rmSync(join(workspace.path, 'd.ts'));
    symlinkSync('a.ts', join(workspace.path, 'd.ts'));
    execFileSync('chmod', ['+x', join(workspace.path, 'b.sh')]);
    const change = await workspace.snapshot(prepared.tree);
    expect(change.files).toEqual([
      { path: 'a.ts', status: 'M', added: 2, removed: 1, mode: '100644' },
      { path: 'b.sh', status: 'M', added: 0, removed: 0, mode: '100755' },
      { path: 'bin.dat', status: 'A', added: null, removed: null, mode: '100644' },
      { path: 'c.ts', status: 'D', added: 0, removed: 1, mode: '000000' },
      { path: 'd.ts', status: 'T', added: 1, removed: 1, mode: '120000' },
      { path: 'new file "x".ts', status: 'A', added: 1, removed: 0, mode: '100644' },
    ]);
    expect(change).toMatchObject({ from: prepared.tree, added: 4, removed: 3 });
  });

  it('file names that are not UTF-8, or full of odd characters, survive', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const names = [
      Buffer.from([0x63, 0xe9, 0x2e, 0x74]),
      Buffer.from('a\nb'),
      Buffer.from('tab\there'),
      Buffer.from(':0 x'),
      Buffer.from('ü'),
    ];
    for (const name of names) writeFileSync(Buffer.concat([Buffer.from(`${workspace.path}/`), name]), 'x\n');
    const { files, to } = await workspace.snapshot(prepared.tree);
    expect(files.map(file => file.path).sort()).toEqual([':0 x', 'a\nb', 'c\\351.t', 'tab\there', 'ü']);
    expect(files.every(file => file.added === 1)).toBe(true);
    expect(await workspace.publish(to, message(1))).toMatchObject({ outcome: 'pushed' });
  });

  it('nothing changed is the same tree and no files', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    expect(await workspace.snapshot(prepared.tree)).toMatchObject({
      to: prepared.tree,
      files: [],
      added: 0,
      removed: 0,
    });
  });

  it('what the agent staged or committed in its own git makes no difference', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    write(workspace.path, { 'src/a.ts': 'two\n' });
    person(workspace.path, 'commit', '-q', '-am', 'by the agent');
    person(workspace.path, 'update-index', '--assume-unchanged', 'docs/spec.md');
    write(workspace.path, { 'docs/spec.md': 'hidden change\n' });
    const { files, to } = await workspace.snapshot(prepared.tree);
    expect(files.map(file => file.path)).toEqual(['docs/spec.md', 'src/a.ts']);
    expect(await workspace.publish(to, message(1))).toMatchObject({ outcome: 'pushed' });
  });

  it('a filter planted in the mirror’s configuration is never run', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const marker = join(tempFolder(), 'pwned');
    person(workspace.path, 'config', 'filter.x.clean', `touch ${marker}; cat`);
    write(workspace.path, { '.gitattributes': '* filter=x\n', 'src/a.ts': 'two\n' });
    await workspace.snapshot(prepared.tree);
    expect(existsSync(marker)).toBe(false);
    person(workspace.path, 'config', 'filter.x.clean', `touch ${marker}; cat`);
    person(workspace.path, 'add', '-A');
    expect(existsSync(marker)).toBe(true);
  });
});

describe('SEC-33 nested repositories', () => {
  it.each([
    {
      what: 'with a commit',
      at: 'sub/deep',
      make: (path: string) => {
        person(path, 'init', '-q');
        person(path, 'commit', '-q', '--allow-empty', '-m', 'x');
      },
    },
    {
      what: 'without a commit',
      at: 'sub',
      make: (path: string) => {
        person(path, 'init', '-q');
      },
    },
    {
      what: 'in a folder that is tracked',
      at: 'src',
      make: (path: string) => {
        person(path, 'init', '-q');
      },
    },
    {
      what: 'as a pointer file',
      at: 'sub',
      make: (path: string) => {
        writeFileSync(join(path, '.git'), 'gitdir: /tmp/x\n');
      },
    },
    {
      what: 'under another spelling',
      at: 'sub',
      make: (path: string) => {
        mkdirSync(join(path, '.GIT'));
        writeFileSync(join(path, '.GIT/config'), '');
      },
    },
  ])('$what are refused, moved away, and the next snapshot goes on', async ({ at, make }) => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const folder = join(workspace.path, at);
    write(folder, { 'work.ts': 'kept\n' });
    make(folder);
    await expect(workspace.snapshot(prepared.tree)).rejects.toMatchObject({ code: 'nested-repository', detail: at });
    const { files } = await workspace.snapshot(prepared.tree);
    expect(files.map(file => file.path)).toEqual([`${at}/work.ts`]);
  });

  it('in ignored folders they are nobody’s business, and links are not followed', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const outside = tempFolder();
    person(outside, 'init', '-q');
    const module = join(workspace.path, 'node_modules/m');
    mkdirSync(module, { recursive: true });
    person(module, 'init', '-q');
    symlinkSync(outside, join(workspace.path, 'link'));
    expect((await workspace.snapshot(prepared.tree)).files).toMatchObject([{ path: 'link', mode: '120000' }]);
    expect(existsSync(join(module, '.git'))).toBe(true);
    expect(existsSync(join(outside, '.git'))).toBe(true);
  });
});

describe('read', () => {
  it('gives plain files of the tree only, at most the cap', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    symlinkSync('a.ts', join(workspace.path, 'src/link'));
    write(workspace.path, { 'big.txt': 'x'.repeat(5000), '*.ts': 'a star', '-x': 'dash' });
    const { to } = await workspace.snapshot(prepared.tree);
    const texts = ['src/a.ts', './src/a.ts', '*.ts', '-x', 'src/link', 'src', 'none', '../x', ''].map(path =>
      workspace.read(to, path),
    );
    expect(await Promise.all(texts)).toEqual(['one\n', 'one\n', 'a star', 'dash', ...Array(5).fill(undefined)]);
    expect(await workspace.read(to, 'big.txt', 100)).toBe('x'.repeat(100));
  });
});
