// The app's processes of an outpost: started, started anew when they were killed as told, and their journals.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.ts';
import type { Noted } from './app-process.ts';
import { eventually } from './moments.ts';
import type { Deaths } from './outpost.ts';

/** A process that lives for a second loses time by making its code faster. */
const QUICK = ['--no-opt'];

/** `dir` holds `<name>.json`, the settings; journal and log of a process are written beside it. */
export function openCrew(dir: string) {
  const processes = new Map<ChildProcess, string>();
  let ending = false;
  let broken: string | undefined;

  const start = (name: string, args: string[]): ChildProcess => {
    const log = openSync(join(dir, `${name}.log`), 'a');
    const program = join(packageRoot(), 'dist/test/world/app-process.js');
    const files = [join(dir, `${name}.json`), join(dir, `${name}.journal`)];
    const child = spawn(process.execPath, [...QUICK, program, ...files, ...args], { stdio: ['ignore', log, log] });
    closeSync(log);
    processes.set(child, name);
    child.once('exit', (code, signal) => {
      processes.delete(child);
      if (ending || (signal === 'SIGKILL' && args.length === 0)) return;
      if (signal === 'SIGKILL') start(name, args);
      else
        broken = `app process ${name} ended with ${signal ?? code}:\n${readFileSync(join(dir, `${name}.log`), 'utf8').slice(-4_000)}`;
    });
    return child;
  };
  const journal = async (name = 'app'): Promise<Noted[]> => {
    const text = await readFile(join(dir, `${name}.journal`), 'utf8').catch(() => '');
    const lines = text.split('\n').filter(Boolean);
    return lines.map(line => JSON.parse(line) as Noted);
  };
  const check = (): void => {
    if (broken !== undefined) throw new Error(broken);
  };
  return {
    journal,
    /** Throws when a process ended that was not told to die. */
    check,
    /** Where the living process of this name listens; undefined while it does not. A dead one's port may be another's by now. */
    async port(name: string): Promise<number | undefined> {
      const alive = [...processes].flatMap(([child, called]) => (called === name ? [child.pid] : []));
      return (await journal(name)).find(({ what, pid }) => what === 'up' && alive.includes(pid))?.port;
    },
    /** Answers when it listens. */
    async enlist(name: string, dies?: Deaths): Promise<ChildProcess> {
      const child = start(name, dies ? [dies.phase, ...dies.at] : []);
      await eventually(async () => {
        check();
        return (await journal(name)).some(({ what }) => what === 'up');
      });
      return child;
    },
    /** Ends what runs; nothing is started anew. */
    async dismiss(): Promise<void> {
      ending = true;
      const gone = [...processes.keys()].map(child => new Promise(resolve => child.once('exit', resolve)));
      for (const child of processes.keys()) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
}
