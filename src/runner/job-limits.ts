// Watches what the processes of each job take of memory and disk, and says when it is more than they may (SEC-84).
import type { OverLimit } from '../tools.ts';
import { type DiskWatch, RESERVE_BYTES, watchDisk } from './disk-watch.ts';
import { memoryUse, PAGE_BYTES, unseenBytes } from './memory-use.ts';
import { marked, type Scanned, scanProcesses } from './process-table.ts';
import { jobPids } from './process-tree.ts';

export interface JobLimits {
  /** Bytes of memory that all processes of the job may hold together. */
  memory: number;
  /** Bytes and files that its folders may hold together, whoever put them there. */
  disk: number;
  files: number;
  /** What it may write, all on one disk. */
  folders: readonly string[];
}
export interface Watched {
  job: string;
  /** The pid of its first process. */
  root: number;
  limits: JobLimits;
}
interface Entry extends Watched {
  disk: DiskWatch;
  over(limit: OverLimit): void;
}

const PERIOD_MS = 400;
const SELDOM_MS = 2000;
/** Looks may take this part of a processor. */
const SHARE = 20;
const MEGABYTE = 1024 * 1024;

const entries = new Set<Entry>();
/** Whether a next look is due. */
let looking = false;
/** Removing what one job wrote takes a moment; until then the disk is full because of it. */
const REMOVAL_MS = 15_000;
/** Since when the disk has been nearly full; looks before that say nothing. */
let lowSince: number | undefined;

/** Calls `over` once at most. Where processes cannot be looked at, nothing is watched. The function returned ends it. */
export function watchJob(watched: Watched, over: (limit: OverLimit) => void): () => void {
  if (process.platform !== 'linux') return () => {};
  const { folders, disk, files } = watched.limits;
  const entry: Entry = { ...watched, over, disk: watchDisk(folders, { bytes: disk, files }) };
  entries.add(entry);
  if (!looking) later(PERIOD_MS);
  return () => {
    entries.delete(entry);
    entry.disk.stop();
  };
}

function later(ms: number): void {
  looking = true;
  setTimeout(look, ms).unref();
}

function look(): void {
  looking = false;
  if (entries.size === 0) return;
  const started = process.cpuUsage();
  const rows = scanProcesses();
  const unseen = unseenBytes();
  for (const entry of [...entries]) {
    const pids = jobPids(marked(rows, entry.job), entry.root);
    entry.disk.look(pids);
    const limit = memoryOver(entry, { rows, pids, unseen }) ?? diskOver(entry);
    if (limit) end(entry, limit);
  }
  const fullest = mostOfAFullDisk();
  if (fullest) end(fullest, nearlyFull(fullest));
  const { user, system } = process.cpuUsage(started);
  later(Math.min(SELDOM_MS, Math.max(PERIOD_MS, (SHARE * (user + system)) / 1000)));
}

function end(entry: Entry, limit: OverLimit): void {
  entries.delete(entry);
  entry.disk.stop();
  entry.over(limit);
}

interface Look {
  rows: readonly Scanned[];
  pids: readonly number[];
  unseen: number;
}

/** The exact number is asked for only where the bound, which counts shared pages for each of their users, is too high. */
function memoryOver({ limits }: Entry, { rows, pids, unseen }: Look): OverLimit | undefined {
  const ours = new Set(pids);
  const resident = rows.reduce((sum, row) => sum + (ours.has(row.pid) ? row.pages : 0), 0) * PAGE_BYTES;
  if (resident + unseen <= limits.memory || memoryUse(pids) <= limits.memory) return undefined;
  return { kind: 'memory', why: `it ran over its memory limit of ${megabytes(limits.memory)} MB` };
}

function diskOver({ limits, disk }: Entry): OverLimit | undefined {
  const held = disk.held();
  if (held === undefined) return undefined;
  if (held.bytes > limits.disk) return over(`its disk limit of ${megabytes(limits.disk)} MB`);
  if (held.files > limits.files) return over(`its limit of ${limits.files} files`);
  return undefined;
}

function over(what: string): OverLimit {
  return { kind: 'disk', why: `it ran over ${what}` };
}

/** Below the reserve the one with most on the disk goes, once all have been looked at since; the others may go on then. */
function mostOfAFullDisk(): Entry | undefined {
  const all = [...entries];
  if (!all.some(({ disk }) => disk.free() < RESERVE_BYTES)) {
    lowSince = undefined;
    return undefined;
  }
  const since = lowSince ?? Date.now();
  lowSince = since;
  if (all.some(({ disk }) => (disk.held()?.at ?? 0) < since)) return undefined;
  const fullest = all.toSorted((a, b) => heldBytes(b) - heldBytes(a))[0];
  if (fullest === undefined || heldBytes(fullest) < RESERVE_BYTES) return undefined;
  lowSince = Date.now() + REMOVAL_MS;
  return fullest;
}

function heldBytes({ disk }: Entry): number {
  return disk.held()?.bytes ?? 0;
}

function nearlyFull(entry: Entry): OverLimit {
  const held = megabytes(heldBytes(entry));
  const why = `the disk of the host is nearly full, and it held more of it than all others, ${held} MB`;
  return { kind: 'disk', why };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}
