// When a job's folders are worth a look: the disk's free space tells, which costs nothing to ask.
import { statfsSync, statSync } from 'node:fs';
import { type DiskUse, diskUse } from './disk-use.ts';
import { heldFiles } from './memory-use.ts';

export interface DiskWatch {
  /** What the last look saw; undefined before the first. */
  held(): (DiskUse & { at: number }) | undefined;
  /** Bytes free on the disk now. */
  free(): number;
  /** Takes a look when one is due. At most one at a time. */
  look(pids: readonly number[]): void;
  stop(): void;
}

const MEGABYTE = 1024 * 1024;
/** Less than this on the whole disk, and who takes most of it has to go. */
export const RESERVE_BYTES = 256 * MEGABYTE;
/** A first look even when nothing seems to be written, and one from time to time: others may have freed what this job took. */
const FIRST_MS = 15_000;
const AGAIN_MS = 60_000;
const SOON_MS = 1000;
/** Looks may take this part of the time. */
const SHARE = 20;

interface Last extends DiskUse {
  at: number;
  /** What was free when the look began. */
  before: Free;
}

/** @param most what the folders may hold together; they lie on one disk */
export function watchDisk(folders: readonly string[], most: DiskUse): DiskWatch {
  const stopped = new AbortController();
  const began: Last = { at: Date.now(), before: freeOf(folders[0]), bytes: 0, files: 0 };
  let last: Last | undefined;
  let [busy, soonest, usual] = [false, 0, 0];

  const take = async (before: Free, pids: readonly number[]): Promise<void> => {
    const started = Date.now();
    const look = await diskUse(folders, most, stopped.signal);
    soonest = Date.now() + SOON_MS;
    usual = Date.now() + Math.max(SOON_MS, SHARE * (Date.now() - started));
    if (look === undefined) return;
    const device = deviceOf(folders[0]);
    const deleted = heldFiles(pids, held => !held.memory && held.device === device);
    const lost = look.hidden ? began.before.bytes - before.bytes : 0;
    last = { bytes: Math.max(look.bytes + deleted, lost), files: look.files, at: Date.now(), before };
  };

  return {
    held: () => last,
    free: () => freeOf(folders[0]).bytes,
    look(pids) {
      const [now, at] = [freeOf(folders[0]), Date.now()];
      if (busy || at < soonest) return;
      const since = last ?? began;
      const late = at - since.at > (last ? AGAIN_MS : FIRST_MS);
      // One that may be over already cannot wait until looks are cheap.
      if (!mayBeOver(since, now, most) && (at < usual || !(late || isWorthIt(since, now, most)))) return;
      busy = true;
      void take(now, pids).finally(() => {
        busy = false;
      });
    },
    stop: () => stopped.abort(),
  };
}

function mayBeOver({ before, bytes, files }: Last, now: Free, most: DiskUse): boolean {
  return before.bytes - now.bytes > most.bytes - bytes || before.files - now.files > most.files - files;
}

/** A quarter of what is left was written since, by whomever; or the disk is nearly full, and somebody has to go. */
function isWorthIt({ before, bytes, files }: Last, now: Free, most: DiskUse): boolean {
  const part = (left: number, atMost: number) => Math.min(atMost, Math.max(left / 4, atMost / 64));
  return (
    before.bytes - now.bytes > part(most.bytes - bytes, 64 * MEGABYTE) ||
    before.files - now.files > part(most.files - files, 20_000) ||
    now.bytes < RESERVE_BYTES
  );
}

interface Free {
  bytes: number;
  files: number;
}

/** A folder that is gone takes no space. */
function freeOf(folder = '/'): Free {
  try {
    const { bavail, bsize, ffree } = statfsSync(folder);
    return { bytes: bavail * bsize, files: ffree };
  } catch {
    return { bytes: Number.POSITIVE_INFINITY, files: 0 };
  }
}

function deviceOf(folder = '/'): number | undefined {
  try {
    return statSync(folder).dev;
  } catch {
    return undefined;
  }
}
