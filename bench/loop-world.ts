// A repository whose issue is never done, so that runs last exactly as many iterations as they are given.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Iteration } from '../src/record.ts';
import { startChild } from './child.ts';
import type { Bench } from './row.ts';
import { PERSON } from './simulator-names.ts';
import { openWorld, type World } from './world.ts';

/** What the checks of both loops run: real work for a shell, and never satisfied. */
export const CHECK = 'grep -q finished work.txt';
const FILES = 300;

const CONFIG = `auto_continue_minutes: 0
frozen: [docs/]
blocks:
  work:
    paths: [work.txt]
    unit: ${CHECK}
`;

// The same small program works in both loops. As a reviewer it answers that there is more to do, which costs no third turn.
const AGENT = `#!/bin/sh
if [ "$ULTRALOOP_ROLE" = reviewer ]; then
  echo '{"verdict":"IMPROVEMENTS_NEEDED","priority_1":[],"notes":[]}' > "$ULTRALOOP_RESULT_FILE"
else
  echo "one more line" >> work.txt
fi
`;

export interface OneRun {
  /** From the stored command until everything of the run was said. */
  ms: number;
  iterations: Iteration[];
  /** Milliseconds of each step of the turns after the first, by the step's name, per turn. */
  steps: Record<string, number>;
  /** Requests to GitHub, and how many of them created content. */
  calls: string[];
  contentCreating: number;
}
export interface LoopWorld extends World {
  agentFile: string;
  /** Of a person who may push. */
  token: string;
  /** A run of so many iterations on an issue of its own. */
  run(iterations: number): Promise<OneRun>;
}

export async function openLoopWorld(bench: Bench): Promise<LoopWorld> {
  const world = await openWorld(bench);
  const { simulator, dir } = world;
  const agentFile = join(dir, 'agent.sh');
  await writeFile(agentFile, AGENT, { mode: 0o755 });
  const { token } = await simulator.ask<{ token: string }>('repo', { name: 'work', files: repositoryFiles() });
  await simulator.ask('install', 'work');
  // Without walls, as the bare loop: what they cost lies in the agent's own time, and not every host has them.
  const env = {
    ...world.env,
    ULTRALOOP_AGENT: `/bin/sh ${agentFile} {promptFile}`,
    ULTRALOOP_SANDBOX: 'unsafe-none',
  };
  const app = await startChild('app', { dir, env });
  const pool = new pg.Pool({ connectionString: world.databaseUrl, max: 1 });
  pool.on('error', () => undefined); // a query says it better
  return {
    ...world,
    agentFile,
    token,
    async run(iterations) {
      const issue = await simulator.ask<number>('issue', 'work', `Run of ${iterations}`);
      await simulator.ask('idle');
      await simulator.ask('reset');
      await simulator.ask('comment', 'work', issue, `/ultraloop --max-iterations ${iterations}`);
      const { ms, record, steps } = await ended(pool, issue);
      await simulator.ask('idle');
      if (record.length !== iterations || record.some(({ failure }) => failure))
        throw new Error(`a run of ${iterations} iterations went wrong: ${JSON.stringify(record.at(-1))}`);
      const calls = await simulator.ask<{ operationId: string }[]>('calls');
      const { contentCreating } = await simulator.ask<{ contentCreating: number }>('counted');
      return { ms, steps, iterations: record, calls: calls.map(call => call.operationId), contentCreating };
    },
    async close() {
      await pool.end();
      await app.stop();
      await world.close();
    },
  };
}

/** Waits until nothing of the run is left to do. Looked at rarely: looking costs what is measured. */
async function ended(pool: pg.Pool, issue: number): Promise<Pick<OneRun, 'ms' | 'steps'> & { record: Iteration[] }> {
  for (;;) {
    await sleep(250);
    const { rows } = await pool.query<{ id: string; ms: number }>(
      `select id, (extract(epoch from updated_at - created_at) * 1000)::float8 as ms from runs
       where issue = $1 and ended_at is not null and state in ('stopped', 'done', 'needs-human') and turn > 0
         and not exists (select 1 from dbos.workflow_status w where w.status = 'PENDING' and w.workflow_uuid like id || '/%')`,
      [issue],
    );
    const run = rows[0];
    if (!run) continue;
    const found = await pool.query<{ body: Iteration }>(
      `select body from entries where run_id = $1 and kind = 'iteration' order by seq`,
      [run.id],
    );
    return { ms: run.ms, record: found.rows.map(row => row.body), steps: await stepTimes(pool, run.id) };
  }
}

async function stepTimes(pool: pg.Pool, run: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; ms: number }>(
    `select function_name as name,
       sum(completed_at_epoch_ms - started_at_epoch_ms)::float8 / count(distinct workflow_uuid) as ms
     from dbos.operation_outputs where workflow_uuid like $1 || '/%' and workflow_uuid <> $1 || '/0' group by 1`,
    [run],
  );
  return Object.fromEntries(rows.map(({ name, ms }) => [name, ms]));
}

function repositoryFiles(): Record<string, string> {
  const files: Record<string, string> = {
    '.github/ultraloop.yml': CONFIG,
    '.github/CODEOWNERS': `* @${PERSON}\n`,
    'docs/design.md': '# Design\n\nLines are appended to `work.txt`.\n',
    'work.txt': 'begun\n',
  };
  for (let n = 0; n < FILES; n++)
    files[`src/part-${n % 20}/file-${n}.txt`] = `${`file ${n} of the repository\n`.repeat(10)}`;
  return files;
}
