// Other processes of the app for the database tests: compiled once, started as any user, killed without mercy.
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROOT = join(import.meta.dirname, '..', '..');

/** Everyone the app may be started by here: root lends the server an account, an ordinary user runs it as itself. */
export const IDENTITIES: { who: string; uid?: number; gid?: number }[] =
  process.getuid?.() === 0
    ? [{ who: 'root' }, { who: 'an ordinary user', uid: 65534, gid: 65534 }]
    : [{ who: 'this user' }];
export type Identity = (typeof IDENTITIES)[number];

export interface Opened {
  pid: number;
  url: string;
  /** What it logged while opening. */
  lines: string[];
  /** Why it could not open; the process has ended then. */
  failure: string;
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A folder every account can pass through, as a data folder's parent must be. */
export async function openFolder(owner: Identity = { who: '' }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ultraloop db '));
  await chmod(folder, 0o711);
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? owner.uid);
  return folder;
}

/** Compiles the program of a second app process; returns how to run it. */
export async function compileOpener(): Promise<{ file: string; remove: () => Promise<void> }> {
  const out = await openFolder();
  await chmod(out, 0o755);
  const files = [fileURLToPath(new URL('./open-database.ts', import.meta.url))];
  const compilerOptions = { outDir: join(out, 'js'), rootDir: ROOT, typeRoots: [join(ROOT, 'node_modules/@types')] };
  await writeFile(
    join(out, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.build.json'), include: [], files, compilerOptions }),
  );
  await writeFile(join(out, 'package.json'), JSON.stringify({ type: 'module' }));
  await symlink(join(ROOT, 'node_modules'), join(out, 'node_modules'));
  await execa(join(ROOT, 'node_modules/.bin/tsc'), ['-p', out, '--noCheck']);
  await execa('chmod', ['-R', 'a+rX', out]);
  return { file: join(out, 'js/test/database/open-database.js'), remove: () => rm(out, { recursive: true }) };
}

/** Starts another app process on the data folder and waits until it is open or has said why not. */
export async function openElsewhere(program: string, data: string, as: Identity): Promise<Opened> {
  const child = execa(process.execPath, [program, data], { cwd: '/', reject: false, ...ids(as) });
  const ended = child.then(() => undefined);
  const first = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(String(line)));
  const silent = child.then(result => Promise.reject(new Error(`It said nothing: ${result.stderr}`)));
  silent.catch(() => undefined);
  const said = await Promise.race([first, silent.then(() => first)]);
  return {
    ...{ pid: child.pid ?? 0, url: '', lines: [], failure: '', ...said },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Starts another app process and kills it as soon as `seen` holds. */
export async function killElsewhere(program: string, data: string, as: Identity, seen: () => Promise<boolean>) {
  const child = execa(process.execPath, [program, data], { cwd: '/', reject: false, ...ids(as) });
  while (child.exitCode === null && !(await seen())) await sleep(2);
  child.kill('SIGKILL');
  await child;
}

function ids(as: Identity): { uid?: number; gid?: number } {
  return as.uid === undefined ? {} : { uid: as.uid, gid: as.gid ?? as.uid };
}

/** A parent folder nobody but its owner may enter, and a data folder in it. */
export async function closedFolder(owner: Identity): Promise<{ closed: string; data: string }> {
  const closed = join(await openFolder(owner), 'closed');
  await mkdir(closed);
  // Root passes any door and the server's account does not; a user of its own must be shut out by another owner's door.
  await chmod(closed, process.getuid?.() === 0 ? 0o700 : 0o000);
  return { closed, data: join(closed, 'data') };
}
