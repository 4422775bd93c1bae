// Asks a program of the operator for its version, as the account agents run as: it is the one that must be able to start it.
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { cleanEnv } from './environment.ts';
import { runProcess } from './process.ts';
import type { Account } from './sandbox/account.ts';

const WITHIN_MS = 10_000;

/** What it printed, its first line; undefined when it could not be started, failed or took too long. */
export async function askProgram(argv: readonly string[], account?: Account): Promise<string | undefined> {
  const { outcome, exitCode, log } = await runProcess({
    ...{ argv, account, cwd: '/', env: cleanEnv([], { HOME: tmpdir() }) },
    ...{ job: `doctor.${randomUUID()}`, run: 'doctor', timeoutMs: WITHIN_MS },
  });
  if (outcome !== 'exited' || exitCode !== 0) return undefined;
  return (log.head + log.tail).trim().split('\n')[0]?.slice(0, 200) || undefined;
}
