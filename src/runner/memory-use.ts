// How much memory a job holds: a bound that costs nothing, and where that is not enough the exact number.
import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';

/** Bytes of a page of this machine. */
export const PAGE_BYTES = pageBytes();
/** Places of the sandbox that lie in memory: files there are in no process's own pages. */
const SCRATCHES = ['tmp', 'home/agent', 'dev/shm'];
/** The kernel's number of the kind of file system that lies in memory. */
const IN_MEMORY = 0x01021994;
/** Open files looked at in one go, of all processes of a job. */
const MOST_FILES = 20_000;

/** Memory of the whole machine that no process's resident pages show: shared pages and what was swapped out. */
export function unseenBytes(): number {
  const text = readFileSync('/proc/meminfo', 'latin1');
  return (field(text, 'Shmem') + field(text, 'SwapTotal') - field(text, 'SwapFree')) * 1024;
}

/** Pages shared by several processes count once. Files in memory count, also those nobody has mapped (memfd) and deleted ones. */
export function memoryUse(pids: readonly number[]): number {
  let [own, shared] = [0, 0];
  for (const pid of pids) {
    const text = readText(`/proc/${pid}/smaps_rollup`);
    shared += field(text, 'Pss_Shmem') * 1024;
    own += (field(text, 'Pss_Anon') + field(text, 'SwapPss')) * 1024;
  }
  const inMemory = scratchBytes(pids) + heldFiles(pids, ({ memory }) => memory);
  // Mapped files of memory would be in both: the larger is what there is at least.
  return own + Math.max(shared, inMemory);
}

interface Held {
  /** Made by memfd_create: there is no name for it anywhere. */
  memory: boolean;
  /** The device of a file on disk that has no name any more. */
  device: number;
}

/** Bytes of files without a name that these processes keep open, each file once. */
export function heldFiles(pids: readonly number[], wanted: (held: Held) => boolean): number {
  const seen = new Map<string, number>();
  let left = MOST_FILES;
  for (const pid of pids) {
    for (const name of names(`/proc/${pid}/fd`).slice(0, left)) {
      left--;
      const path = `/proc/${pid}/fd/${name}`;
      const found = statOf(path);
      if (!found?.isFile() || found.nlink > 0) continue;
      const held = { memory: linkOf(path).startsWith('/memfd:'), device: found.dev };
      if (wanted(held)) seen.set(`${found.dev}:${found.ino}`, found.blocks * 512);
    }
  }
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** All processes of a sandbox see the same places; those outside of it, bubblewrap itself and all without walls, the host's. */
function scratchBytes(pids: readonly number[]): number {
  const inside = pids.find(
    pid => !['', ourMounts].includes(linkOf(`/proc/${pid}/ns/mnt`)) && statOf(`/proc/${pid}/root/home/agent`),
  );
  if (inside === undefined) return 0;
  return SCRATCHES.reduce((sum, name) => sum + usedBytes(`/proc/${inside}/root/${name}`), 0);
}

const ourMounts = linkOf('/proc/self/ns/mnt');

function usedBytes(place: string): number {
  try {
    const { type, blocks, bfree, bsize } = statfsSync(place);
    return type === IN_MEMORY ? (blocks - bfree) * bsize : 0;
  } catch {
    return 0; // It ended in between.
  }
}

function field(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** The kernel tells each program in its auxiliary vector, entry 6. */
function pageBytes(): number {
  const PAGE_SIZE_ENTRY = 6n;
  try {
    const vector = readFileSync('/proc/self/auxv');
    for (let at = 0; at + 16 <= vector.length; at += 16)
      if (vector.readBigUInt64LE(at) === PAGE_SIZE_ENTRY) return Number(vector.readBigUInt64LE(at + 8));
  } catch {
    // Not Linux: nothing is watched there.
  }
  return 4096;
}
