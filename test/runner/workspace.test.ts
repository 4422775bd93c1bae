import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BRANCH,
  makeOrigin,
  message,
  person,
  pushAll,
  readyWorkspace,
  tempFolder,
  workspaceOf,
  write,
} from './places.ts';

describe('K5 start', () => {
  it('makes the branch with one empty commit on the base, once', async () => {
    const origin = makeOrigin();
    const first = await workspaceOf(origin).start(message(0));
    const again = await workspaceOf(origin).start(message(0));
    expect(again).toEqual(first);
    expect(person(origin.bare, 'rev-list', '--count', `main..${BRANCH}`)).toBe('1');
    expect(person(origin.bare, 'log', '-1', '--format=%an <%ae> %cn %s', BRANCH)).toBe(
      'ultraloop[bot] <bot@example.com> ultraloop[bot] Iteration 0',
    );
  });

  it('never takes over a branch of that name that somebody else made', async () => {
    const origin = makeOrigin();
    const sha = pushAll(origin.clone, 'mine', BRANCH);
    expect(await workspaceOf(origin).start(message(0))).toMatchObject({ head: sha, foreign: sha });
    expect(person(origin.bare, 'rev-parse', BRANCH)).toBe(sha);
  });

  it('a base that is on no branch is refused by name', async () => {
    const origin = { ...makeOrigin(), base: 'a'.repeat(40) };
    await expect(workspaceOf(origin).start(message(0))).rejects.toThrow(/the commit a{40} the run starts from/);
  });
});

describe('prepare', () => {
  it('holds the branch’s head, on the branch, and the agent’s git sees a clean tree', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    expect(readFileSync(join(workspace.path, 'src/a.ts'), 'utf8')).toBe('one\n');
    expect(person(workspace.path, 'status', '--porcelain', '--branch')).toBe(`## ${BRANCH}`);
    expect(person(workspace.path, 'rev-parse', 'HEAD')).toBe(prepared.head);
  });

  it('throws away what a crashed turn left, but not what is ignored', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    write(workspace.path, { 'src/a.ts': 'half', 'src/new.ts': 'x', 'node_modules/m/index.js': 'kept' });
    rmSync(join(workspace.path, 'docs'), { recursive: true });
    symlinkSync('/etc', join(workspace.path, 'docs'));
    expect(await workspace.prepare()).toEqual(prepared);
    expect(readdirSync(workspace.path).sort()).toEqual(['.git', '.gitignore', 'docs', 'node_modules', 'src']);
    expect(readdirSync(join(workspace.path, 'src'))).toEqual(['a.ts']);
    expect(readFileSync(join(workspace.path, 'docs/spec.md'), 'utf8')).toBe('frozen\n');
    expect(existsSync(join(workspace.path, 'node_modules/m/index.js'))).toBe(true);
  });

  it('K10: says so when somebody else pushed, and holds their commit', async () => {
    const origin = makeOrigin();
    const { workspace } = await readyWorkspace(origin);
    person(origin.clone, 'fetch', '-q');
    person(origin.clone, 'checkout', '-q', '-B', 'help', `origin/${BRANCH}`);
    write(origin.clone, { 'src/help.ts': 'help\n' });
    const sha = pushAll(origin.clone, 'help', BRANCH);
    expect(await workspace.prepare()).toMatchObject({ head: sha, foreign: sha });
    expect(await workspace.prepare(sha)).not.toHaveProperty('foreign');
    expect(existsSync(join(workspace.path, 'src/help.ts'))).toBe(true);
  });

  it('a branch deleted on the remote is a clear failure', async () => {
    const origin = makeOrigin();
    const { workspace } = await readyWorkspace(origin);
    person(origin.bare, 'update-ref', '-d', `refs/heads/${BRANCH}`);
    await expect(workspace.prepare()).rejects.toMatchObject({
      code: 'git-failed',
      detail: expect.stringContaining('is gone'),
    });
  });

  it('SEC-32: a repository the agent put in place of the worktree’s own is removed', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    rmSync(join(workspace.path, '.git'));
    person(workspace.path, 'init', '-q');
    expect(await workspace.prepare()).toEqual(prepared);
    expect(person(workspace.path, 'rev-parse', 'HEAD')).toBe(prepared.head);
  });

  it.each(['worktree', 'git directory', 'mirror', 'index'])(
    'a lost %s is said by snapshot and built anew by prepare',
    async lost => {
      const origin = makeOrigin();
      const { workspace, prepared } = await readyWorkspace(origin);
      const admin = join(workspace.mirrorDir, 'worktrees', 'r1');
      const places = {
        worktree: workspace.path,
        'git directory': admin,
        mirror: workspace.mirrorDir,
        index: join(admin, 'index.ultraloop'),
      };
      rmSync(places[lost as keyof typeof places], { recursive: true });
      await expect(workspace.snapshot(prepared.tree)).rejects.toMatchObject({ code: 'workspace-lost' });
      expect(await workspace.prepare()).toEqual(prepared);
      expect(await workspace.snapshot(prepared.tree)).toMatchObject({ to: prepared.tree, files: [] });
    },
  );

  it('a damaged index is built anew', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    writeFileSync(join(workspace.mirrorDir, 'worktrees', 'r1', 'index.ultraloop'), 'garbage that is no index');
    workspace.touch();
    expect(await workspace.prepare()).toEqual(prepared);
  });

  it('a lock a killed git left does not stop the next turn', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    writeFileSync(join(workspace.mirrorDir, 'worktrees', 'r1', 'index.ultraloop.lock'), '');
    write(workspace.path, { 'src/a.ts': 'half' });
    expect(await workspace.prepare()).toEqual(prepared);
  });
});

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

describe('restore, throwaway, changedSince, remove', () => {
  it('restore puts an earlier tree back exactly', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    write(workspace.path, { 'src/a.ts': 'two\n', 'src/b.ts': 'b\n' });
    const { to } = await workspace.snapshot(prepared.tree);
    await workspace.restore(prepared.tree);
    expect(readdirSync(join(workspace.path, 'src'))).toEqual(['a.ts']);
    await workspace.restore(to);
    expect(readFileSync(join(workspace.path, 'src/b.ts'), 'utf8')).toBe('b\n');
    write(workspace.path, { 'src/b.ts': 'dirty\n' });
    workspace.touch();
    await workspace.restore(to);
    expect(readFileSync(join(workspace.path, 'src/b.ts'), 'utf8')).toBe('b\n');
  });

  it('U6: a throwaway shows the change under review, names what was written in it, and is gone', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    write(workspace.path, { 'src/a.ts': 'two\n' });
    const { to } = await workspace.snapshot(prepared.tree);
    const copy = await workspace.throwaway(to);
    expect(person(copy.path, 'diff', '--name-only', 'HEAD')).toBe('src/a.ts');
    write(copy.path, { 'src/a.ts': 'by the reviewer\n', 'notes/x.md': 'x' });
    person(copy.path, 'add', '-A');
    rmSync(join(copy.path, 'docs/spec.md'));
    expect(await copy.discard()).toEqual(['docs/spec.md', 'notes/x.md', 'src/a.ts']);
    expect(readFileSync(join(workspace.path, 'src/a.ts'), 'utf8')).toBe('two\n');
    write(copy.path, { 'node_modules/trap.js': 'of the reviewer before' });
    const next = await workspace.throwaway(prepared.tree);
    expect(readdirSync(next.path).sort()).toEqual(['.git', '.gitignore', 'docs', 'src']);
    expect(readFileSync(join(next.path, 'src/a.ts'), 'utf8')).toBe('one\n');
    expect(await next.discard()).toEqual([]);
  });

  it('U6: a copy the reviewer damaged or took away is made anew', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const copy = await workspace.throwaway(prepared.tree);
    writeFileSync(join(workspace.mirrorDir, 'worktrees/r1.review/index.ultraloop'), 'no index');
    rmSync(copy.path, { recursive: true });
    expect(await copy.discard()).toEqual([]);
    const next = await workspace.throwaway(prepared.tree);
    expect(readFileSync(join(next.path, 'src/a.ts'), 'utf8')).toBe('one\n');
  });

  it('changedSince tells what the branch changed; remove leaves nothing of the run', async () => {
    const origin = makeOrigin();
    const { workspace, prepared } = await readyWorkspace(origin);
    write(workspace.path, { 'src/b.ts': 'b\n' });
    await workspace.publish((await workspace.snapshot(prepared.tree)).to, message(1));
    expect(await workspace.changedSince(origin.base)).toMatchObject([{ path: 'src/b.ts', status: 'A', added: 1 }]);
    await workspace.throwaway(prepared.tree);
    await workspace.remove();
    expect(readdirSync(join(workspace.path, '..'))).toEqual([]);
    expect(existsSync(workspace.path)).toBe(false);
    expect(readdirSync(join(workspace.mirrorDir, 'worktrees'))).toEqual([]);
  });
});
