// What an agent does that looks for secrets everywhere it can see. It knows them by how they begin and by a sum, so that nobody gives them to it.
import { createHash } from 'node:crypto';

interface Wanted {
  what: string;
  length: number;
  /** Its first characters. */
  begins: string;
  hash: string;
}
export interface Found {
  /** `what in where`, each once. */
  found: string[];
  /** Places of the app that were seen: names in folders that exist outside too. */
  names: Record<string, string[]>;
  processes: number;
  bytes: number;
}

/** As they are, in base64 at each of three offsets, and in hexadecimal. */
export function wanted(secrets: Readonly<Record<string, string>>): Wanted[] {
  return Object.entries(secrets).flatMap(([what, secret]) => {
    const at = (skip: number) => Buffer.from(secret).subarray(skip).toString('base64').slice(0, -4);
    return [secret, at(0), at(1), at(2), Buffer.from(secret).toString('hex')].map(form => ({
      ...{ what, length: form.length, begins: form.slice(0, 4) },
      hash: createHash('sha256').update(form).digest('hex'),
    }));
  });
}

/** Runs inside, by its own text: the environment, every process and its memory, and every file outside /usr. */
export function lookFor({ secrets, folders }: { secrets: Wanted[]; folders: string[] }): Found {
  const fs = process.getBuiltinModule('node:fs');
  const { createHash: hashing } = process.getBuiltinModule('node:crypto');
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const sha = (data: Buffer): string => hashing('sha256').update(data).digest('hex');
  const found = new Set<string>();
  let bytes = 0;
  const seek = (where: string, data: Buffer): void => {
    bytes += data.length;
    for (const { what, length, begins, hash } of secrets)
      for (let at = data.indexOf(begins); at >= 0; at = data.indexOf(begins, at + 1))
        if (sha(data.subarray(at, at + length)) === hash) found.add(`${what} in ${where}`);
    // Installation tokens are known by their shape: each is new.
    if (/gh[sp]_[\w-]{20,}\.[\w.-]{60,}/.test(data.toString('latin1'))) found.add(`a token in ${where}`);
  };
  const tried = <T>(action: () => T): T | undefined => {
    try {
      return action();
    } catch {
      return undefined;
    }
  };
  const file = (path: string, most = 2 ** 20): void =>
    void tried(() => {
      const handle = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
      const data = Buffer.alloc(most);
      const read = tried(() => fs.readSync(handle, data, 0, most, null)) ?? 0;
      fs.closeSync(handle);
      seek(path, data.subarray(0, read));
    });
  const memory = (pid: string): void =>
    void tried(() => {
      const maps = fs.readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
      const handle = fs.openSync(`/proc/${pid}/mem`, 'r');
      for (const line of maps) {
        const [, from = '0', to = '0'] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
        const size = Math.min(Number.parseInt(to, 16) - Number.parseInt(from, 16), 2 ** 24);
        const data = Buffer.alloc(size);
        const read = tried(() => fs.readSync(handle, data, 0, size, Number.parseInt(from, 16)));
        if (read) seek(`the memory of ${pid}`, data.subarray(0, read));
      }
      fs.closeSync(handle);
    });
  const list = (path: string): string[] => tried(() => fs.readdirSync(path)) ?? [];
  const walk = (path: string, depth: number): void => {
    for (const name of list(path)) {
      const below = `${path === '/' ? '' : path}/${name}`;
      if (/^\/(?:proc|sys|usr|dev)$/.test(below)) continue;
      const stat = tried(() => fs.lstatSync(below));
      if (stat?.isDirectory() && depth < 40) walk(below, depth + 1);
      else if (stat?.isFile()) file(below);
    }
  };
  seek('the environment', Buffer.from(JSON.stringify(process.env)));
  const pids = list('/proc').filter(name => /^\d+$/.test(name));
  for (const pid of [...pids, 'self', 'thread-self']) {
    for (const part of ['environ', 'cmdline', 'auxv', 'mountinfo', 'limits', 'stack', 'syscall'])
      file(`/proc/${pid}/${part}`);
    for (const fd of list(`/proc/${pid}/fd`)) {
      const to = tried(() => fs.readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? '';
      if (to.startsWith('/')) file(`/proc/${pid}/fd/${fd}`);
    }
    for (const way of ['root', 'cwd']) seek(`names at ${pid}`, Buffer.from(list(`/proc/${pid}/${way}`).join()));
  }
  const parents = pids.filter(pid => Number(pid) !== process.pid);
  for (const pid of parents) memory(pid);
  const devices = [
    '/proc/kcore',
    '/proc/kmsg',
    '/proc/keys',
    '/proc/key-users',
    '/proc/net/unix',
    '/dev/mem',
    '/dev/kmsg',
  ];
  for (const path of devices) file(path, 2 ** 16);
  for (const argv of [['ps', 'auxeww'], ['mount'], ['git', 'config', '--list', '--show-origin'], ['dmesg']]) {
    const { stdout } = spawnSync(argv[0] ?? '', argv.slice(1), { timeout: 10_000 });
    if (stdout) seek(argv.join(' '), stdout);
  }
  walk('/', 0);
  const names = Object.fromEntries(folders.map(folder => [folder, list(folder).sort()]));
  return { found: [...found].sort(), names, processes: pids.length, bytes };
}
