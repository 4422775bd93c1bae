// The state of a run as the seed names it (U4), and when it goes on by itself (U12).
import { triesAgainAt } from '../brakes/model-wait.ts';
import type { Past } from '../record.ts';
import type { Spec } from '../spec.ts';

export interface UltraloopState {
  mode: Spec['loop'];
  target: string;
  cycle: number;
  max_cycles: number;
  frozen_hash: string | null;
  /** Unix epoch seconds. */
  last_cycle_timestamp: number;
  auto_continue_minutes: number;
}

export function stateOf(spec: Spec, past: Past, now: string): UltraloopState {
  const iterations = past.filter(entry => entry.kind === 'iteration');
  const last = iterations.at(-1)?.endedAt ?? now;
  return {
    mode: spec.loop,
    target: spec.target.name,
    cycle: iterations.length,
    max_cycles: spec.limits.max_cycles,
    frozen_hash: spec.freeze?.hash ?? null,
    last_cycle_timestamp: Math.floor(Date.parse(last) / 1000),
    auto_continue_minutes: spec.auto_continue_minutes,
  };
}

/**
 * When the next iteration is due: `last + auto_continue_minutes` (7.5), or at once when the clock is off or a person
 * said `/continue` while the last iteration ran. undefined = at once. A model service that asks to wait has its own clock.
 */
export function dueAt(spec: Spec, past: Past): string | undefined {
  const at = past.findLastIndex(entry => entry.kind === 'iteration');
  const last = past[at];
  if (last?.kind !== 'iteration') return undefined;
  const saidContinue = past.slice(last.known).some(entry => entry.kind === 'word' && entry.word === 'continue');
  if (saidContinue) return undefined;
  const tries = triesAgainAt(past);
  if (tries !== undefined || spec.auto_continue_minutes === 0) return tries;
  // Nothing was done yet that a person could want to look at: what was approved begins at once.
  if (last.autoiter && last.autoiter.phase !== 'iteration') return undefined;
  return new Date(Date.parse(last.endedAt) + spec.auto_continue_minutes * 60_000).toISOString();
}
