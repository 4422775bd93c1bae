import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('a link to elsewhere in the worktree’s place is never followed', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const secrets = tempFolder();
    write(secrets, { 'app.pem': 'key' });
    rmSync(workspace.path, { recursive: true });
    symlinkSync(secrets, workspace.path);
    await expect(workspace.snapshot(prepared.tree)).rejects.toMatchObject({ code: 'workspace-lost' });
    expect(await workspace.prepare()).toEqual(prepared);
    expect((await workspace.snapshot(prepared.tree)).files).toEqual([]);
    expect(readdirSync(secrets)).toEqual(['app.pem']);
  });

  it('old locks a killed git left among the refs do not stop the next fetch', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const lock = join(workspace.mirrorDir, `refs/heads/${BRANCH}.lock`);
    rmSync(lock.replace('.lock', ''));
    writeFileSync(lock, '');
    await expect(workspace.prepare()).rejects.toMatchObject({ code: 'git-failed' });
    utimesSync(lock, 0, 0);
    expect(await workspace.prepare()).toEqual(prepared);
  });

  it('a lock a killed git left does not stop the next turn', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    writeFileSync(join(workspace.mirrorDir, 'worktrees', 'r1', 'index.ultraloop.lock'), '');
    write(workspace.path, { 'src/a.ts': 'half' });
    expect(await workspace.prepare()).toEqual(prepared);
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

  it('C7: copies of different names live side by side, and go with the run', async () => {
    const { workspace, prepared } = await readyWorkspace(makeOrigin());
    const names = ['ISSUE-001', 'ISSUE-002', 'ISSUE/../3'];
    const copies = await Promise.all(names.map(name => workspace.throwaway(prepared.tree, name)));
    expect(new Set(copies.map(copy => copy.path)).size).toBe(3);
    const [one, two, three] = copies;
    write(one?.path ?? '', { 'src/a.ts': 'by the first\n' });
    expect(readFileSync(join(two?.path ?? '', 'src/a.ts'), 'utf8')).toBe('one\n');
    expect(await Promise.all([one?.discard(), two?.discard()])).toEqual([['src/a.ts'], []]);
    expect(existsSync(one?.path ?? '')).toBe(false);
    expect(existsSync(three?.path ?? '')).toBe(true);
    await workspace.remove();
    expect(readdirSync(join(workspace.path, '..'))).toEqual([]);
    expect(readdirSync(join(workspace.mirrorDir, 'worktrees'))).toEqual([]);
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
