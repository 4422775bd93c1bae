import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/failures.ts';
import { type GitPlace, git, gitText, type Remote } from '../../src/runner/git.ts';
import { gitFailure, isCorrupt, shortWords } from '../../src/runner/git-errors.ts';
import { allowEverything, listen, serveGit } from './git-server.ts';
import { makeOrigin, person, tempFolder, write } from './places.ts';

const local: Remote = { url: 'file:///nowhere', local: true };
const TOKEN = 'ghs_1234_abc.def-ghi_secret';

/** A git directory and a work tree, as a hostile agent might leave them. */
function hostile(): { place: GitPlace; work: string; marker: string; payload: string } {
  const root = tempFolder();
  const work = join(root, 'work');
  mkdirSync(work);
  person(work, 'init', '-q');
  write(work, { 'a.txt': 'a\n', 'b.dat': 'b\n' });
  person(work, 'add', '-A');
  person(work, 'commit', '-q', '-m', 'first');
  const marker = join(root, 'pwned');
  const payload = join(root, 'payload');
  writeFileSync(payload, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  return { place: { gitDir: join(work, '.git'), workTree: work, remote: local }, work, marker, payload };
}

const LOOKS: readonly string[][] = [
  ['status', '--porcelain'],
  ['add', '-A'],
  ['write-tree'],
  ['diff-tree', '-r', '-p', '--raw', '--numstat', '--no-ext-diff', '--no-textconv', 'HEAD', 'HEAD~0'],
  ['ls-files', '-m', '-o'],
];

describe('git runs nothing of a hostile repository', () => {
  it.each([
    { name: 'SEC-31 core.fsmonitor', set: (payload: string) => [['core.fsmonitor', payload]] },
    { name: 'SEC-35 core.hooksPath', set: () => [['core.hooksPath', '.husky']] },
    {
      name: 'SEC-36 diff.external and textconv',
      set: (payload: string) => [
        ['diff.external', payload],
        ['diff.x.textconv', payload],
      ],
    },
    {
      name: 'core.sshCommand, pager, editor',
      set: (payload: string) => [
        ['core.sshCommand', payload],
        ['core.pager', payload],
        ['core.editor', payload],
      ],
    },
  ])('$name', async ({ set }) => {
    const { place, work, marker, payload } = hostile();
    for (const [key = '', value = ''] of set(payload)) person(work, 'config', key, value);
    write(work, {
      '.gitattributes': '* diff=x\n',
      '.husky/pre-commit': readFileSync(payload, 'utf8'),
      'a.txt': 'changed\n',
    });
    for (const args of LOOKS) await git(place, args);
    expect(existsSync(marker)).toBe(false);
  });

  it('SEC-33 a nested repository with its own configuration', async () => {
    const { place, work, marker, payload } = hostile();
    const sub = join(work, 'sub');
    mkdirSync(sub);
    person(sub, 'init', '-q');
    person(sub, 'commit', '-q', '--allow-empty', '-m', 'x');
    person(work, 'add', '-A');
    person(sub, 'config', 'core.fsmonitor', payload);
    write(sub, { new: 'file' });
    for (const args of LOOKS) await git(place, args);
    expect(existsSync(marker)).toBe(false);
  });

  it('the repository above is vulnerable to plain git, so these tests can fail', () => {
    const { work, marker, payload } = hostile();
    person(work, 'config', 'core.fsmonitor', payload);
    person(work, 'status', '--porcelain');
    expect(existsSync(marker)).toBe(true);
  });

  it('a replace ref does not change what a tree holds', async () => {
    const { place, work } = hostile();
    const before = await gitText(place, ['rev-parse', 'HEAD:a.txt']);
    write(work, { 'c.txt': 'other\n' });
    const other = person(work, 'hash-object', '-w', 'c.txt');
    person(work, 'replace', before, other);
    expect(await gitText(place, ['cat-file', 'blob', before])).toBe('a');
  });

  it('SEC-38 a name that looks like an option is a name', async () => {
    const { place, marker } = hostile();
    const args = ['fetch', '--end-of-options', `--upload-pack=touch ${marker}`, 'main'];
    await expect(git(place, args)).rejects.toMatchObject({ code: expect.any(String) });
    expect(existsSync(marker)).toBe(false);
  });
});

describe('git talks only to allowed remotes', () => {
  it.each([
    'ssh://git@github.com/a/b',
    'git@github.com:a/b.git',
    'ext::sh -c touch% /tmp/x',
    'http://example.com/a/b.git',
    'file:///tmp/x',
    'https://user:secret@github.com/a/b.git',
    'https://github.com/a b.git',
    '--upload-pack=x',
  ])('SEC-40 refuses %s', async url => {
    const place = { gitDir: '/nonexistent', remote: { url } };
    await expect(git(place, ['version'])).rejects.toMatchObject({ code: 'git-failed' });
  });

  it.each(['https://github.com/a/b.git', 'http://127.0.0.1:1/a.git', 'http://localhost:1/a.git'])(
    'allows %s',
    async url => {
      expect(await gitText({ gitDir: '/nonexistent', remote: { url } }, ['version'])).toMatch(/^git version/);
    },
  );

  it('another protocol than the remote’s is closed, also through a helper', async () => {
    const { place } = hostile();
    const { bare } = makeOrigin();
    const https = { ...place, remote: { url: 'https://github.com/a/b.git' } };
    await expect(git(https, ['ls-remote', `file://${bare}`])).rejects.toThrow(/transport 'file' not allowed/);
  });
});

describe('SEC-76, SEC-77: the token', () => {
  const tokenOf = (url: string): Remote => ({ url, token: async () => TOKEN });

  it('goes to the exact URL as a header, and is in no argument, file or output', async () => {
    const origin = makeOrigin();
    allowEverything(origin.bare);
    const server = await serveGit(origin.root, () => TOKEN);
    const { place } = hostile();
    const remote = tokenOf(`${server.url}/origin.git`);
    const result = await git({ ...place, remote }, ['fetch', remote.url, 'main'], { network: true });
    expect(result.exitCode).toBe(0);
    const basic = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;
    expect(new Set(server.requests.map(request => request.authorization))).toEqual(new Set([basic]));
    expect(readFileSync(join(place.gitDir, 'config'), 'utf8')).not.toContain(TOKEN);
  });

  it('is not given to another repository of the same host', async () => {
    const seen: (string | undefined)[] = [];
    const host = await listen((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    const place = { ...hostile().place, remote: tokenOf(`${host}/o/r.git`) };
    await expect(git(place, ['ls-remote', `${host}/o/r.git-other`], { network: true })).rejects.toThrow();
    expect(seen).toEqual([undefined]);
  });

  it('is not given to a host we are redirected to; the redirect is not followed', async () => {
    const thief: string[] = [];
    const evil = await listen((request, response) => {
      thief.push(request.url ?? '');
      response.end();
    });
    const host = await listen((request, response) =>
      response.writeHead(302, { location: `${evil}${request.url}` }).end(),
    );
    const place = { ...hostile().place, remote: tokenOf(`${host}/o/r.git`) };
    await expect(git(place, ['ls-remote', `${host}/o/r.git`], { network: true })).rejects.toThrow();
    expect(thief).toEqual([]);
  });

  it('is taken out of git’s words', async () => {
    const host = await listen((_, response) => response.writeHead(500).end());
    const place = { ...hostile().place, remote: tokenOf(`${host}/${TOKEN}.git`) };
    const error: Failure = await git(place, ['ls-remote', place.remote.url], { network: true }).then(
      () => expect.unreachable(),
      reason => reason,
    );
    expect(error.message).not.toContain(TOKEN);
    expect(error.message).toContain('[token]');
  });

  it('SEC-69: an expired one is asked for once more', async () => {
    const origin = makeOrigin();
    const server = await serveGit(origin.root, () => TOKEN);
    let asked = 0;
    const remote = { url: `${server.url}/origin.git`, token: async () => (asked++ === 0 ? 'expired' : TOKEN) };
    await git({ ...hostile().place, remote }, ['ls-remote', remote.url], { network: true });
    expect(asked).toBe(2);
  });

  it('SEC-76: a fetch asks for one that can read, a push for one that can write; each is told to be over', async () => {
    const origin = makeOrigin();
    const server = await serveGit(origin.root, () => TOKEN);
    const uses: string[] = [];
    const remote: Remote = {
      url: `${server.url}/origin.git`,
      token: async use => {
        uses.push(`for ${use}`);
        return TOKEN;
      },
      done: (token, use) => void uses.push(`${use} over: ${token === TOKEN}`),
    };
    const place = { ...hostile().place, remote };
    await git(place, ['ls-remote', remote.url], { network: true });
    await git(place, ['push', remote.url, 'HEAD:refs/heads/x'], { network: true }).catch(() => undefined);
    expect(uses.slice(0, 4)).toEqual(['for read', 'read over: true', 'for write', 'write over: true']);
  });

  it('is not asked for by commands that stay on this machine', async () => {
    const remote = { url: 'https://github.com/a/b.git', token: async () => expect.unreachable() };
    expect(await gitText({ ...hostile().place, remote }, ['rev-parse', 'HEAD'])).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('git’s words become failures of the catalogue', () => {
  it.each([
    ['fatal: write error: No space left on device', 'disk-full'],
    ['fatal: sha1 file "<stdout>" write error: Disk quota exceeded', 'disk-full'],
    ["fatal: Authentication failed for 'https://github.com/a/b.git/'", 'access-lost'],
    ['remote: Repository not found.\nfatal: repository not found', 'access-lost'],
    ['fatal: unable to access: Could not resolve host: github.com', 'github-unreachable'],
    ['fatal: unable to access: The requested URL returned error: 502', 'github-unreachable'],
    ['error: RPC failed; curl 56\nfatal: early EOF', 'github-unreachable'],
    ['fatal: bad revision', 'git-failed'],
    ['', 'git-failed'],
  ])('%j → %s', (stderr, code) => {
    expect(gitFailure('fetch', stderr)).toMatchObject({ code, name: 'Failure' });
  });

  it('a remote’s own damage is not ours', () => {
    expect(isCorrupt('remote: fatal: loose object abc is corrupt\nfatal: protocol error')).toBe(false);
    expect(isCorrupt('fatal: loose object abc is corrupt')).toBe(true);
  });

  it('long words are cut on a character', () => {
    const words = shortWords(`fatal: ${'😀'.repeat(1000)}`);
    expect(words.length).toBeLessThan(610);
    expect(words.isWellFormed()).toBe(true);
  });
});
