import { chmod, cp, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, test } from 'vitest';
import { type Account, postgresAccount, runAs } from '../../src/database/postgres-account.ts';
import { postgresBinaries, postgresPackage, sweepBinaries } from '../../src/database/postgres-binaries.ts';
import { firstClosedFolder, todoFor } from '../../src/database/postgres-explain.ts';
import { withPostgresLock } from '../../src/database/postgres-lock.ts';
import { boundLog, logSince } from '../../src/database/postgres-log.ts';
import { isAlive, processIdentity } from '../../src/database/postgres-process.ts';
import { refuseElsewhere, signIn, signOut } from '../../src/database/postgres-users.ts';
import { openFolder } from './database-process.ts';

const made: string[] = [];
afterEach(() => Promise.all(made.splice(0).map(folder => rm(folder, { recursive: true, force: true }))));

async function folder(): Promise<string> {
  const path = await openFolder();
  made.push(path);
  return path;
}

const root = process.getuid?.() === 0;
const lender: Account | undefined = root ? { name: 'nobody', uid: 65534, gid: 65534 } : undefined;

describe('the lock', () => {
  test('a dead holder is passed, also when its pid lives again as another process', async () => {
    const lock = join(await folder(), 'lock');
    for (const holder of ['999999999 1', `${process.pid} 1`, 'nonsense']) {
      await symlink(holder, lock);
      expect(await withPostgresLock(lock, async () => 'done')).toBe('done');
    }
  });

  test('many at once take turns, also when the first must be taken over', async () => {
    const lock = join(await folder(), 'lock');
    await symlink('999999999 1', lock);
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise(resolve => setTimeout(resolve, 5));
      inside--;
    };
    await Promise.all(Array.from({ length: 8 }, () => withPostgresLock(lock, work)));
    expect(most).toBe(1);
  });

  test('is given back when the work fails', async () => {
    const lock = join(await folder(), 'lock');
    await expect(withPostgresLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(readlink(lock)).rejects.toThrow('ENOENT');
  });
});

describe('who uses the server', () => {
  test('the dead do not count, the living do', async () => {
    const users = join(await folder(), 'users');
    const [one, two] = [await signIn(users), await signIn(users)];
    await writeFile(join(users, `${hostname()}.dead`), '999999999 1');
    expect(await signOut(users, one)).toBe(true);
    expect(await signOut(users, two)).toBe(false);
    expect(await readdir(users)).toEqual([]);
  });

  test('another machine that shows life keeps us out; one that shows none is swept; leaving touches neither', async () => {
    const users = join(await folder(), 'users');
    const us = await signIn(users);
    const them = join(users, 'other-host.1');
    await writeFile(them, '1 1');
    const beat = setInterval(() => writeFile(them, '1 1'), 20);
    try {
      await expect(refuseElsewhere(users, 200)).rejects.toThrow(
        /another machine or container, other-host.*DATABASE_URL/s,
      );
    } finally {
      clearInterval(beat);
    }
    expect(await signOut(users, us)).toBe(false);
    expect(await readdir(users)).toEqual(['other-host.1']);
    await refuseElsewhere(users, 200);
    expect(await readdir(users)).toEqual([]);
  });

  test('an ended process that nobody has reaped yet is not alive', async () => {
    const child = execa('sleep', ['60'], { reject: false });
    const identity = await processIdentity(child.pid ?? 0);
    expect(identity && (await isAlive(identity))).toBe(true);
    child.kill('SIGKILL');
    await child;
    expect(identity && (await isAlive(identity))).toBe(false);
  });
});

describe('the programs', () => {
  test('without library links, in a folder the account cannot enter or change: copied once, links made, old copies swept', async () => {
    const installed = await postgresPackage();
    const parent = await folder();
    const [native, home] = [join(parent, 'closed/native'), join(parent, 'home')];
    await mkdir(home, { mode: 0o711 });
    const links = JSON.parse(await readFile(join(installed.native, 'pg-symlinks.json'), 'utf8'));
    await cp(installed.native, native, { recursive: true, verbatimSymlinks: true });
    for (const { target } of links) await rm(join(native, '..', target));
    await chmod(root ? dirname(native) : join(native, 'lib'), root ? 0o700 : 0o500);
    try {
      const bin = await postgresBinaries({ native, version: '18.1.2' }, home, lender);
      expect(bin).toBe(join(home, 'bin-18.1.2', 'bin'));
      expect((await runAs(lender, join(bin, 'postgres'), ['--version'])).stdout).toMatch(/PostgreSQL/);
      await mkdir(join(home, 'bin-17.0.0'));
      await sweepBinaries(home, bin);
      expect(await readdir(home)).toEqual(['bin-18.1.2']);
    } finally {
      await chmod(join(native, 'lib'), 0o700);
    }
  });

  test('that run nowhere: told with the remedy', async () => {
    const parent = await folder();
    const native = join(parent, 'native');
    await mkdir(join(native, 'bin'), { recursive: true });
    await writeFile(join(native, 'bin/postgres'), 'not a program', { mode: 0o755 });
    const failure = await postgresBinaries({ native, version: '18.0.0' }, parent, lender).catch(String);
    expect(failure).toMatch(/does not run from .*bin-18\.0\.0.*What to do: .*DATABASE_URL/s);
  });
});

describe('the account', () => {
  test('is the owner of what is there, never root, and gets nothing of the environment', async () => {
    const path = await folder();
    if (lender) await execa('chown', ['65534:65534', path]);
    const account = await postgresAccount([join(path, 'missing'), path]);
    expect(account?.uid).toBe(lender?.uid);
    process.env.ULTRALOOP_TEST_SECRET = 'hunter2';
    const { stdout } = await runAs(account, 'env', []);
    delete process.env.ULTRALOOP_TEST_SECRET;
    expect(stdout).not.toContain('hunter2');
    expect((await runAs(await postgresAccount([]), 'id', ['-u'])).stdout).not.toBe('0');
  });

  test('that may not pass: the first closed folder of the way is named', async () => {
    const parent = await folder();
    const closed = join(parent, 'closed');
    await mkdir(join(closed, 'in'), { recursive: true });
    expect(await firstClosedFolder(join(closed, 'in'), lender)).toBeUndefined();
    await chmod(closed, root ? 0o700 : 0o000);
    expect(await firstClosedFolder(join(closed, 'in'), lender)).toBe(closed);
    await chmod(closed, 0o700);
  });
});

describe('what Postgres says, as something to do', () => {
  const cluster = { data: '/d/postgres/data-18', account: { name: 'ultraloop', uid: 9, gid: 9 } };
  test.each([
    ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /free space .*\/d\/postgres/],
    ['FATAL:  data directory "/d" has wrong ownership', /chown -R ultraloop \/d\/postgres\/data-18/],
    ['FATAL:  data directory "/d" has invalid permissions', /chmod 0700/],
    ['initdb: error: could not look up effective user ID 4711: user does not exist', /\/etc\/passwd/],
    ['could not bind IPv4 address "127.0.0.1": Address already in use', /port/],
    ['could not create directory "/d/x": Read-only file system', /can be written/],
    ['database files are incompatible with server', /version/],
    ['PANIC:  could not locate a valid checkpoint record', /backup/],
    ['could not open file "/d/x": Permission denied', /let ultraloop read and write/],
    ['something never seen', /read the lines above/],
    ['', /DATABASE_URL/],
  ])('%s', (output, todo) => {
    expect(todoFor(output, cluster)).toMatch(todo);
  });
});

describe('the log', () => {
  test('is cut above its limit, its last life kept, and only new words are quoted', async () => {
    const file = join(await folder(), 'server.log');
    expect(await logSince(file, 0)).toBe('');
    await writeFile(file, `${'x'.repeat(90)}\nlast words\n`);
    expect(await logSince(file, 91)).toBe('last words\n');
    await boundLog(file, 200);
    expect(await readFile(file, 'utf8')).toContain('last words');
    await boundLog(file, 50);
    expect(await readFile(file, 'utf8')).toBe('');
    expect(await readFile(`${file}.1`, 'utf8')).toContain('last words');
    await writeFile(file, 'new\n');
    expect(await logSince(file, 101)).toBe('new\n');
  });
});
