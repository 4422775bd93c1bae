// The host an attack would like to reach: secrets that lie there, a port that listens, places where a mark could be left. What came of it
// is looked at afterwards, from outside.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openToAgents } from '../../src/runner/sandbox/account.ts';

export interface Host {
  /** A folder of the host's anybody may write to: only walls keep an agent from it. */
  dir: string;
  /** Path of a mark an attack would leave; none may be there afterwards. */
  mark(name: string): string;
  /** A file anybody on the host may read, with a secret in it. */
  secretFile: string;
  /** Every secret of this host, by what it is. None may be seen outside of it. */
  secrets: Record<string, string>;
  /** A port on all of the host's addresses; nobody may come to it. */
  port: number;
  /** What reached the host, in words; empty = nothing. */
  effects(): Promise<string[]>;
  close(): Promise<void>;
}

/** The kernel's switches an attack of root could turn. */
const SWITCHES = ['/proc/sys/kernel/core_pattern', '/proc/sys/vm/swappiness'];

export async function openHost(): Promise<Host> {
  const dir = await mkdtemp(join(tmpdir(), 'ultraloop-host-'));
  await openToAgents(dir);
  const marks = join(dir, 'marks');
  await mkdir(marks);
  await chmod(marks, 0o777);
  const secrets = { 'file of the host': token(), 'variable of the app': token() };
  process.env.OPERATORS_TOKEN = secrets['variable of the app'];
  const secretFile = join(dir, 'secret.txt');
  await writeFile(secretFile, secrets['file of the host'], { mode: 0o644 });
  const before = await switches();
  const accounts = await readFile('/etc/passwd', 'utf8');
  const visits: string[] = [];
  const server = createServer(socket => {
    visits.push(socket.remoteAddress ?? 'somebody');
    socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  const address = server.address();
  return {
    dir,
    mark: name => join(marks, name),
    secretFile,
    secrets,
    port: typeof address === 'object' && address ? address.port : 0,
    async effects() {
      const left = (await readdir(marks)).map(name => `the mark ${name} was left on the host`);
      const came = visits.map(who => `${who} came to a port of the host`);
      const turned = (await switches()) === before ? [] : ['a switch of the kernel was turned'];
      const edited = (await readFile('/etc/passwd', 'utf8')) === accounts ? [] : ['the host’s accounts were changed'];
      const kept = (await readFile(secretFile, 'utf8').catch(() => '')) === secrets['file of the host'];
      return [...left, ...came, ...turned, ...edited, ...(kept ? [] : ['a file of the host was changed'])];
    },
    async close() {
      server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function switches(): Promise<string> {
  const read = await Promise.all(SWITCHES.map(path => readFile(path, 'utf8').catch(() => '')));
  return read.join('');
}

const token = (): string => `ghs_4711_${randomBytes(24).toString('hex')}`;
