// One check command of the repository as data: its exit code decides, its output is kept, its time is counted.
import { fingerprint } from '../brakes/fingerprint.ts';
import type { CheckResult, StageName } from '../record.ts';
import type { Cycle } from './cycle.ts';
import { unready } from './setup.ts';

export interface Wanted {
  stage: StageName;
  /** What people call it, such as `parse unit`. */
  name: string;
  command: string;
  /** Tree it must judge; absent = the worktree as it is. */
  from?: string;
}

export async function check(cycle: Cycle, { stage, name, command, from }: Wanted): Promise<CheckResult> {
  const missing = await unready(cycle);
  if (missing) return missing;
  const result = await cycle.tools.shell.run({
    ...{ name, command, timeoutMin: cycle.spec.limits.check_timeout_min },
    ...(from !== undefined && { from }),
  });
  const { exitCode, timedOut, ms, log } = result;
  const ok = exitCode === 0 && !timedOut && !result.cancelled;
  cycle.draft.spend.push({ stage, role: name, ms, killed: timedOut || result.cancelled });
  if (result.leftovers > 0)
    cycle.draft.notes.push(`\`${name}\` left ${result.leftovers} processes; they were stopped.`);
  if (result.over) cycle.draft.notes.push(`\`${name}\` was stopped: ${result.over.why}.`);
  if (ok) cycle.green.set(command, { stage, name, command });
  else cycle.green.delete(command);
  return { command, ok, exitCode, timedOut, ms, log, ...(!ok && { fingerprint: fingerprint(name, exitCode, log) }) };
}

/** The command, how it ended, and the first and last part of what it said: what an agent needs to mend it. */
export function checkOutput({ command, exitCode, timedOut, log }: CheckResult): string {
  const how = timedOut ? 'ran into its time limit' : `exit code ${exitCode ?? 'none'}`;
  const middle = log.dropped > 0 ? `\n… ${log.dropped} bytes left out …\n` : '\n';
  return `$ ${command}\n${how}\n${log.head.slice(0, 4000)}${middle}${log.tail.slice(-8000)}`;
}
