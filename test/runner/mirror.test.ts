import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { git, gitText } from '../../src/runner/git.ts';
import { withLock } from '../../src/runner/lock.ts';
import { openMirror } from '../../src/runner/mirror.ts';
import { openWorkspace } from '../../src/runner/workspace.ts';
import { allowEverything, serveGit } from './git-server.ts';
import { BRANCH, makeOrigin, message, type Origin, person, pushAll, SEAL, tempFolder, write } from './places.ts';

const TOKEN = 'ghs_token.of-this_test';

function mirrorOf(origin: Origin, data = join(origin.root, 'data')) {
  return openMirror({ data, repoId: '42', remote: { url: origin.url, local: true } });
}
const heads = (dir: string) => person(dir, 'for-each-ref', '--format=%(refname)', 'refs/remotes');

describe('mirror', () => {
  it('is made once, also when many ask at the same time, and leaves nothing half-made', async () => {
    const origin = makeOrigin();
    const mirrors = Array.from({ length: 5 }, () => mirrorOf(origin));
    await Promise.all(mirrors.map(mirror => mirror.fetch(['main'])));
    expect(readdirSync(join(origin.root, 'data/mirrors'))).toEqual(['42.git']);
    expect(heads(join(origin.root, 'data/mirrors/42.git'))).toBe('refs/remotes/origin/main');
  });

  it('SEC-41 one that is another account’s is not taken for ours', async () => {
    const origin = makeOrigin();
    const mirror = mirrorOf(origin);
    await mirror.fetch(['main']);
    writeFileSync(join(mirror.dir, 'commondir'), '/nowhere\n');
    const refs = join(mirror.dir, 'refs');
    if (process.getuid?.() === 0) chownSync(refs, 65534, 65534);
    else {
      rmSync(refs, { recursive: true });
      symlinkSync('/usr', refs);
    }
    await mirror.fetch(['main']);
    expect(heads(mirror.dir)).toBe('refs/remotes/origin/main');
    expect(existsSync(join(mirror.dir, 'commondir'))).toBe(false);
  });

  it('fetches the named branches only, no tags, and takes deleted ones away', async () => {
    const origin = makeOrigin();
    const mirror = mirrorOf(origin);
    await mirror.ensure();
    pushAll(origin.clone, 'x', 'feature');
    pushAll(origin.clone, 'y', 'other');
    person(origin.clone, 'tag', 'v1');
    person(origin.clone, 'push', '-q', 'origin', 'v1');
    await mirror.fetch(['main', 'feature', 'not-there']);
    expect(heads(mirror.dir).split('\n')).toEqual(['refs/remotes/origin/feature', 'refs/remotes/origin/main']);
    expect(person(mirror.dir, 'tag')).toBe('');
    person(origin.bare, 'update-ref', '-d', 'refs/heads/feature');
    await mirror.fetch(['feature']);
    expect(heads(mirror.dir)).toBe('refs/remotes/origin/main');
  });

  it('a mirror that was half-made by a killed app is made anew', async () => {
    const origin = makeOrigin();
    const mirror = mirrorOf(origin);
    mkdirSync(join(mirror.dir, 'objects'), { recursive: true });
    mkdirSync(`${mirror.dir}.new/objects`, { recursive: true });
    await mirror.fetch(['main']);
    expect(person(mirror.dir, 'rev-parse', 'refs/remotes/origin/main')).toBe(origin.base);
  });

  it.each(['truncated', 'missing'])('a mirror whose objects are %s is made anew', async how => {
    const origin = makeOrigin();
    const mirror = mirrorOf(origin);
    await mirror.ensure();
    const objects = readdirSync(join(mirror.dir, 'objects'), { recursive: true, withFileTypes: true }).filter(file =>
      file.isFile(),
    );
    // git makes its packs read-only, which only root may overlook.
    const truncate = (path: string) => {
      chmodSync(path, 0o600);
      truncateSync(path, 0);
    };
    for (const file of objects) {
      if (how === 'missing') rmSync(join(file.parentPath, file.name));
      else truncate(join(file.parentPath, file.name));
    }
    pushAll(origin.clone, 'more', 'main');
    await mirror.fetch(['main']);
    expect(await gitText(mirror.place, ['cat-file', '-t', 'refs/remotes/origin/main'])).toBe('commit');
    expect(existsSync(`${mirror.dir}.damaged`)).toBe(false);
  });

  it('a remote that is gone does not cost us the mirror', async () => {
    const origin = makeOrigin();
    const mirror = mirrorOf(origin);
    await mirror.ensure();
    rmSync(origin.bare, { recursive: true });
    await expect(mirror.fetch(['main'])).rejects.toMatchObject({ name: 'Failure' });
    expect(await gitText(mirror.place, ['cat-file', '-t', origin.base])).toBe('commit');
  });

  it('what is planted in its configuration is gone at the next command', async () => {
    const origin = makeOrigin();
    const mirror = mirrorOf(origin);
    await mirror.ensure();
    person(mirror.dir, 'config', 'url.ssh://evil/.insteadOf', 'file://');
    person(mirror.dir, 'config', 'alias.fetch', '!false');
    await mirror.fetch(['main']);
    expect(readFileSync(join(mirror.dir, 'config'), 'utf8')).not.toContain('evil');
  });

  it.each(['../x', '.git', 'a/b', ''])('the repository id %j is refused', id => {
    expect(() => openMirror({ data: '/tmp', repoId: id, remote: { url: 'https://github.com/a/b.git' } })).toThrow();
  });
});

describe('over HTTP, with a token', () => {
  it('leaves file contents out, fetches what is checked out, and works, all with the token', async () => {
    const origin = makeOrigin({ 'src/a.ts': 'one\n' });
    allowEverything(origin.bare);
    write(origin.clone, { 'src/a.ts': 'an older text that nobody needs\n' });
    pushAll(origin.clone, 'old', 'main');
    const old = person(origin.clone, 'rev-parse', 'HEAD:src/a.ts');
    write(origin.clone, { 'src/a.ts': 'new\n' });
    const base = pushAll(origin.clone, 'new', 'main');
    const server = await serveGit(origin.root, () => TOKEN);
    const remote = { url: `${server.url}/origin.git`, token: async () => TOKEN };
    const author = { name: 'bot', email: 'bot@example.com' };
    const data = join(origin.root, 'data');
    const workspace = openWorkspace({
      data,
      repoId: '42',
      run: 'r1',
      remote,
      branch: BRANCH,
      base,
      author,
      seal: SEAL,
    });
    await workspace.start(message(0));
    const prepared = await workspace.prepare();
    expect(readFileSync(join(workspace.path, 'src/a.ts'), 'utf8')).toBe('new\n');
    const missing = await gitText({ gitDir: workspace.mirrorDir, remote }, [
      'rev-list',
      '--objects',
      '--missing=print',
      prepared.head,
    ]);
    expect(missing).toContain(`?${old}`);
    write(workspace.path, { 'src/a.ts': 'newer\n' });
    const { to } = await workspace.snapshot(prepared.tree);
    expect(await workspace.publish(to, message(1))).toMatchObject({ outcome: 'pushed' });
    // An old text that was left out is fetched when it is asked for.
    expect(await workspace.read(`${base}^`, 'src/a.ts')).toContain('nobody needs');
    expect(await workspace.changedSince(origin.base)).toMatchObject([{ path: 'src/a.ts', added: 1, removed: 1 }]);
    const posts = server.requests.filter(request => request.line.startsWith('POST'));
    expect(posts.length).toBeGreaterThan(4);
    expect(posts.every(request => request.authorization?.startsWith('Basic '))).toBe(true);
  });

  it('a wrong token is `access-lost`, a server in trouble `github-unreachable`', async () => {
    const origin = makeOrigin();
    const server = await serveGit(origin.root, () => TOKEN);
    const wrong = openMirror({
      data: origin.root,
      repoId: '1',
      remote: { url: `${server.url}/origin.git`, token: async () => 'ghs_wrong' },
    });
    await expect(wrong.ensure()).rejects.toMatchObject({ code: 'access-lost' });
    const away = openMirror({ data: origin.root, repoId: '2', remote: { url: 'http://127.0.0.1:1/origin.git' } });
    await expect(away.ensure()).rejects.toMatchObject({ code: 'github-unreachable' });
  });
});

describe('withLock', () => {
  it('runs one at a time in the order asked, also when one fails', async () => {
    const file = join(tempFolder(), 'x.lock');
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} in`);
      await new Promise(resolve => setImmediate(resolve));
      seen.push(`${name} out`);
      if (name === 'b') throw new Error('b failed');
    };
    await Promise.allSettled(['a', 'b', 'c'].map(name => withLock(file, work(name))));
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    expect(existsSync(file)).toBe(false);
  });

  it('takes over from an owner that died, also when its process id lives on in somebody else', async () => {
    const file = join(tempFolder(), 'x.lock');
    const child = spawn('true');
    await once(child, 'exit');
    writeFileSync(file, `${child.pid} 12345`);
    expect(await withLock(file, async () => 'mine')).toBe('mine');
    writeFileSync(file, `${process.pid} 1`);
    expect(await withLock(file, async () => 'mine')).toBe('mine');
  });

  it('the file alone keeps others out: three copies of this module know nothing of each other’s queue', async () => {
    const file = join(tempFolder(), 'x.lock');
    const seen: string[] = [];
    const work = async (): Promise<void> => {
      seen.push('in');
      await new Promise(resolve => setTimeout(resolve, 15));
      seen.push('out');
    };
    const copies: (typeof withLock)[] = [];
    for (let n = 0; n < 3; n++) {
      vi.resetModules();
      copies.push((await import('../../src/runner/lock.ts')).withLock);
    }
    expect(new Set(copies).size).toBe(3);
    await Promise.all(copies.flatMap(lock => [lock(file, work), lock(file, work)]));
    expect(seen).toEqual(Array.from({ length: 6 }, () => ['in', 'out']).flat());
  });
});

it('a mirror damaged while in use is told as a failure of git', async () => {
  const origin = makeOrigin();
  const mirror = mirrorOf(origin);
  await mirror.ensure();
  rmSync(join(mirror.dir, 'objects'), { recursive: true });
  await expect(git(mirror.place, ['cat-file', '-t', origin.base])).rejects.toMatchObject({ code: 'git-failed' });
});
