// Looks at the processes of this machine: who is whose child, in which group, and marked with which job.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** The variable every child of a job inherits; it finds those that left their parent, group and session. */
export const JOB_MARK = 'ULTRALOOP_JOB';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  marked: boolean;
}
/** A process as Linux tells it. */
export interface Scanned extends Omit<ProcessRow, 'marked'> {
  mark: string | undefined;
  /** Pages of memory it has, those it shares with others included. */
  pages: number;
}

/** Every living process (zombies are dead), `marked` when it carries the job's mark in its environment. */
export function processTable(job: string): ProcessRow[] {
  return process.platform === 'linux' ? marked(scanProcesses(), job) : fromPs(job);
}

export function marked(rows: readonly Scanned[], job: string): ProcessRow[] {
  return rows.map(({ pid, parent, group, session, mark }) => ({ pid, parent, group, session, marked: mark === job }));
}

/** One look for all jobs. Linux only. */
export function scanProcesses(): Scanned[] {
  const settled = uptimeTicks() - SETTLED_TICKS;
  const rows: Scanned[] = [];
  const seen = new Map<number, Known>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readProc(pid, 'stat').toString('latin1');
    // The name in parentheses may itself hold spaces and parentheses: fields are counted from the last one.
    const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || state === '' || state === 'Z' || state === 'X') continue;
    const start = rest[15] ?? '';
    const before = known.get(pid);
    const mark = before?.start === start ? before.mark : markOf(readProc(pid, 'environ'));
    if (Number(start) < settled) seen.set(pid, { start, mark });
    const [parentPid, groupPid, sessionPid] = [Number(parent), Number(group), Number(session)];
    rows.push({ pid, parent: parentPid, group: groupPid, session: sessionPid, mark, pages: Number(rest[17]) });
  }
  known = seen;
  return rows;
}

interface Known {
  /** Ticks since the machine came up; with the pid it names a process for good. */
  start: string;
  mark: string | undefined;
}

/** A process shows its maker's environment until its program is loaded; by this age it has long shown its own. */
const SETTLED_TICKS = 300;
/** Marks of processes that do not change any more: of those that live on, only the first look reads the environment. */
let known = new Map<number, Known>();

function uptimeTicks(): number {
  return Number.parseFloat(readFileSync('/proc/uptime', 'latin1')) * 100;
}

function markOf(environ: Buffer): string | undefined {
  const text = `\0${environ.toString('latin1')}`;
  const at = text.indexOf(MARK);
  if (at < 0) return undefined;
  const from = at + MARK.length;
  return text.slice(from, text.indexOf('\0', from));
}

const MARK = `\0${JOB_MARK}=`;
/** Larger than any environment but those of hundreds of kilobytes, which are read in parts. */
const PAGE = Buffer.alloc(64 * 1024);

/** Empty when the process is gone or belongs to somebody we may not look at. */
function readProc(pid: number, file: 'stat' | 'environ'): Buffer {
  let handle: number;
  try {
    handle = openSync(`/proc/${pid}/${file}`, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const length = readSync(handle, PAGE);
    return length < PAGE.length ? PAGE.subarray(0, length) : readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return Buffer.alloc(0);
  } finally {
    closeSync(handle);
  }
}

function fromPs(job: string): ProcessRow[] {
  const columns = 'pid=,ppid=,pgid=,stat=,command=';
  const text = execFileSync('ps', ['-A', '-E', '-ww', '-o', columns], { encoding: 'utf8', maxBuffer: 64 << 20 });
  return parsePs(text, job);
}

/** Reads `ps -E` of macOS, which prints the environment behind the command. It has no session column that can be used. */
export function parsePs(text: string, job: string): ProcessRow[] {
  const mark = ` ${JOB_MARK}=${job} `;
  return text.split('\n').flatMap(line => {
    const [, pid, parent, group, state, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s?(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    const marked = ` ${command} `.includes(mark);
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, marked }];
  });
}
