// The entry state machine (C1): what a run of autoiter has to do next, from its record alone. A killed run, a woken run and a fresh
// one ask the same question and get the same answer.
import { iters } from '../brakes/autoiter-past.ts';
import { iterations } from '../brakes/past.ts';
import { lockedRunSpec, proposed } from '../brakes/run-spec-lock.ts';
import type { RunSpec } from '../config/run-spec.ts';
import type { Past } from '../record.ts';
import type { Spec } from '../spec.ts';

export type Entry =
  | { state: 'discovery' }
  /** A run spec is proposed; nobody approved a valid one. */
  | { state: 'waiting' }
  | { state: 'prepare'; run: RunSpec }
  | { state: 'iteration'; run: RunSpec; number: number };

export function entry(spec: Spec, past: Past): Entry {
  const run = lockedRunSpec(spec, past);
  if (run === undefined) return proposed(past).length > 0 ? { state: 'waiting' } : { state: 'discovery' };
  const skips = run.skip_prepare || spec.autoiter?.skip_prepare === true;
  // Once prepared it stays prepared; a check that failed is made again when a person wakes the run.
  const prepared = iterations(past).some(({ autoiter }) => autoiter?.prepared?.ok === true);
  if (!skips && !prepared) return { state: 'prepare', run };
  return { state: 'iteration', run, number: iters(past).length + 1 };
}
