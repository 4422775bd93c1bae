// Reads a file an agent wrote without being led elsewhere: no links, no pipes, no devices, no giants (SEC-43).
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { safeText } from './capture.ts';

/** Text of a plain file below `root`, or undefined for anything else. Only call it when the agent has ended. */
export async function safeRead(root: string, path: string, cap: number): Promise<string | undefined> {
  try {
    const top = await realpath(root);
    const file = resolve(top, path);
    // Equal only when no folder on the way is a link, and never above the root.
    if (!file.startsWith(top + sep) || (await realpath(dirname(file))) !== dirname(file)) return undefined;
    return await readPlain(file, cap);
  } catch {
    return undefined;
  }
}

async function readPlain(file: string, cap: number): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    // A second name of a file could be somebody else's secret under our name.
    if (!stat.isFile() || stat.nlink !== 1 || stat.size > cap) return undefined;
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    return safeText(bytes.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
