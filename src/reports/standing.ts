// How far a run is: its iteration, their limit, and the brakes' counters, as its own loop counts them.
import { autoiterCounters } from '../brakes/autoiter-counters.ts';
import { iters } from '../brakes/autoiter-past.ts';
import { counters } from '../brakes/counters.ts';
import { iterationLimit } from '../brakes/max-cycles.ts';
import { iterations } from '../brakes/past.ts';
import type { Counter } from '../record.ts';
import { brakeCounters } from './iteration.ts';
import type { StatusView } from './status.ts';

export interface Standing {
  /** Number of the iteration that runs or ran last; 0 before the first. */
  iteration: number;
  limit: number;
  /** Number of the one that would come next. */
  next: number;
  /** `same error 1/3` */
  brakes: string[];
}

export function standing(view: StatusView): Standing {
  const { spec, past, iteration } = view;
  if (spec.loop === 'autoiter') return ofAutoiter(view);
  const limit = Math.max(iteration, iterationLimit(spec, past));
  return { iteration, limit, next: iterations(past).length + 1, brakes: brakeCounters(counters(spec, past)) };
}

/** Discovery and the prepare check are turns, but no iterations (C1); what money and time are used up the spend line says. */
function ofAutoiter({ spec, past, state, stage }: StatusView): Standing {
  const all = autoiterCounters(spec, past);
  const early = stage === undefined || stage === 'discover' || stage === 'prepare';
  const iteration = iters(past).length + (state === 'running' && !early ? 1 : 0);
  const brakes = all.filter(({ name }) => name !== 'tokens' && name !== 'minutes').map(written);
  const limit = all.find(({ name }) => name === 'iterations')?.limit ?? 0;
  return { iteration, limit, next: iters(past).length + 1, brakes };
}

const written = ({ name, value, limit }: Counter): string => `${name} ${value}/${limit}`;
