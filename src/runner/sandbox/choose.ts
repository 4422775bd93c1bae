// From the operator's word to walls that were tried: a sandbox, or why there is none and what to do about it.
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Failure } from '../../failures.ts';
import { type Account, agentAccount } from './account.ts';
import { bubblewrap } from './bubblewrap.ts';
import { limited, type Quota, usualQuota } from './limited.ts';
import { closedTo } from './ownership.ts';
import { findProgram } from './programs.ts';
import { type Sandbox, unsafeNone } from './sandbox.ts';
import { type Probe, selfTest } from './self-test.ts';

export type SandboxWord = 'auto' | 'bubblewrap' | 'unsafe-none';
export interface Wanted {
  word: SandboxWord;
  data: string;
  /** Files and folders outside /usr that agent and checks may read. */
  readable: readonly string[];
  /** Whether agents are let out to some hosts. */
  gate?: boolean;
  /** What one command may take; absent = what is usual on this host. */
  quota?: Partial<Quota> | undefined;
}
export interface Choice {
  /** With `why`, in words for the operator, when nothing can be run. */
  sandbox: Sandbox;
  /** What was tried; empty when it did not come to that. */
  probes: Probe[];
}

/**
 * Never throws: an app without walls starts, answers people, and runs nothing. Walls that held are not tried again by the
 * same process.
 */
export async function chooseSandbox(wanted: Wanted): Promise<Choice> {
  const { sandbox, probes } = await chosen(wanted);
  return { sandbox: limited(sandbox, { ...usualQuota(), ...wanted.quota }), probes };
}

async function chosen(wanted: Wanted): Promise<Choice> {
  if (wanted.word === 'unsafe-none') return { sandbox: unsafeNone, probes: [] };
  const key = JSON.stringify([wanted.data, wanted.readable, wanted.gate]);
  const choice = held.get(key) ?? (await tried(wanted).catch(error => refusing(reasonOf(error))));
  if (choice.sandbox.why === undefined) held.set(key, choice);
  return choice;
}

const held = new Map<string, Choice>();

function reasonOf(error: unknown): string {
  return error instanceof Failure ? error.detail : String(error);
}

function refusing(why: string, probes: Probe[] = []): Choice {
  const wrap = (): never => {
    throw new Failure('no-sandbox', why);
  };
  return { sandbox: { name: 'missing', why, wrap }, probes };
}

async function tried({ data, readable, gate }: Wanted): Promise<Choice> {
  const program = findProgram('bwrap', process.env.PATH);
  if (process.platform !== 'linux') return refusing(elsewhere(process.platform));
  if (program === undefined) return refusing(`bubblewrap is not installed: ${INSTALL}`);
  if (gate && findProgram('socat', process.env.PATH) === undefined)
    return refusing(`socat is not installed, and agents go out by it: ${INSTALL}`);
  const around = readable.find(path => `${data}${sep}`.startsWith(path === sep ? sep : `${path}${sep}`));
  if (around !== undefined) return refusing(`ULTRALOOP_SANDBOX_READ names ${around}, which holds the data folder.`);
  const account = await agentAccount();
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (account) {
    // Our own folder is opened here too: the database, which does the same, may not have come to it yet.
    const { uid, mode } = await stat(data);
    if (uid === 0) await chmod(data, (mode & 0o7777) | 0o711);
    const closed = await closedTo(account, data);
    if (closed !== undefined)
      return refusing(
        `the account ${account.name} cannot pass through ${closed}: \`chmod o+x ${closed}\`, or another ULTRALOOP_DATA.`,
      );
    // What our git makes must be readable for that account; the folders above it keep everybody else out.
    process.umask(process.umask() & ~0o055);
  }
  const sandbox = bubblewrap({ program, account, readable, etc: await writeEtc(data, account) });
  const { probes, said } = await selfTest(sandbox, data);
  if (probes.length === 0) return refusing(`bubblewrap does not start: ${said.slice(0, 500)}`);
  const bad = probes.filter(probe => !probe.ok).map(probe => probe.what);
  if (bad.length === 0) return { sandbox, probes };
  return refusing(`the self-test failed (${bad.join('; ')}).${said ? ` It said: ${said.slice(0, 500)}` : ''}`, probes);
}

function elsewhere(platform: string): string {
  return `bubblewrap works on Linux only, this is ${platform}. To try things out without any walls, with repositories of your own: ULTRALOOP_SANDBOX=unsafe-none.`;
}

const INSTALL = '`apt-get install bubblewrap socat` (Debian, Ubuntu), `dnf install bubblewrap socat` (Fedora).';

/** The only accounts and hosts that are known inside. */
async function writeEtc(data: string, account: Account | undefined): Promise<string> {
  const etc = join(data, 'sandbox', 'etc');
  await mkdir(etc, { recursive: true, mode: 0o755 });
  const [uid, gid] = [account?.uid ?? process.getuid?.(), account?.gid ?? process.getgid?.()];
  const files = {
    passwd: `agent:x:${uid}:${gid}::/home/agent:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n`,
    group: `agent:x:${gid}:\nnogroup:x:65534:\n`,
    hosts: '127.0.0.1 localhost sandbox\n',
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(etc, name), text, { mode: 0o644 })));
  return etc;
}
