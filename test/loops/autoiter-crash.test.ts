// Killed at any tool call and entered again, an iteration of autoiter ends the same and repeats nothing (C1).
import { expect, test } from 'vitest';
import { autoiter } from '../../src/loops/autoiter.ts';
import type { Past } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import { approve, discovery, plan } from '../brakes/autoiter-entries.ts';
import { play, writes } from './autoiter-tools.ts';

const BLOCK = { name: 'repository', declared: false, paths: ['**'], lint: 'lint' };
const SPEC: Spec = { ...plan({ skip_prepare: true }), blocks: [BLOCK] };
const PAST: Past = [discovery(), approve()];

test('C1 killed after any tool call and entered again, the record ends the same and no call is repeated', async () => {
  const whole = play({ writes });
  const wanted = await autoiter.cycle(SPEC, whole.tools, PAST);
  const steps = whole.calls.length;
  for (let killed = 1; killed < steps; killed++) {
    const memory = new Map<number, unknown>();
    const base = play({ writes });
    await autoiter.cycle(SPEC, remembered(base.tools, memory, killed), PAST).catch(() => undefined);
    const record = await autoiter.cycle(SPEC, remembered(base.tools, memory), PAST);
    expect(record).toEqual(wanted);
    expect(base.calls).toEqual(whole.calls);
  }
});

/** What the engine does: results by the number of the call; after the last allowed call the process is gone. */
function remembered<T extends object>(tools: T, memory: Map<number, unknown>, allowed = Number.POSITIVE_INFINITY): T {
  let count = 0;
  const wrap =
    (call: (...args: never[]) => unknown) =>
    async (...args: never[]) => {
      const at = count++;
      if (at >= allowed) throw new Error('killed');
      if (!memory.has(at)) memory.set(at, structuredClone(await call(...args)));
      return structuredClone(memory.get(at));
    };
  const { desk, clock, ...rest } = tools as unknown as Record<string, Record<string, (...args: never[]) => unknown>>;
  const all = Object.entries({ ...rest, clock: {}, desk: { cut: desk?.cut } }).map(([name, group]) => [
    name,
    Object.fromEntries(Object.entries(group ?? {}).map(([verb, call]) => [verb, call && wrap(call)])),
  ]);
  const made = Object.fromEntries(all) as Record<string, object>;
  return { ...made, clock, desk: { ...made.desk, stage: desk?.stage } } as unknown as T;
}
