// (g) Requests to GitHub per iteration in steady state, and how many of them create content.
import { openLoopWorld } from './loop-world.ts';
import type { Measurement } from './row.ts';

const ITERATIONS = 5;

export const calls: Measurement = {
  id: 'g',
  about: 'GitHub calls per iteration',
  async run(bench) {
    const world = await openLoopWorld(bench);
    await world.run(1);
    const one = await world.run(1);
    const many = await world.run(ITERATIONS);
    await world.close();
    const more = ITERATIONS - 1;
    const names = [...new Set(many.calls)].map(name => ({
      name,
      times: (howOften(many.calls, name) - howOften(one.calls, name)) / more,
    }));
    bench.say(
      names
        .filter(({ times }) => times > 0)
        .map(({ name, times }) => `${name} ${times}`)
        .join(', '),
    );
    return [
      {
        id: 'g',
        what: 'GitHub calls per iteration',
        unit: 'calls',
        ours: (many.calls.length - one.calls.length) / more,
        target: 8,
      },
      {
        id: 'g',
        what: 'of which create content',
        unit: 'calls',
        ours: (many.contentCreating - one.contentCreating) / more,
        target: 2,
      },
    ];
  },
};

function howOften(calls: string[], name: string): number {
  return calls.filter(call => call === name).length;
}
