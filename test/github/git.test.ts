import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGitHub } from './index.ts';
import { at, createWorld, REPO, type World } from './world.ts';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(async () => {
  expect(world.contract.violations).toEqual([]);
  await world.close();
});

async function clone(token: string, folder = 'work'): Promise<void> {
  await world.git('.', 'clone', '--quiet', world.cloneUrl(token), folder);
}

async function commit(path: string, content: string, folder = 'work'): Promise<void> {
  await mkdir(join(world.dir, folder, path, '..'), { recursive: true });
  await writeFile(join(world.dir, folder, path), content);
  await world.git(folder, 'add', '--all');
  await world.git(folder, 'commit', '--quiet', '-m', `Change ${path}`);
}

test('clone, push, force-push and delete, each told in a push event', async () => {
  await clone(await world.token());
  await world.git('work', 'checkout', '--quiet', '-b', 'topic');
  await commit('a.txt', 'a\n');
  await world.git('work', 'push', '--quiet', 'origin', 'topic');
  await world.git('work', 'commit', '--quiet', '--amend', '-m', 'Again');
  await expect(world.git('work', 'push', 'origin', 'topic')).rejects.toThrow(/non-fast-forward|rejected/);
  await world.git('work', 'push', '--quiet', '--force', 'origin', 'topic');
  await world.git('work', 'push', '--quiet', '--delete', 'origin', 'topic');
  await world.github.idle();
  expect(world.names()).toEqual(['create', 'push', 'push', 'delete', 'push']);
  const pushes = world.heard.filter(item => item.event === 'push').map(item => item.payload);
  expect(pushes.map(push => [push.created, push.forced, push.deleted])).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect(pushes[0]).toMatchObject({
    pusher: { name: 'ultraloop[bot]' },
    head_commit: { message: 'Change a.txt', added: ['a.txt'] },
  });
});

test('a bad token is 401, and rights are held', async () => {
  world.github.repo(REPO).private = true; // a public one is cloned without asking for a token
  await expect(clone('ghs_wrong')).rejects.toThrow(/Authentication failed|Invalid username/);
  await clone(await world.token({ permissions: { contents: 'read' } }));
  await commit('a.txt', 'a\n');
  await expect(world.git('work', 'push', 'origin', 'main')).rejects.toThrow(/403/);
  world.github.repo(REPO).private = false;
  await clone(world.github.userToken('stranger'), 'strange');
  await commit('a.txt', 'a\n', 'strange');
  await expect(world.git('strange', 'push', 'origin', 'main')).rejects.toThrow(/403/);
});

test('workflows may not be touched without the permission, by git or by the API', async () => {
  const message =
    /refusing to allow a GitHub App to create or update workflow `\.github\/workflows\/ci\.yml` without `workflows` permission/;
  const token = await world.token();
  await clone(token);
  await commit('.github/workflows/ci.yml', 'on: push\n');
  await expect(world.git('work', 'push', 'origin', 'main')).rejects.toThrow(message);
  const put = world
    .octokit(token)
    .rest.repos.createOrUpdateFileContents({ ...at, path: '.github/workflows/ci.yml', message: 'ci', content: 'eA==' });
  await expect(put).rejects.toThrow(message);
  await commit('src/ok.txt', 'ok\n');
  await world.git('work', 'reset', '--quiet', '--hard', 'origin/main');
  await commit('src/ok.txt', 'ok\n');
  await world.git('work', 'push', '--quiet', 'origin', 'main');
});

test('big pushes, gzip, shallow and partial clones work', async () => {
  const token = await world.token();
  await clone(token);
  for (let file = 0; file < 300; file += 1)
    await writeFile(join(world.dir, 'work', `f${file}.txt`), `${file}\n`.repeat(2_000));
  await writeFile(
    join(world.dir, 'work/big.bin'),
    Buffer.from(Array.from({ length: 2_000_000 }, (_, i) => (i * 7919 * (i >> 3)) & 255)),
  );
  await commit('last.txt', 'last\n');
  await world.git('work', 'push', '--quiet', 'origin', 'main');
  await world.git('.', 'clone', '--quiet', '--depth', '1', world.cloneUrl(token), 'shallow');
  await world.git('.', 'clone', '--quiet', '--filter=blob:none', '--no-checkout', world.cloneUrl(token), 'partial');
  expect(await world.git('partial', 'show', 'HEAD:last.txt')).toBe('last');
  await expect(world.git('work', 'push', 'origin', 'HEAD:refs/pull/1/head')).rejects.toThrow(/hidden ref|rejected/);
});

test('pushes at the same time are all kept', async () => {
  const people = ['a', 'b', 'c', 'd'];
  const octokit = world.octokit(await world.token());
  await Promise.all(people.map(name => world.github.as('mona').pushFiles(REPO, 'main', { [name]: name }, name)));
  const { data } = await octokit.rest.repos.listCommits(at);
  expect(data).toHaveLength(5);
  expect(data[0]?.author?.login).toBe('mona');
});

test('a repository copied from a folder is not the folder', async () => {
  await clone(await world.token());
  await world.git('work', 'checkout', '--quiet', '-b', 'other');
  const before = await world.git('work', 'for-each-ref');
  const github = await startGitHub({ dir: join(world.dir, 'second') });
  await github.createRepo({ owner: 'solo', name: 'copy', from: join(world.dir, 'work') });
  expect([...(await github.refs('solo/copy')).keys()]).toEqual(['refs/heads/main', 'refs/heads/other']);
  await github.as('solo').pushFiles('solo/copy', 'main', { x: 'y' }, 'x');
  expect(await world.git('work', 'for-each-ref')).toBe(before);
  await github.close();
});
