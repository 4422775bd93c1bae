// Who agents and checks run as: from a caller that is root the kernel's switches could be written, whatever the walls (SEC-80).
import { chmod } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const NAME = 'ultraloop-agent';
/** Taken where no account can be made: beyond what systems give away, and nobody's. */
const NUMERIC = 64_747;
const TRIES = 5;

/**
 * Undefined when the app is not root: then its own account does. Else the system's `ultraloop-agent`, made now when it is not
 * there, else a number nobody has.
 */
export async function agentAccount(): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const there = await named(NAME);
  if (there) return there;
  // Two processes may want it at once; the second finds the first one's lock, then the first one's account.
  for (let n = 0; n < TRIES; n++) {
    const made = await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]);
    const found = await named(NAME);
    if (found) return found;
    if (made === undefined) break;
    await sleep(100);
  }
  return { name: String(NUMERIC), uid: NUMERIC, gid: NUMERIC };
}

/** Lets an account that is not root pass through a folder of root's; what is in it keeps its own locks. */
export async function openToAgents(folder: string): Promise<void> {
  if (process.geteuid?.() === 0) await chmod(folder, 0o711);
}

async function named(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  // Somebody's own account of that name must not turn out to be root.
  return Number(uid) > 0 && Number(gid) > 0 ? { name, uid: Number(uid), gid: Number(gid) } : undefined;
}

/** What it printed, `failed` when it ended badly, undefined when there is no such program. */
async function run(file: string, args: string[]): Promise<string | undefined> {
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  const result = await execa(file, args, { env, extendEnv: false, reject: false, cwd: '/', stdin: 'ignore' });
  if (result.code === 'ENOENT') return undefined;
  return result.failed ? 'failed' : result.stdout.trim();
}
