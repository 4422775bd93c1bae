// C: submodules of a hostile repository, which nobody may fetch, enter or run anything of.
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { worktree } from '../world/moments.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { plant } from './plant.ts';
import type { Scene } from './scene.ts';

const run = promisify(execFile);
const mirrorOf = ({ world }: Scene): string =>
  join(world.settings.dataDir, 'mirrors', `${world.github.repo(REPO).id}.git`);
const inside = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

attack(37, 'submodules that run something when they are fetched', async at => {
  const mark = at.host.mark('37');
  const module = (name: string, path: string, url: string): string =>
    `printf '[submodule "${name}"]\\n\\tpath = ${path}\\n\\turl = ${url}\\n\\tupdate = !touch ${mark}\\n' >> .gitmodules`;
  await plant(
    at,
    `${module('sub', 'sub', `ext::sh -c touch%% ${mark}`)}; ${module('crlf', '"crlf\\r"', '../x')}
     ${module('local', 'local', `file://${at.host.dir}`)}; ${module('ssh', 'ssh', `ssh://-oProxyCommand=touch\${IFS}${mark}/x`)}; ${module('../../../hooks', 'out', '../x')}
     for p in sub local ssh out "$(printf 'crlf\\r')"; do mkdir -p "$p"; git update-index --add --cacheinfo "160000,$(git rev-parse HEAD),$p"; done
     git add .gitmodules; git commit -qm submodules; mkdir -p other; echo x > other/file; ln -s .git/modules A`,
  );
  await at.malice({
    implementer: {
      sh: `git submodule init; git submodule update --init --recursive; git -c protocol.ext.allow=always submodule update --init
        git submodule foreach 'touch ${mark}'; ls -A sub local ssh; echo 42 > answer.txt`,
    },
  });
  const done = await at.start();
  expect(done.exit?.code).toBe('COMPLETE');
  const entries = await lsTree(at, `refs/heads/${done.spec?.branch}`);
  expect(entries.filter(entry => entry.startsWith('160000'))).toHaveLength(5);
  expect(await inside(join(mirrorOf(at), 'modules'))).toEqual([]);
  expect(await inside(join(worktree(at.world, done.id), 'sub'))).toEqual([]);
});

async function lsTree(at: Scene, ref: string): Promise<string[]> {
  const { stdout } = await run('git', ['-C', at.world.github.repo(REPO).gitDir, 'ls-tree', '-r', ref]);
  return stdout.trim().split('\n');
}
