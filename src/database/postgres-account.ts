// Which account runs Postgres: it refuses root, so an app started by root lends it an unprivileged one.
import { stat } from 'node:fs/promises';
import { execa, type Options } from 'execa';

/** An account to switch to; absent everywhere = the account of the app itself, which is not root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The owner of the first of these folders that root does not own (what a database was made by must go on with it), else
 * `ultraloop` or `postgres` where the system has them, else a system account `ultraloop` made now, else `nobody`.
 */
export async function postgresAccount(folders: string[]): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner && owner.uid !== 0) return { name: await nameOf(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  return (await named('ultraloop')) ?? (await named('postgres')) ?? (await create()) ?? (await named('nobody'));
}

/** How a program ended; `said` is its output, or why it could not be started. */
export interface Outcome {
  failed: boolean;
  stdout: string;
  said: string;
}

/**
 * Runs a program as the account, in no folder of anybody, with nothing of the app's environment: neither a token nor a
 * `PG…` variable reaches it. Never throws.
 */
export async function runAs(account: Account | undefined, file: string, args: string[]): Promise<Outcome> {
  const result = await execa(file, args, account ? { ...BARE, uid: account.uid, gid: account.gid } : BARE);
  const said = result.all || (result.shortMessage ?? '');
  return { failed: result.failed, stdout: (result.stdout ?? '').trim(), said };
}

const BARE = {
  cwd: '/',
  env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  extendEnv: false,
  reject: false,
  stdin: 'ignore',
  all: true,
} as const satisfies Options;

async function named(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
  return uid && gid ? { name, uid, gid } : undefined;
}

async function idOf(flag: string, name: string): Promise<number> {
  const { stdout } = await runAs(undefined, 'id', [flag, name]);
  return Number.parseInt(stdout, 10) || 0;
}

async function nameOf(uid: number): Promise<string> {
  const { stdout } = await runAs(undefined, 'id', ['-un', String(uid)]);
  return stdout || String(uid);
}

/** useradd is Linux, `adduser -S` is BusyBox. */
async function create(): Promise<Account | undefined> {
  const made = await runAs(undefined, 'useradd', [
    '--system',
    '--no-create-home',
    '--shell',
    '/bin/false',
    'ultraloop',
  ]);
  if (made.failed) await runAs(undefined, 'adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'ultraloop']);
  return named('ultraloop');
}
