// Waiting for moments of a run, and looking at what it left on the host.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Run } from '../../src/store/run-row.ts';
import { pauses } from './pauses.ts';
import { REPO, type World } from './world.ts';

/** Asks again and again; the test's own time limit ends it. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const pause = pauses(); !(await holds()); ) await pause();
}

/** Says something where the run listens: on its pull request, else on the issue. Answers when it was handled. */
export async function say(world: World, issue: number, body: string, login = 'maintainer'): Promise<number> {
  const run = await world.run(issue);
  const { id } = await world.github.as(login).comment(REPO, run?.places.pull ?? issue, body);
  await handled(world);
  return id;
}

/** Every delivery has arrived and every command is handled. */
export async function handled(world: World): Promise<void> {
  await world.github.idle();
  await eventually(async () => {
    world.app.pump.poke();
    const [row] = await sql<{ n: number }>(world, 'select count(*)::int as n from deliveries where handled_at is null');
    return row?.n === 0;
  });
  await world.github.idle();
}

/** The run at rest: nothing runs, nothing is due, everything is said. */
export async function rest(world: World, issue: number): Promise<Run> {
  await handled(world);
  const run = await world.until(issue, 'waiting', 'needs-human', 'done', 'stopped');
  await handled(world);
  return run;
}

/** The run's agent has written the answer and is still at work. */
export async function atWork(world: World, issue: number, answer: string): Promise<Run> {
  let run: Run | undefined;
  await eventually(async () => {
    run = await world.run(issue);
    const file = join(worktree(world, run?.id ?? ''), 'answer.txt');
    return (await readFile(file, 'utf8').catch(() => '')) === `${answer}\n`;
  });
  if (!run) throw new Error('unreachable');
  return run;
}

export const worktree = (world: World, run: string): string => join(world.settings.dataDir, 'worktrees', run);

/** What the implementer or reviewer was told last. */
export async function prompt(world: World, run: string, job = 'execute-implementer'): Promise<string> {
  return readFile(join(world.settings.dataDir, 'runs', run, 'jobs', `${run}.${job}`, 'prompt.md'), 'utf8');
}

/** Processes that work for a run and are alive now, by the mark they were started with. */
export async function processes(run: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    ids.map(async id => {
      const env = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      return env.split('\0').includes(`ULTRALOOP_ACTIVE=${run}`) ? [id] : [];
    }),
  );
  return found.flat();
}

/** Kept between questions: a connection costs more than most of them, and waiting asks forty times a second. */
const pools = new Map<string, pg.Pool>();

/** Asks the world's database. */
export async function sql<Row extends object>(world: World, query: string, values: unknown[] = []): Promise<Row[]> {
  const url = world.settings.databaseUrl ?? '';
  const pool = pools.get(url) ?? openPool(url);
  return (await pool.query<Row>(query, values)).rows;
}

/** It closes by itself what nobody asks any more. */
function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 1_000, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}
