// Who a process is: a pid alone may belong to somebody else after a restart, above all in containers.
import { readFile, readlink, realpath } from 'node:fs/promises';
import { execa } from 'execa';

/** `<pid> <start time>` of a living process, undefined when it is gone or only waits to be reaped. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  const started = process.platform === 'linux' ? await startedLinux(pid) : await startedElsewhere(pid);
  return started && `${pid} ${started}`;
}

/** Whether the process that an identity was taken of still lives. */
export async function isAlive(identity: string): Promise<boolean> {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && (await processIdentity(pid)) === identity;
}

/** Whether this process is a Postgres server of this database folder, as far as the system tells. */
export async function isPostgresOf(pid: number, folder: string): Promise<boolean> {
  if (!(await processIdentity(pid))) return false;
  if (process.platform !== 'linux') return /postgres/.test(await commandElsewhere(pid));
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  if (name.trim() !== 'postgres') return false;
  // A server works inside its folder. When the link may not be read, believe the name rather than start a second server.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === undefined || cwd === (await realpath(folder).catch(() => folder));
}

async function startedLinux(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may itself hold brackets and spaces: fields are counted from the last one. 0 = state, 19 = start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

async function startedElsewhere(pid: number): Promise<string | undefined> {
  const { stdout } = await execa('ps', ['-o', 'lstart=', '-p', String(pid)], { reject: false });
  return stdout?.trim() || undefined;
}

async function commandElsewhere(pid: number): Promise<string> {
  const { stdout } = await execa('ps', ['-o', 'command=', '-p', String(pid)], { reject: false });
  return stdout ?? '';
}
