// (a) What one iteration costs besides agent and checks, against a shell loop that does the same by hand.
import { openBareLoop } from './bare-loop.ts';
import { median } from './figures.ts';
import { openLoopWorld } from './loop-world.ts';
import type { Measurement, Row } from './row.ts';

const PAIRS = 9;
const ITERATIONS = 5;

export const iteration: Measurement = {
  id: 'a',
  about: 'overhead of one iteration against a bare shell loop',
  async run(bench) {
    const world = await openLoopWorld(bench);
    const loop = await openBareLoop(world);
    await Promise.all([world.run(1), loop.run(1)]); // clone, warm caches
    const pairs: Pair[] = [];
    for (let n = 0; n < PAIRS; n++) {
      const one = await world.run(1);
      const many = await world.run(ITERATIONS);
      const spans = median(many.iterations.slice(1).map(({ spend }) => spend.reduce((sum, { ms }) => sum + ms, 0)));
      const wall = (many.ms - one.ms) / (ITERATIONS - 1);
      const bare = await loop.run(ITERATIONS);
      const programs = median(bare.map(({ agentMs, checkMs }) => 2 * agentMs + checkMs));
      const overhead = median(bare.map(({ ms, agentMs, checkMs }) => ms - agentMs - checkMs));
      const git = timeOf(many.steps, 'git.');
      const told = timeOf(many.steps, 'begin', 'report', 'check');
      pairs.push({ ours: wall - spans, bare: overhead, settle: spans - programs, git, told });
      bench.say(`pair ${n + 1} of ${PAIRS}: ${Math.round(wall - spans)} ms, bare ${Math.round(overhead)} ms`);
    }
    await loop.close();
    await world.close();
    const part = (what: string, of: (pair: Pair) => number): Row => {
      return { id: 'a', what, unit: 'ms', ours: median(pairs.map(of)), each: pairs.map(of) };
    };
    return [
      {
        id: 'a',
        what: 'overhead of an iteration',
        unit: 'ms',
        ours: median(pairs.map(({ ours }) => ours)),
        bare: median(pairs.map(({ bare }) => bare)),
        target: 2,
        ratios: pairs.map(({ ours, bare }) => ours / bare),
      },
      part('of which git and the freeze: the work the bare loop does too', ({ git }) => git),
      part('of which telling people: comment, labels, status, check run', ({ told }) => told),
      // Agent and check spans end when no process of theirs is left; this is what that adds to the programs themselves.
      part('inside the three spans: start, watch, clean up', ({ settle }) => settle),
    ];
  },
};

/** Milliseconds per iteration. */
interface Pair {
  ours: number;
  bare: number;
  settle: number;
  git: number;
  told: number;
}

function timeOf(steps: Record<string, number>, ...starts: string[]): number {
  const chosen = Object.entries(steps).filter(([name]) => starts.some(start => name.startsWith(start)));
  return chosen.reduce((sum, [, ms]) => sum + ms, 0);
}
