// How much a job's folders hold, looked at by `find` at low priority, and never further than the answer needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cleanEnv } from './environment.ts';

export interface DiskUse {
  bytes: number;
  files: number;
}
export interface DiskLook extends DiskUse {
  /** There are folders that could not be looked into. */
  hidden: boolean;
}

const LONGEST_MS = 60_000;

/**
 * Blocks in use and the number of entries; links to one file share its blocks. Stops as soon as it is more than `most`, so a million
 * files more cost nothing. undefined when it took too long or was ended.
 */
export async function diskUse(
  folders: readonly string[],
  most: DiskUse,
  signal: AbortSignal,
): Promise<DiskLook | undefined> {
  const args = ['-n', '10', 'find', ...folders, '-xdev', '-printf', '%b %n\\n'];
  const child = spawn('nice', args, {
    cwd: '/',
    env: cleanEnv([], { LC_ALL: 'C' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const look: DiskLook = { bytes: 0, files: 0, hidden: false };
  const isOver = (): boolean => look.bytes > most.bytes || look.files > most.files;
  const end = (): void => void child.kill('SIGKILL');
  const limit = setTimeout(end, LONGEST_MS);
  signal.addEventListener('abort', end, { once: true });
  let rest = '';
  child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) add(look, line);
    if (isOver()) end();
  });
  child.stderr.setEncoding('latin1').on('data', (chunk: string) => {
    look.hidden ||= chunk.includes('Permission denied');
  });
  const [code] = await once(child, 'close').catch(() => [null]);
  clearTimeout(limit);
  signal.removeEventListener('abort', end);
  // What vanished while it was looked at makes the exit code 1, and is no mistake.
  return isOver() || code !== null ? look : undefined;
}

/** Blocks of 512 bytes, and how many names the file has. */
function add(look: DiskLook, line: string): void {
  const [blocks, links] = line.split(' ').map(Number);
  look.files++;
  look.bytes += ((blocks ?? 0) * 512) / Math.max(1, links ?? 1);
}
