// Looks at the processes of this machine: who is whose child, in which group, and marked with which job.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable every child of a job inherits; it finds those that left their parent, group and session. */
export const JOB_MARK = 'ULTRALOOP_JOB';

export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  marked: boolean;
}

/** Every living process (zombies are dead), `marked` when it carries the job's mark in its environment. */
export function processTable(job: string): ProcessRow[] {
  return process.platform === 'linux' ? fromProc(job) : fromPs(job);
}

function fromProc(job: string): ProcessRow[] {
  const mark = Buffer.from(`\0${JOB_MARK}=${job}\0`);
  const rows: ProcessRow[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = readProc(pid, 'stat').toString('latin1');
    // The name in parentheses may itself hold spaces and parentheses: fields are counted from the last one.
    const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || state === '' || state === 'Z' || state === 'X') continue;
    const marked = Buffer.concat([Buffer.from('\0'), readProc(pid, 'environ')]).includes(mark);
    rows.push({ pid, parent: Number(parent), group: Number(group), session: Number(session), marked });
  }
  return rows;
}

/** Empty when the process is gone or belongs to somebody we may not look at. */
function readProc(pid: number, file: 'stat' | 'environ'): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return Buffer.alloc(0);
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
