// Why the built-in Postgres did not start, in words a person can act on.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Account, runAs } from './postgres-account.ts';
import type { Cluster } from './postgres-cluster.ts';
import { postgresError } from './postgres-error.ts';

const LINES = 12;

interface Rule {
  seen: RegExp;
  todo: (cluster: Pick<Cluster, 'data' | 'account'>) => string;
}

const RULES: Rule[] = [
  {
    seen: /no space left|disk full|quota exceeded/i,
    todo: c => `free space on the disk of ${c.data}, then start again.`,
  },
  {
    seen: /wrong ownership|not owned by|owner/i,
    todo: c => `give the folder back to its account: chown -R ${c.account?.name ?? 'the user of the app'} ${c.data}`,
  },
  { seen: /invalid permissions|group or world access/i, todo: c => `close the folder to others: chmod 0700 ${c.data}` },
  { seen: /look up effective user/i, todo: () => 'run the app as a user that /etc/passwd names, or set DATABASE_URL.' },
  { seen: /read-only file system/i, todo: c => `put the data folder on a disk that can be written (${c.data}).` },
  {
    seen: /could not bind|address already in use|could not create any TCP/i,
    todo: () => 'free a port on 127.0.0.1 or allow the app to listen there.',
  },
  {
    seen: /incompatible with server|initialized by PostgreSQL version/i,
    todo: () => 'go back to the ultraloop version that made this database.',
  },
  {
    seen: /could not locate a valid checkpoint|invalid (checksum|magic)|PANIC|corrupt|pg_control/i,
    todo: c => `the database is damaged: put a backup of ${c.data} back, or move it away to start afresh.`,
  },
  {
    seen: /permission denied/i,
    todo: c => `let ${c.account?.name ?? 'the user of the app'} read and write ${c.data}.`,
  },
];

/** The error for a start that failed for good; `output` is what the programs printed, with the log of this start. */
export async function explainPostgres(cluster: Cluster, program: string, output: string): Promise<Error> {
  const what = `The built-in Postgres could not start (${program}, folder ${cluster.data}).`;
  const closed = await firstClosedFolder(cluster.data, cluster.account);
  const todo = closed ? openFolder(closed, cluster.account) : todoFor(output, cluster);
  return postgresError(what, todo, lastLines(output));
}

/** What to do about words Postgres printed; always an answer. */
export function todoFor(output: string, cluster: Pick<Cluster, 'data' | 'account'>): string {
  const rule = RULES.find(({ seen }) => seen.test(output));
  return rule?.todo(cluster) ?? 'read the lines above; or set DATABASE_URL to a Postgres of your own.';
}

/** The first folder on the way down that the account may not enter. Asked of the system, which knows about ACLs. */
export async function firstClosedFolder(path: string, account: Account | undefined): Promise<string | undefined> {
  for (const folder of wayDown(path)) {
    if (!(await stat(folder).catch(() => undefined))) return undefined;
    const { failed } = await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]);
    if (failed) return folder;
  }
  return undefined;
}

function openFolder(folder: string, account: Account | undefined): string {
  const who = account?.name ?? 'the user of the app';
  return `the account ${who} may not enter ${folder}: chmod o+x ${folder}, or set ULTRALOOP_DATA to another folder.`;
}

function wayDown(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...wayDown(parent), path];
}

function lastLines(output: string): string {
  const lines = output.split('\n').filter(line => line.trim());
  return lines.slice(-LINES).join('\n');
}
