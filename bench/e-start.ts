// (e) From the start of the process until it listens: first start, later starts, and a Probot app with an empty handler.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { median } from './figures.ts';
import type { Measurement } from './row.ts';
import { openWorld } from './world.ts';

const ROUNDS = 3;

export const startUp: Measurement = {
  id: 'e',
  about: 'start to listening, with the built-in database',
  async run(bench) {
    const world = await openWorld(bench, { DATABASE_URL: '' });
    const { dir, env } = world;
    const start = async (name: string, data: string): Promise<number> => {
      const child = await startChild(name, { dir, env: { ...env, ULTRALOOP_DATA: data } });
      await child.stop();
      return child.startedMs;
    };
    const rounds: { cold: number; warm: number; bare: number }[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const data = join(dir, `start-${n}`);
      const cold = await start('app', data);
      const warm = await start('app', data);
      const bare = await start('bare-app', data);
      rounds.push({ cold, warm, bare });
      await rm(data, { recursive: true, force: true });
      bench.say(`round ${n + 1} of ${ROUNDS}: ${[cold, warm, bare].map(Math.round).join(' ms, ')} ms`);
    }
    await world.close();
    const row = (which: 'cold' | 'warm', what: string) => ({
      id: 'e',
      what,
      unit: 'ms' as const,
      ours: median(rounds.map(round => round[which])),
      bare: median(rounds.map(({ bare }) => bare)),
      ratios: rounds.map(round => round[which] / round.bare),
    });
    return [row('warm', 'start to listening'), row('cold', 'the very first start: makes the database')];
  },
};
