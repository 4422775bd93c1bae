// The server's log, kept small: the last part of it is what anybody reads.
import { copyFile, open, stat, truncate } from 'node:fs/promises';

const LARGEST = 4 * 1024 * 1024;

/**
 * Moves a log above `largest` bytes to `<file>.1`, over the one before. The file itself stays, emptied, because the
 * running server goes on appending to it.
 */
export async function boundLog(file: string, largest = LARGEST): Promise<void> {
  if ((await logSize(file)) <= largest) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Bytes in the log now; 0 when there is none. */
export async function logSize(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** What was written after `offset`, at most the last 8 KiB of it. */
export async function logSince(file: string, offset: number): Promise<string> {
  const size = await logSize(file);
  const start = Math.max(size < offset ? 0 : offset, size - 8192);
  const handle = await open(file).catch(() => undefined);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.max(size - start, 1)),
      position: start,
    });
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}
