import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { dataDir, prepareDataDir } from '../../src/database/data-dir.ts';
import { openFolder } from './database-process.ts';

const made: string[] = [];
afterEach(() => Promise.all(made.splice(0).map(folder => rm(folder, { recursive: true }))));

describe('K18 the data folder', () => {
  test.each([
    ['the operator says', { ULTRALOOP_DATA: '/srv/u', HOME: '/h' }, 'linux', 0, '/srv/u'],
    ['root', { HOME: '/root' }, 'linux', 0, '/var/lib/ultraloop'],
    ['a user', { HOME: '/h' }, 'linux', 1000, '/h/.local/state/ultraloop'],
    ['a user with a state folder', { HOME: '/h', XDG_STATE_HOME: '/s' }, 'linux', 1000, '/s/ultraloop'],
    [
      'an empty variable counts as none',
      { HOME: '/h', ULTRALOOP_DATA: '' },
      'linux',
      1000,
      '/h/.local/state/ultraloop',
    ],
    ['macOS', { HOME: '/Users/h' }, 'darwin', 501, '/Users/h/Library/Application Support/ultraloop'],
  ] as const)('%s', (_, env, platform, uid, expected) => {
    expect(dataDir(env, platform, uid)).toBe(expected);
  });

  test('can be passed through only when the database needs it; what is in it is private', async () => {
    const parent = await openFolder();
    made.push(parent);
    const dir = join(parent, 'a', 'b');
    await prepareDataDir(dir);
    await prepareDataDir(dir);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await modeOf(dir)).toBe(process.getuid?.() === 0 ? '711' : '700');
    expect(await Promise.all(['mirrors', 'worktrees', 'runs'].map(name => modeOf(join(dir, name))))).toEqual([
      '700',
      '700',
      '700',
    ]);
  });

  test('a folder that was there is not opened to more than passing through', async () => {
    const parent = await openFolder();
    made.push(parent);
    const dir = join(parent, 'data');
    await mkdir(dir, { mode: 0o700 });
    await prepareDataDir(dir);
    expect((await stat(dir)).mode & 0o066).toBe(0);
  });
});
