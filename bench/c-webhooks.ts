// (c) How fast a burst of webhooks is acknowledged, against a Probot app that does nothing; then that none was lost or handled twice.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Child, startChild } from './child.ts';
import { median, percentile } from './figures.ts';
import type { Loaded } from './load.ts';
import type { Bench, Measurement } from './row.ts';
import { openWorld, type World } from './world.ts';

const DELIVERIES = 2_000;
const AT_ONCE = 50;
const ISSUES = 100;
const ROUNDS = 3;

export const webhooks: Measurement = {
  id: 'c',
  about: '2,000 deliveries, 50 at a time, against a Probot app with an empty handler',
  async run(bench) {
    const world = await openWorld(bench, { DATABASE_URL: 'none' });
    const file = join(world.dir, 'deliveries.json');
    const { simulator } = world;
    await simulator.ask('repo', { name: 'busy', files: { 'README.md': '# Busy\n' } });
    await simulator.ask('swallow');
    await simulator.ask('install', 'busy');
    await simulator.ask('issues', 'busy', ISSUES);
    await simulator.ask('collect', 'busy', { issues: ISSUES, count: DELIVERIES, body: '/status', file });
    await simulator.ask('idle');
    const load = await startChild('load', { dir: world.dir });
    const rounds: { ours: Figures; bare: Figures; handledMs: number }[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const bare = await bareRound(world, load, file);
      const { ours, handledMs } = await ourRound(bench, world, { load, file });
      rounds.push({ ours, bare, handledMs });
      bench.say(
        `round ${n + 1} of ${ROUNDS}: p99 ${Math.round(ours.p99)} ms, bare ${Math.round(bare.p99)} ms; handled after ${Math.round(handledMs)} ms`,
      );
    }
    await load.stop();
    await world.close();
    const row = (part: 'p50' | 'p99') => ({
      id: 'c',
      what: `acknowledgement ${part} of ${DELIVERIES} deliveries`,
      unit: 'ms' as const,
      ours: median(rounds.map(({ ours }) => ours[part])),
      bare: median(rounds.map(({ bare }) => bare[part])),
      ratios: rounds.map(({ ours, bare }) => ours[part] / bare[part]),
    });
    return [
      { ...row('p99'), target: 2 },
      row('p50'),
      { id: 'c', what: 'all of them handled', unit: 'ms', ours: median(rounds.map(({ handledMs }) => handledMs)) },
    ];
  },
};

interface Figures {
  p50: number;
  p99: number;
}

async function bareRound({ dir, env }: World, load: Child, file: string): Promise<Figures> {
  const app = await startChild('bare-app', { dir, env });
  const figures = await fire(load, app, file);
  await app.stop();
  return figures;
}

async function ourRound(bench: Bench, world: World, { load, file }: { load: Child; file: string }) {
  const databaseUrl = await bench.database();
  await world.simulator.ask('reset');
  const data = await mkdtemp(join(world.dir, 'data-'));
  const env = { ...world.env, DATABASE_URL: databaseUrl, ULTRALOOP_DATA: data };
  const app = await startChild('app', { dir: world.dir, env });
  await sleep(1_000); // the look at what was missed is over
  const began = performance.now();
  const ours = await fire(load, app, file);
  await handled(databaseUrl);
  const handledMs = performance.now() - began;
  await app.stop();
  const { contentCreating } = await world.simulator.ask<{ contentCreating: number }>('counted');
  if (contentCreating !== DELIVERIES) throw new Error(`${DELIVERIES} commands got ${contentCreating} answers`);
  return { ours, handledMs };
}

async function fire(load: Child, app: Child, file: string): Promise<Figures> {
  const url = `${app.url}/api/github/webhooks`;
  const { ms, statuses } = await load.ask<Loaded>('load', { url, file, atOnce: AT_ONCE });
  const accepted = (statuses[200] ?? 0) + (statuses[202] ?? 0);
  if (accepted !== DELIVERIES) throw new Error(`not every delivery was accepted: ${JSON.stringify(statuses)}`);
  return { p50: percentile(ms, 0.5), p99: percentile(ms, 0.99) };
}

/** Waits until nothing is left to handle. Throws when a delivery is missing, or was not handled exactly once. */
async function handled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ all: number; open: number; again: number }>(
        `select count(*)::int as all, count(*) filter (where handled_at is null)::int as open,
           count(*) filter (where attempts <> 1)::int as again from deliveries`,
      );
      const { all = 0, open = 0, again = 0 } = rows[0] ?? {};
      if (all !== DELIVERIES) throw new Error(`${all} of ${DELIVERIES} deliveries are there`);
      if (open === 0 && again > 0) throw new Error(`${again} deliveries were not handled exactly once`);
      if (open === 0) return;
      await sleep(500);
    }
  } finally {
    await client.end();
  }
}
