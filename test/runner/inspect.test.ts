// Looking into a change before it is pushed, on real repositories: every line of every file, and nothing pushed that holds a secret.
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileDiff } from '../../src/facts/guard.ts';
import type { Eyes } from '../../src/runner/inspect.ts';
import { openWorkspace } from '../../src/runner/workspace.ts';
import { BRANCH, makeOrigin, message, type Origin, person, SEAL, write } from './places.ts';

const SECRET = 'hunter2-hunter2';
const eyes: Eyes = {
  secrets: files =>
    files.flatMap(({ path, added }) =>
      added.filter(({ text }) => text.includes(SECRET)).map(({ n }) => ({ path, line: n, what: 'a secret' })),
    ),
  tests: files => files.map(({ path, status }) => ({ path, what: status })),
};

async function ready(origin: Origin, look: Eyes = eyes) {
  const author = { name: 'ultraloop[bot]', email: 'bot@example.com' };
  const place = { data: join(origin.root, 'data'), repoId: '42', run: 'r1', branch: BRANCH, base: origin.base };
  const workspace = openWorkspace({
    ...place,
    remote: { url: origin.url, local: true },
    author,
    seal: SEAL,
    eyes: look,
  });
  await workspace.start(message(0));
  return { workspace, ...(await workspace.prepare()) };
}

describe('inspect', () => {
  test('SEC-44 SEC-55 sizes, links and secrets of text and binary files, by file and line', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await ready(origin);
    write(workspace.path, { 'src/a.ts': `one\ntwo\nkey = ${SECRET}\n` });
    writeFileSync(join(workspace.path, 'blob.bin'), Buffer.from(`\0\xff\n\0${SECRET}\0`, 'latin1'));
    symlinkSync('../../etc/passwd', join(workspace.path, 'docs/link'));
    const { to } = await workspace.snapshot(tree);
    const seen = await workspace.inspect(tree, to, origin.base);
    expect(seen.links).toEqual([{ path: 'docs/link', target: '../../etc/passwd' }]);
    expect(seen.secrets).toEqual([
      { path: 'blob.bin', line: 2, what: 'a secret' },
      { path: 'src/a.ts', line: 3, what: 'a secret' },
    ]);
    expect(seen.bytes).toBe(
      Buffer.byteLength(`one\ntwo\nkey = ${SECRET}\n`) + 5 + SECRET.length + '../../etc/passwd'.length,
    );
  });

  test('SEC-43 a giant full of holes is not read at all, and counts as found', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await ready(origin);
    write(workspace.path, { 'a.ts': `key = ${SECRET}\n`, 'giant.bin': '' });
    truncateSync(join(workspace.path, 'giant.bin'), 300 * 1024 * 1024);
    const { to } = await workspace.snapshot(tree);
    const seen = await workspace.inspect(tree, to, origin.base);
    expect(seen.secrets).toEqual([{ path: 'a.ts', what: expect.stringContaining('too long to be looked through') }]);
    expect(seen.bytes).toBeGreaterThan(300 * 1024 * 1024);
  });

  test('each file gets its own lines: odd names, changed types and modes, files that are gone or empty', async () => {
    const origin = makeOrigin({
      'a b.txt': 'a\n',
      'gone.txt': 'old\n',
      'turns.txt': 'was\n',
      'run.sh': 'x\n',
      'é.txt': 'e\n',
    });
    const files: FileDiff[] = [];
    const tests: Eyes['tests'] = seen => {
      files.push(...seen);
      return [];
    };
    const { workspace, tree } = await ready(origin, { ...eyes, tests });
    const root = workspace.path;
    write(root, {
      'a b.txt': 'a\ndiff --git a/x b/x\n',
      'new\nline".txt': '@@ -1 +1 @@\n',
      'é.txt': '+++ b/x\n',
      empty: '',
    });
    rmSync(join(root, 'gone.txt'));
    rmSync(join(root, 'turns.txt'));
    symlinkSync('is', join(root, 'turns.txt'));
    chmodSync(join(root, 'run.sh'), 0o755);
    const { to } = await workspace.snapshot(tree);
    await workspace.inspect(tree, to, origin.base);
    const lines = Object.fromEntries(
      files.map(({ path, status, added, removed }) => [
        path,
        `${status} ${added.map(({ n, text }) => `+${n} ${text}`)} ${removed.map(({ n, text }) => `-${n} ${text}`)}`.trim(),
      ]),
    );
    expect(lines).toEqual({
      'a b.txt': 'M +2 diff --git a/x b/x',
      empty: 'A',
      'gone.txt': 'D  -1 old',
      'new\nline".txt': 'A +1 @@ -1 +1 @@',
      'run.sh': 'M',
      'turns.txt': 'T +1 is -1 was',
      'é.txt': 'M +1 +++ b/x -1 e',
    });
  });

  test('signs of bent tests are looked for since the run began, not since the iteration did', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await ready(origin);
    write(workspace.path, { 'one.ts': '1\n' });
    const first = await workspace.snapshot(tree);
    await workspace.publish(first.to, message(1));
    write(workspace.path, { 'two.ts': '2\n' });
    const second = await workspace.snapshot(first.to);
    const { tests } = await workspace.inspect(first.to, second.to, origin.base);
    expect(tests.map(({ path }) => path)).toEqual(['one.ts', 'two.ts']);
  });
});

describe('SEC-55 a tree with a secret', () => {
  test('is kept on the host, pushed nowhere, once, and the worktree is back at the branch', async () => {
    const origin = makeOrigin();
    const { workspace, tree } = await ready(origin);
    mkdirSync(join(workspace.path, 'conf'));
    write(workspace.path, { 'conf/key': `${SECRET}\n` });
    const { to } = await workspace.snapshot(tree);
    const kept = await workspace.stash(to, 'abort-cycle-1');
    expect(kept).toMatchObject({ host: true, branch: expect.stringMatching(/^refs\/ultraloop-kept\/r1-/) });
    expect(await workspace.stash(to, 'abort-cycle-1')).toEqual(kept);
    expect(person(workspace.mirrorDir, 'show', `${kept.branch}:conf/key`)).toBe(SECRET);
    expect(person(origin.bare, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
      'refs/heads/main',
      `refs/heads/${BRANCH}`,
    ]);
    expect((await workspace.snapshot(tree)).files).toEqual([]);
    await workspace.prepare();
    expect(person(workspace.mirrorDir, 'rev-parse', kept.branch)).toBe(kept.commit);
  });
});
