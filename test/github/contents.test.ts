import type { Octokit } from '@octokit/rest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;
let octokit: Octokit;

beforeEach(async () => {
  world = await createWorld();
  octokit = world.octokit(await world.token());
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

test('a file is read as JSON and raw, a folder as a list, and a missing one is 404', async () => {
  const file = await octokit.rest.repos.getContent({ ...at, path: 'README.md' });
  expect(Buffer.from((file.data as { content: string }).content, 'base64').toString()).toBe('# Widgets\n');
  const raw = await octokit.rest.repos.getContent({ ...at, path: 'README.md', mediaType: { format: 'raw' } });
  expect([raw.data, raw.headers['content-type']]).toEqual([
    '# Widgets\n',
    'application/vnd.github.v3.raw; charset=utf-8',
  ]);
  const folder = await octokit.rest.repos.getContent({ ...at, path: 'src' });
  expect((folder.data as { path: string }[]).map(entry => entry.path)).toEqual(['src/a.txt']);
  await expect(octokit.rest.repos.getContent({ ...at, path: '.github/ultraloop.yml' })).rejects.toMatchObject({
    status: 404,
  });
});

test('a file is written only over the version that was read', async () => {
  const put = (content: string, sha?: string) =>
    octokit.rest.repos.createOrUpdateFileContents({
      ...at,
      path: 'docs/new.md',
      message: 'Docs',
      content: Buffer.from(content).toString('base64'),
      ...(sha ? { sha } : {}),
    });
  const first = await put('one');
  expect(first.status).toBe(201);
  const sha = first.data.content?.sha ?? '';
  expect((await put('two', sha)).status).toBe(200);
  await expect(put('three')).rejects.toMatchObject({ status: 422 });
  await expect(put('three', sha)).rejects.toMatchObject({ status: 409 });
  expect(await world.github.readFile(REPO, 'main', 'docs/new.md')).toBe('two');
});

test('a commit is built from blobs, trees and refs, with the ids git gives them', async () => {
  const main = await octokit.rest.git.getRef({ ...at, ref: 'heads/main' });
  const parent = await octokit.rest.git.getCommit({ ...at, commit_sha: main.data.object.sha });
  const blob = await octokit.rest.git.createBlob({ ...at, content: 'hello\n', encoding: 'utf-8' });
  expect(blob.data.sha).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
  const entry = { path: 'src/deep/hello.txt', mode: '100644', type: 'blob', sha: blob.data.sha } as const;
  const gone = { path: 'README.md', mode: '100644', type: 'blob', sha: null } as const;
  const tree = await octokit.rest.git.createTree({ ...at, base_tree: parent.data.tree.sha, tree: [entry, gone] });
  const commit = await octokit.rest.git.createCommit({
    ...at,
    message: 'Built',
    tree: tree.data.sha,
    parents: [parent.data.sha],
  });
  await octokit.rest.git.updateRef({ ...at, ref: 'heads/main', sha: commit.data.sha });
  const all = await octokit.rest.git.getTree({ ...at, tree_sha: 'main', recursive: 'true' });
  expect(all.data.tree.filter(item => item.type === 'blob').map(item => item.path)).toEqual([
    'src/a.txt',
    'src/deep/hello.txt',
  ]);
  const seen = await octokit.rest.repos.getCommit({ ...at, ref: 'main' });
  expect(seen.data.files?.map(file => file.status)).toEqual(['removed', 'added']);
  await expect(octokit.rest.git.updateRef({ ...at, ref: 'heads/main', sha: parent.data.sha })).rejects.toThrow(
    /not a fast forward/,
  );
  const branches = await octokit.rest.repos.listBranches(at);
  expect(branches.data.map(branch => branch.name)).toEqual(['main']);
  expect((await octokit.rest.repos.getBranch({ ...at, branch: 'main' })).data.commit.sha).toBe(commit.data.sha);
});
