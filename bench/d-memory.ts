// (d) What a waiting run costs in memory, and what a thousand of them cost in idle CPU time.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DEFAULTS } from '../src/config/schema.ts';
import { specFrom } from '../src/config/spec-from.ts';
import type { Iteration } from '../src/record.ts';
import { openStore } from '../src/store/store.ts';
import { startChild } from './child.ts';
import { median } from './figures.ts';
import type { Measurement } from './row.ts';
import { OWNER, PERSON } from './simulator-names.ts';
import { openWorld, type World } from './world.ts';

const RUNS = 1_000;
const ROUNDS = 2;
/** Past the first look at everything, and the first pass that mends: both read all runs. */
const SETTLE_MS = 65_000;
const IDLE_MS = 10_000;

export const memory: Measurement = {
  id: 'd',
  about: `memory and idle CPU at ${RUNS} waiting runs`,
  async run(bench) {
    const rounds: { empty: Idle; full: Idle }[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const world = await openWorld(bench);
      const at = await prepare(world);
      const empty = await idle(world);
      await insertRuns(world, at);
      const full = await idle(world);
      await world.close();
      rounds.push({ empty, full });
      bench.say(`round ${n + 1} of ${ROUNDS}: ${megabytes(empty)} MB with no run, ${megabytes(full)} MB with ${RUNS}`);
    }
    const perRun = rounds.map(({ empty, full }) => (full.rss - empty.rss) / RUNS / 1024);
    const cpu = (which: 'empty' | 'full') => median(rounds.map(round => round[which].cpu));
    return [
      { id: 'd', what: 'memory per waiting run', unit: 'kB', ours: median(perRun), target: 60, each: perRun },
      { id: 'd', what: `idle CPU with ${RUNS} waiting runs`, unit: '%', ours: cpu('full') },
      { id: 'd', what: 'idle CPU with none', unit: '%', ours: cpu('empty') },
    ];
  },
};

interface Idle {
  /** Bytes. */
  rss: number;
  /** Percent of one core. */
  cpu: number;
}

interface Place {
  repoId: number;
  installation: number;
}

async function prepare({ simulator }: World): Promise<Place> {
  const { id } = await simulator.ask<{ id: number }>('repo', {
    name: 'waiting',
    files: { 'README.md': '# Waiting\n' },
  });
  await simulator.ask('swallow');
  const installation = await simulator.ask<number>('install', 'waiting');
  await simulator.ask('issues', 'waiting', RUNS);
  await simulator.ask('idle');
  return { repoId: id, installation };
}

async function idle({ dir, env }: World): Promise<Idle> {
  const app = await startChild('app', { dir, env, execArgv: ['--expose-gc'] });
  await sleep(SETTLE_MS);
  const before = await app.ask<number>('cpu');
  await sleep(IDLE_MS);
  const cpu = ((await app.ask<number>('cpu')) - before) / IDLE_MS;
  const rss = await app.ask<number>('memory');
  await app.stop();
  return { rss, cpu: cpu * 100 };
}

/** As the app leaves runs after their first iteration, with the clock set. Needs the app's tables. */
async function insertRuns({ databaseUrl }: World, at: Place): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const store = openStore(pool);
  const wakeAt = new Date(Date.now() + 60 * 60_000).toISOString();
  for (let issue = 1; issue <= RUNS; issue++) {
    const id = issue.toString(16).padStart(8, '0');
    await store.runs.start({
      id,
      ...at,
      owner: OWNER,
      repo: 'waiting',
      issue,
      loop: 'ultraloop',
      request: request(id),
    });
    await store.runs.lockSpec(id, spec(id, issue));
    await store.record.append(id, 0, iteration());
    await store.runs.park(id, 0, { state: 'waiting', wakeAt });
  }
  await pool.end();
}

function request(id: string) {
  const htmlUrl = `http://127.0.0.1/${OWNER}/waiting`;
  const about = { title: 'Waiting', body: 'Work. '.repeat(300), startedBy: PERSON };
  return { delivery: id, ...about, cloneUrl: `${htmlUrl}.git`, htmlUrl, defaultBranch: 'main' };
}

function spec(run: string, issue: number) {
  return specFrom({
    ...{ run, owner: OWNER, repo: 'waiting', startedBy: PERSON, base: 'a'.repeat(40), defaultBranch: 'main' },
    ...{ issue: { number: issue, title: 'Waiting', body: 'Work. '.repeat(300) } },
    ...{ branch: `ultraloop/issue-${issue}-${run}`, config: DEFAULTS, detected: [], sandbox: 'none' },
    target: { name: 'issue', text: 'Work. '.repeat(300) },
  });
}

function iteration(): Iteration {
  const at = new Date().toISOString();
  return {
    ...{ kind: 'iteration', n: 1, known: 0, startedAt: at, endedAt: at },
    steps: [{ stage: 'execute', by: 'implementer', result: '4 files, +62 −9', state: 'ok' }],
    ...{ improvements: [], blocks: [], spend: [], notes: ['A note. '.repeat(100)] },
  };
}

function megabytes({ rss }: Idle): number {
  return Math.round(rss / 1024 / 1024);
}
