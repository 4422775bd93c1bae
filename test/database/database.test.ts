import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import {
  closedFolder,
  compileOpener,
  IDENTITIES,
  type Identity,
  killElsewhere,
  type Opened,
  openElsewhere,
  openFolder,
} from './database-process.ts';

const log = pino({ level: 'silent' });
const SECRET = 'hunter2hunter2';
let program = '';
let removeProgram = async () => {};
const leftovers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  ({ file: program, remove: removeProgram } = await compileOpener());
});
afterAll(() => removeProgram());
afterEach(async () => {
  for (const undo of leftovers.splice(0).reverse()) await undo();
});

/** A fresh place for a data folder; what runs in it ends with the test. */
async function place(as: Identity): Promise<string> {
  const parent = await openFolder(as);
  leftovers.push(() => rm(parent, { recursive: true, force: true }));
  const data = join(parent, 'data');
  leftovers.push(() => killServer(data));
  return data;
}

async function open(data: string, as: Identity): Promise<Opened> {
  const opened = await openElsewhere(program, data, as);
  leftovers.push(() => opened.kill());
  return opened;
}

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = (data: string) => join(data, 'postgres/data-18/postmaster.pid');

async function serverPid(data: string): Promise<number | undefined> {
  const pid = Number((await readFile(pidFile(data), 'utf8').catch(() => '')).split('\n')[0]);
  return pid || undefined;
}

async function killServer(data: string): Promise<void> {
  const pid = await serverPid(data);
  if (!pid || !(await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('postgres')) return;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFile(`/proc/${pid}/cwd`).catch(error => error.code), { timeout: 60_000 }).toBe('ENOENT');
}

describe('a database of the operator', () => {
  const refused = [
    ['not an address', 'localhost', /not the address of a Postgres/],
    ['another database', `mysql://u:${SECRET}@h/d`, /not the address of a Postgres/],
    [
      'nobody there',
      `postgresql://u:${SECRET}@127.0.0.1:1/d`,
      /u@127\.0\.0\.1:1\/d does not answer.*ECONNREFUSED.*start the server/s,
    ],
    ['no such host', `postgresql://u:${SECRET}@db.invalid:5432/d`, /db\.invalid.*What to do: /s],
  ] as const;
  test.each(refused)('%s is told with host and remedy, never the password', async (_, databaseUrl, words) => {
    const failure = await openDatabase({ dataDir: '/nowhere', databaseUrl, log }).catch(String);
    expect(failure).toMatch(words);
    expect(failure).not.toContain(SECRET);
  });

  test('a server that hangs up is told', async () => {
    const server = createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
    leftovers.push(async () => server.close());
    await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const databaseUrl = `postgresql://u:${SECRET}@127.0.0.1:${port}/d`;
    await expect(openDatabase({ dataDir: '/nowhere', databaseUrl, log })).rejects.toThrow(/does not answer/);
  });

  test('a wrong password is told without showing it, the right one opens and is left running', async () => {
    const [as] = IDENTITIES as [Identity];
    const data = await place(as);
    const { url } = await open(data, as);
    const wrong = url.replace(/:[^:@]+@/, `:${SECRET}@`);
    const failure = await openDatabase({ dataDir: data, databaseUrl: wrong, log }).catch(String);
    expect(failure).toMatch(/28P01.*correct user and password/s);
    expect(failure).not.toContain(SECRET);
    const given = await openDatabase({ dataDir: data, databaseUrl: url, log });
    expect(given).toMatchObject({ kind: 'given', url });
    await given.close();
    expect(await sql(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.each(IDENTITIES)('the built-in database, app started by $who', as => {
  test('first start, adoption after kill -9, start after a double kill: nothing is lost', async () => {
    const data = await place(as);
    const first = await open(data, as);
    expect(first.lines).toEqual(['The built-in Postgres was started']);
    await sql(first.url, `create table kept(n int); insert into kept values (41)`);
    const server = await serverPid(data);

    await first.kill();
    const second = await open(data, as);
    expect(second.lines).toEqual(['The built-in Postgres was running and is adopted']);
    expect(await serverPid(data)).toBe(server);
    await sql(second.url, `insert into kept values (42)`);

    process.kill(server ?? 0, 'SIGKILL');
    await second.kill();
    const third = await open(data, as);
    expect(third.lines).toEqual(['The built-in Postgres was started']);
    expect(await sql(third.url, 'select n from kept order by n')).toEqual([{ n: 41 }, { n: 42 }]);

    await third.close();
    expect(await serverPid(data)).toBeUndefined();
  });

  test('only this machine and only the password open it; the server is not root and sees no secret', async () => {
    const data = await place(as);
    const { url } = await open(data, as);
    const settings = `select name, setting from pg_settings where name in
      ('fsync', 'listen_addresses', 'unix_socket_directories', 'password_encryption') order by name`;
    expect((await sql(url, settings)).map(row => `${row.name}=${row.setting}`)).toEqual([
      'fsync=on',
      'listen_addresses=127.0.0.1',
      'password_encryption=scram-sha-256',
      'unix_socket_directories=',
    ]);
    await expect(sql(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password authentication failed/);
    const password = await stat(join(data, 'postgres/password'));
    expect(password.mode & 0o777).toBe(0o600);
    expect(password.uid).toBe(as.uid ?? process.getuid?.());
    expect((await stat(join(data, 'postgres/data-18'))).uid).not.toBe(0);
    const environment = await readFile(`/proc/${await serverPid(data)}/environ`, 'utf8');
    expect(environment.split('\0').map(entry => entry.split('=')[0])).not.toContain('HOME');
  });

  test('a start that was killed in the middle of initdb leaves nothing that counts', async () => {
    const data = await place(as);
    const home = join(data, 'postgres');
    const names = () => readdir(home).catch((): string[] => []);
    const begun = async () => (await names()).some(name => name.startsWith('init-'));
    await killElsewhere(program, data, as, begun);
    expect(await names()).not.toContain('data-18');
    expect(await names()).toContain('lock');
    const again = await open(data, as);
    expect(again.lines).toEqual(['The built-in Postgres was started']);
    expect((await sql(again.url, 'select 1 as one'))[0]).toEqual({ one: 1 });
  });

  test('two processes at once: one starts it, the other adopts it, the last one to leave stops it', async () => {
    const data = await place(as);
    const both = await Promise.all([open(data, as), open(data, as)]);
    expect(both.flatMap(one => one.lines).sort()).toEqual([
      'The built-in Postgres was running and is adopted',
      'The built-in Postgres was started',
    ]);
    expect(both[0].url).toBe(both[1].url);
    await both[0].close();
    expect(await sql(both[1].url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await both[1].close();
    expect(await serverPid(data)).toBeUndefined();
  });

  test('a pid file of another life, whose pid now belongs to a stranger, does not keep it from starting', async () => {
    const data = await place(as);
    const first = await open(data, as);
    const text = await readFile(pidFile(data), 'utf8');
    await first.close();
    // A living process of the server's own account: Postgres alone would take it for its earlier self, for ever.
    const { uid, gid } = await stat(dirname(pidFile(data)));
    const stranger = execa('sleep', ['600'], {
      cwd: '/',
      reject: false,
      ...(process.getuid?.() === 0 && { uid, gid }),
    });
    leftovers.push(async () => stranger.kill());
    await writeFile(pidFile(data), text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(pidFile(data), uid, gid);
    const second = await open(data, as);
    expect(second.lines).toEqual(['The built-in Postgres was started']);
  });

  test('a folder that cannot be entered is named, with what to do', async () => {
    const { closed, data } = await closedFolder(as);
    leftovers.push(() => rm(dirname(closed), { recursive: true, force: true }));
    leftovers.push(() => chmod(closed, 0o700));
    const opened = await open(data, as);
    expect(opened.failure).toContain(closed);
    expect(opened.failure).toMatch(/What to do: .*(chmod o\+x|ULTRALOOP_DATA)/);
  });
});

describe('a folder that is no sound database', () => {
  const [as] = IDENTITIES as [Identity];

  test('an incomplete one is moved aside, never deleted, and a new one is made', async () => {
    const data = await place(as);
    await mkdir(join(data, 'postgres/data-18/base'), { recursive: true });
    const opened = await open(data, as);
    expect(opened.lines).toEqual([
      'The database folder was incomplete; it was moved aside and a new one is made',
      'The built-in Postgres was started',
    ]);
    const names = await readdir(join(data, 'postgres'));
    expect(names.filter(name => name.startsWith('data-18.incomplete-'))).toHaveLength(1);
  });

  test('one of another Postgres version is refused and left alone', async () => {
    const data = await place(as);
    await mkdir(join(data, 'postgres/data-17/base'), { recursive: true });
    const opened = await open(data, as);
    expect(opened.failure).toMatch(/another Postgres version \(data-17\).*What to do: /s);
    expect(await readdir(join(data, 'postgres/data-17'))).toEqual(['base']);
  });

  test('a damaged database says why with the last lines of the log, and is not touched', async () => {
    const data = await place(as);
    await (await open(data, as)).close();
    const control = join(data, 'postgres/data-18/global/pg_control');
    await writeFile(control, 'not a control file');
    const opened = await open(data, as);
    expect(opened.failure).toMatch(/could not start.*pg_control.*What to do: the database is damaged/s);
    expect(await readFile(control, 'utf8')).toBe('not a control file');
  });
});
