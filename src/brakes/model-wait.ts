// A model service that asks to wait: when the run tries again by itself, and when the waiting is for a person to end. Nobody's failure.
import type { Exit, Iteration, Past } from '../record.ts';
import { exit, oneLine } from './exit.ts';
import { afterSteering, isWait, iterations } from './past.ts';

/** Pauses after the first, second … refusal in a row, in minutes; the last one repeats. */
const PAUSES_MIN = [1, 5, 15, 30];
/** A service that named this many times and kept none of them is not asked ever faster. */
const BELIEVED = 3;
/** A run waits by itself so long, without anything else happening. */
const LONGEST_H = 24;
const MIN = 60_000;

/** The latest iterations in a row that such a refusal ended, also those that had done something before. */
export function waitsInARow(past: Past): Iteration[] {
  const counted = iterations(afterSteering(past));
  return counted.slice(counted.findLastIndex(({ failure }) => failure?.code !== 'model-limited') + 1);
}

/** Whether the newest thing that happened was such a refusal: then that is what the run waits for. */
export function waitsForModel(past: Past): boolean {
  const latest = past.findLast(entry => entry.kind !== 'word');
  return latest?.kind === 'iteration' && latest.failure?.code === 'model-limited';
}

/** ISO time of the next try: the one the service named, else ever later. undefined = the run does not wait for a model. */
export function triesAgainAt(past: Past): string | undefined {
  const row = waitsInARow(past);
  const last = row.at(-1);
  if (last === undefined) return undefined;
  const named = Date.parse(last.failure?.until ?? '');
  const believed = Number.isFinite(named) && row.length <= BELIEVED;
  const pause = believed ? PAUSES_MIN[0] : PAUSES_MIN[Math.min(row.length, PAUSES_MIN.length) - 1];
  const soonest = Date.parse(last.endedAt) + (pause ?? 1) * MIN;
  return new Date(Number.isFinite(named) ? Math.max(named, soonest) : soonest).toISOString();
}

/** Waited for long enough, or asked to wait for longer: a person decides. */
export function modelAway(past: Past): Exit | undefined {
  const row = waitsInARow(past);
  const at = triesAgainAt(past);
  const since = row.findLast(iteration => !isWait(iteration))?.endedAt ?? row[0]?.startedAt;
  if (at === undefined || since === undefined) return undefined;
  if (Date.parse(at) - Date.parse(since) < LONGEST_H * 60 * MIN) return undefined;
  const why = `The model service has not served this run since ${utc(since)}, and the next try would be at ${utc(at)}; a run waits ${LONGEST_H} h by itself.`;
  return exit('BROKEN', why, [...new Set(row.slice(-3).map(({ failure }) => oneLine(failure?.detail ?? '')))]);
}

const utc = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
