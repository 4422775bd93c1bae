// Lends folders of the app to the account agents run as: this run's worktree and job, and the way to them, nothing else.
import { chmod, chown, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { execa } from 'execa';
import type { Account } from './account.ts';

/**
 * Lets the account's group pass through the folders from below `data` down to `folder`, without seeing what else is in them.
 * Everybody else stays shut out.
 */
export async function letThrough(data: string, folder: string, account: Account): Promise<void> {
  const below = relative(data, folder).split(sep);
  if (below[0] === '..') throw new Error(`${folder} is not in the data folder`);
  let at = data;
  for (const name of below) {
    at = join(at, name);
    const { gid, mode } = await stat(at);
    if (gid !== account.gid) await chown(at, 0, account.gid);
    if ((mode & 0o777) !== 0o710) await chmod(at, 0o710);
  }
}

/**
 * Gives everything in the folder to the account. Only what is not its own yet is touched: git would read the others again.
 * Links are given themselves, never followed; call it only while nothing of the account runs in there.
 */
export async function giveTree(folder: string, { uid, gid }: Account): Promise<void> {
  const strangers = ['(', '!', '-uid', String(uid), '-o', '!', '-gid', String(gid), ')'];
  const give = ['-exec', 'chown', '--no-dereference', `${uid}:${gid}`, '{}', '+'];
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' };
  await execa('find', [folder, '-xdev', ...strangers, ...give], { env, extendEnv: false, cwd: '/', stdin: 'ignore' });
}

/** The first folder on the way down to `folder` that the account may not pass through. */
export async function closedTo(account: Account, folder: string): Promise<string | undefined> {
  const way = [folder];
  while (dirname(way[0] ?? '/') !== way[0]) way.unshift(dirname(way[0] ?? '/'));
  for (const at of way) {
    const { uid, gid, mode } = await stat(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return at;
  }
  return undefined;
}
