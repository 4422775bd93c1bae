// Where everything this host keeps lives: the database, mirrors, worktrees and the files of runs.
import { chmod, mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Folders nobody but the app may enter: they hold other people's code. */
const PRIVATE = ['mirrors', 'worktrees', 'runs'];

/** Absolute path of the data folder: `ULTRALOOP_DATA`, else the place the system keeps such things. Reads nothing. */
export function dataDir(env: NodeJS.ProcessEnv, platform = process.platform, uid = process.getuid?.()): string {
  if (env.ULTRALOOP_DATA) return resolve(env.ULTRALOOP_DATA);
  const home = env.HOME || homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'ultraloop');
  if (uid === 0) return '/var/lib/ultraloop';
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'ultraloop');
}

/**
 * Makes the data folder and its private parts; safe to call again. A folder of root can be passed through (0711) and
 * not listed, because the database runs as another account; any other folder is closed to others (0700).
 */
export async function prepareDataDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { uid, mode } = await stat(dir);
  if (uid === process.getuid?.()) await chmod(dir, uid === 0 ? (mode & 0o7777) | 0o711 : 0o700);
  await Promise.all(PRIVATE.map(name => mkdir(join(dir, name), { recursive: true, mode: 0o700 })));
}
