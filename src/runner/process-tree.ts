// Ends whole process trees: group, marked processes (setsid, double fork, nohup) and children, until nothing is left.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessRow, processTable } from './process-table.ts';

const GRACE_MS = 400;
const POLL_MS = 20;
const ROUNDS = 20;

/** Process ids that belong to a job. `root` is the pid (= group = session) of its first process, when we know it. */
export function jobProcesses(job: string, root?: number): number[] {
  return jobPids(processTable(job), root);
}

/** The same from a table that was read before. */
export function jobPids(rows: ProcessRow[], root?: number): number[] {
  const ours = new Set(rows.filter(row => row.marked || isOf(row, root)).map(row => row.pid));
  addChildren(rows, ours);
  // The app may itself have been started inside a job: never end ourselves or those above us.
  for (const pid of ancestors(rows)) ours.delete(pid);
  return [...ours];
}

/** SIGTERM, a short grace (0 = none), then SIGKILL until a look finds nobody. Returns how many were found at first. */
export async function killJob(job: string, root?: number, graceMs = GRACE_MS): Promise<number> {
  const found = jobProcesses(job, root);
  if (found.length === 0) return 0;
  if (graceMs > 0) signal(found, 'SIGTERM');
  const until = Date.now() + graceMs;
  let left = found;
  while (left.length > 0 && Date.now() < until) {
    await sleep(POLL_MS);
    left = jobProcesses(job, root);
  }
  for (let round = 0; left.length > 0 && round < ROUNDS; round++) {
    signal(left, 'SIGKILL');
    await sleep(POLL_MS);
    left = jobProcesses(job, root);
  }
  return found.length;
}

/** Ends what an earlier, killed app left running of this job. Returns how many processes there were. */
export function reapJob(job: string): Promise<number> {
  return killJob(job);
}

/** Jobs this process runs now, with the pid of their first process. */
const running = new Map<string, number>();

/** Notes a job as running. The function returned takes it off again and says whether `killAllJobs` ended it. */
export function trackJob(job: string, root: number): () => boolean {
  running.set(job, root);
  return () => !running.delete(job);
}

/** Ends all jobs of this process at once, for the app's own end; does not wait. Their commands end as `cancelled`. */
export function killAllJobs(): void {
  const jobs = [...running];
  running.clear();
  for (const [job, root] of jobs) {
    for (let round = 0; round < 3; round++) signal(jobProcesses(job, root), 'SIGKILL');
  }
}

/** A root of 0 is no process: it is the group of those whose leader we cannot see. */
function isOf(row: ProcessRow, root: number | undefined): boolean {
  return root !== undefined && root > 1 && (row.pid === root || row.group === root || row.session === root);
}

function addChildren(rows: ProcessRow[], ours: Set<number>): void {
  let grown = true;
  while (grown) {
    const before = ours.size;
    for (const row of rows) if (ours.has(row.parent)) ours.add(row.pid);
    grown = ours.size > before;
  }
}

function ancestors(rows: ProcessRow[]): number[] {
  const parents = new Map(rows.map(row => [row.pid, row.parent]));
  const line: number[] = [];
  for (let pid: number | undefined = process.pid; pid && !line.includes(pid); pid = parents.get(pid)) line.push(pid);
  return line;
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself in between, or is not ours to end; the next look tells.
    }
  }
}
