// What GitHub itself cannot be made to hold by its API: commits of real git with links, modes, submodules and odd names.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPO } from '../world/world.ts';
import type { Scene } from './scene.ts';

const run = promisify(execFile);

/** Commands of the shell in a clone of the repository; what they leave is committed and pushed to the default branch. */
export async function plant({ world }: Scene, sh: string): Promise<void> {
  const { gitDir } = world.github.repo(REPO);
  const clone = await mkdtemp(join(tmpdir(), 'ultraloop-plant-'));
  const env = {
    PATH: process.env.PATH,
    HOME: clone,
    GIT_CONFIG_COUNT: '2',
    ...pair(0, 'user.name'),
    ...pair(1, 'user.email'),
  };
  const shell = (command: string) => run('/bin/sh', ['-ec', command], { cwd: clone, env });
  await shell(`git -c safe.directory='*' clone -q '${gitDir}' .`);
  await shell(`${sh}\ngit add -A && git commit -qm planted && git -c safe.directory='*' push -q origin HEAD:main`);
  await rm(clone, { recursive: true, force: true });
}

const pair = (n: number, key: string) => ({ [`GIT_CONFIG_KEY_${n}`]: key, [`GIT_CONFIG_VALUE_${n}`]: 'planted' });
