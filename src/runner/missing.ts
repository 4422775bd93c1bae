// What is said of a command whose program could not be started.
import { textLog } from './capture.ts';
import type { Command, Ended } from './process.ts';

/** The end of a command whose program is not there, for those who look before they start something else in front of it. */
export function missing(command: Pick<Command, 'argv' | 'cwd'>): Ended {
  const log = textLog(explain(command, Object.assign(new Error(), { code: 'ENOENT' })));
  return { outcome: 'missing', exitCode: null, log, stdout: '', leftovers: 0, ms: 0 };
}

/** Why a program did not start, in words for the operator. */
export function explain(command: Pick<Command, 'argv' | 'cwd'>, error: NodeJS.ErrnoException): string {
  const file = command.argv[0] ?? '';
  if (error.code === 'ENOENT') return `${file}: not found on the PATH, or the folder ${command.cwd} is gone`;
  if (error.code === 'EACCES') return `${file}: not executable for the user the app runs as`;
  return `${file}: could not be started (${error.code ?? error.message})`;
}
