import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesRef, publishRunFiles, removeRunFile, writeRunFile } from '../../src/runner/run-files.ts';
import { makeOrigin, type Origin, person, SEAL, write } from './places.ts';

function place(origin: Origin, run = 'r1') {
  const data = join(origin.root, 'data');
  const author = { name: 'ultraloop[bot]', email: 'bot@example.com' };
  const site = { data, repoId: '42', run, branch: '', author, seal: SEAL, remote: { url: origin.url, local: true } };
  return { site, folder: join(data, 'runs', run) };
}

const clean = (text: string) => text.replaceAll('s3cret', '‹redacted›');

const published = (origin: Origin) =>
  person(origin.bare, 'ls-tree', '-r', '--name-only', filesRef('r1')).split('\n').filter(Boolean);

describe('K18: the run’s files on a ref of their own', () => {
  it('are all there, readable, and on no branch', async () => {
    const origin = makeOrigin();
    const { site, folder } = place(origin);
    await writeRunFile(folder, 'status.md', 'iter 1/5\n');
    await writeRunFile(folder, 'iter-1/fixes/FIX-001.md', 'id: FIX-001\n');
    const commit = await publishRunFiles(site, folder, clean);
    expect(person(origin.bare, 'rev-parse', filesRef('r1'))).toBe(commit);
    expect(published(origin)).toEqual(['iter-1/fixes/FIX-001.md', 'status.md']);
    expect(person(origin.bare, 'show', `${commit}:iter-1/fixes/FIX-001.md`)).toBe('id: FIX-001');
    expect(person(origin.bare, 'branch', '--format=%(refname)')).toBe('refs/heads/main');
  });

  it('published again, the ref holds the files of now and nothing of before', async () => {
    const origin = makeOrigin();
    const { site, folder } = place(origin);
    await writeRunFile(folder, 'status.md', 'running\n');
    await writeRunFile(folder, 'state.json', '{}\n');
    await publishRunFiles(site, folder, clean);
    await removeRunFile(folder, 'state.json');
    await writeRunFile(folder, 'status.md', 'DONE\n');
    const commit = await publishRunFiles(site, folder, clean);
    expect(published(origin)).toEqual(['status.md']);
    expect(person(origin.bare, 'show', `${commit}:status.md`)).toBe('DONE');
  });

  it('prompts, quarantined repositories, links and giants stay on the host', async () => {
    const origin = makeOrigin();
    const { site, folder } = place(origin);
    const giant = 'x'.repeat(1024 * 1024 + 1);
    write(folder, { 'jobs/a/prompt.md': 'p', 'quarantine/0.git/HEAD': 'h', 'iter-1/raw.log': giant, 'ok.md': 'ok' });
    symlinkSync('/etc/passwd', join(folder, 'link.md'));
    await publishRunFiles(site, folder, clean);
    expect(published(origin)).toEqual(['ok.md']);
  });

  it('what must not leave is taken out of logs too', async () => {
    const origin = makeOrigin();
    const { site, folder } = place(origin);
    write(folder, { 'iter-1/raw.log': 'token s3cret\n' });
    const commit = await publishRunFiles(site, folder, clean);
    expect(person(origin.bare, 'show', `${commit}:iter-1/raw.log`)).toBe('token ‹redacted›');
  });

  it('a run without files publishes nothing', async () => {
    const { site, folder } = place(makeOrigin());
    expect(await publishRunFiles(site, folder, clean)).toBeUndefined();
  });

  it('a name cannot lead out of the folder', async () => {
    const { folder } = place(makeOrigin());
    await expect(writeRunFile(folder, '../r2/status.md', 'x')).rejects.toMatchObject({ code: 'bug' });
    await writeRunFile(folder, 'a/../status.md', 'inside');
    expect(readFileSync(join(folder, 'status.md'), 'utf8')).toBe('inside');
  });
});
