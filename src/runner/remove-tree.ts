// Takes a folder away whatever an agent made in it: folders in folders until no path leads to the last of them, too (SEC-43).
import { rm } from 'node:fs/promises';
import { execa } from 'execa';
import { cleanEnv } from './environment.ts';

/** Nothing where nothing is. Links are taken away themselves, never followed. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It walks by folders, not by paths.
    const options = { env: cleanEnv([], { LC_ALL: 'C' }), extendEnv: false, cwd: '/', stdin: 'ignore' } as const;
    await execa('rm', ['-rf', '--', path], options);
  }
}
