// status.md and the tick line of the process log: what the run is doing, in one line (C16, K17).
import { iters, lastScalar } from '../brakes/autoiter-past.ts';
import { lockedRunSpec } from '../brakes/run-spec-lock.ts';
import type { StageName } from '../record.ts';
import { doneLine, type Moment, type SeedStage, statusLine, tickLine } from './autoiter/moment.ts';
import { clip, flat } from './clean.ts';
import { STAGE_TITLES } from './stage-names.ts';
import { headline, type StatusView } from './status.ts';

/** The seed's numbers; a stage of several parts has the number of its first. */
const SEED: Partial<Record<StageName, SeedStage>> = {
  discover: '0',
  prepare: '0.5',
  kickoff: '1',
  trigger: '2',
  observe: '3',
  triage: '4a',
  fix: '5.0',
  rollback: '6',
};

/** In the seed's form for autoiter; for every other loop the status section's headline. At an exit with the reason. */
export function statusFile(view: StatusView): string {
  const { spec, past, next, stage } = view;
  const why = next?.kind === 'exit' ? clip(flat(next.exit.why), 300) : undefined;
  if (spec.loop !== 'autoiter') return `${[headline(view), ...(why ? [why] : [])].join(' · ')}\n`;
  if (next?.kind === 'exit' && next.exit.kind === 'end')
    return doneLine(`${next.exit.code.toLowerCase()}: ${why}`, lastScalar(past));
  return statusLine({ ...moment(view, stage ?? 'kickoff'), ...(why !== undefined && { what: why }) });
}

/** `[autoiter r7k2] iter-2 Stage 3 → Observe`. */
export function tick(view: StatusView): string {
  const { spec, stage = 'report', iteration } = view;
  if (spec.loop === 'autoiter') return tickLine(moment(view, stage));
  return `[${spec.loop} ${spec.run}] iteration ${iteration} → ${STAGE_TITLES[stage]}`;
}

function moment({ spec, past, state }: StatusView, stage: StageName): Moment {
  const early = stage === 'discover' || stage === 'prepare';
  const done = iters(past).length;
  return {
    run: spec.run,
    iter: state === 'running' && !early ? done + 1 : done,
    max: lockedRunSpec(spec, past)?.budget.max_iterations ?? 0,
    stage: SEED[stage] ?? '1',
    what: STAGE_TITLES[stage],
    scalar: lastScalar(past).last,
  };
}
