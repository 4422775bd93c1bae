// The outside of a gate: a folder of one job's own, with the sockets its sandbox may speak to.
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { Account } from './account.ts';

/** Made anew: what an earlier time left in its place goes. */
export async function makeGateFolder(folder: string, account: Account | undefined): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o711 });
  await chmod(folder, account ? 0o711 : 0o700);
}

/** By way of the folder's handle: the path of a socket may be 107 bytes long, that of a job is often longer. */
export async function listen(server: Server, folder: string, name: string): Promise<void> {
  const handle = await open(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(`/proc/self/fd/${handle.fd}/${name}`, resolve);
    });
    await chmod(join(folder, name), 0o666);
  } finally {
    await handle.close();
  }
}
