// The only place that catches what a turn throws: a fault is put on record and the run comes back to it, or asks.
import { Error as EngineErrors } from '@dbos-inc/dbos-sdk';
import { FAILURES, Failure } from '../failures.ts';
import type { Past } from '../record.ts';
import type { TurnDeps } from './deps.ts';
import { step } from './step.ts';

/** Pauses after the first, second … fault in a row, in minutes; the last one repeats. */
const PAUSES_MIN = [1, 5, 15, 30];

export async function guarded(
  deps: TurnDeps,
  at: { id: string; turn: number },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof EngineErrors.DBOSError) throw error; // the engine's own: cancelled, taken over
    const failure =
      error instanceof Failure ? error : new Failure('bug', String(error).slice(0, 500), { cause: error });
    deps.log.error({ err: error, run: at.id, turn: at.turn }, 'a turn failed');
    await step('fault', () => putOnRecord(deps, at, failure));
  }
}

async function putOnRecord(
  deps: TurnDeps,
  { id, turn }: { id: string; turn: number },
  failure: Failure,
): Promise<void> {
  const { store } = deps;
  const upto = await store.record.append(id, turn, {
    kind: 'fault',
    at: new Date().toISOString(),
    turn,
    failure: { code: failure.code, detail: failure.detail },
  });
  const past = await store.record.past(id, upto);
  const faults = faultsInARow(past);
  // One that trying again cannot mend is told at once; when telling it fails too, there must be no racing in circles.
  const atOnce = !FAILURES[failure.code].retry && faults === 1;
  const pause = atOnce ? 0 : PAUSES_MIN[Math.min(faults, PAUSES_MIN.length) - 1];
  const wakeAt = new Date(Date.now() + (pause ?? 1) * 60_000).toISOString();
  await store.runs.park(id, turn, { state: 'waiting', wakeAt });
}

function faultsInARow(past: Past): number {
  return past.length - 1 - past.findLastIndex(entry => entry.kind !== 'fault');
}
