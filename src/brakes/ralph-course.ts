// Where a ralph run stands, from its record alone: which slice or pass comes next, and which attempt at it that is (R1, R7, R9).
import type { RalphFacts } from '../facts/ralph.ts';
import type { Iteration, Past } from '../record.ts';
import type { RalphPlan, Slice } from '../spec.ts';
import { afterSteering, iterations } from './past.ts';
import { isRefused, sighted } from './protected-change.ts';

/** The seed's "retry_count ≤ 2": three attempts in all. */
export const ATTEMPTS = 3;

export type Task = SliceTask | { kind: 'e2e' };
export interface SliceTask {
  kind: 'slice';
  slice: Slice;
  index: number;
  pass: 'inner' | 'outer';
  attempt: number;
  /** What went wrong the last time, pinned on top of the fresh bundle (R2). */
  failure?: string;
  /** The iteration whose drift a person let pass: its kept work goes on to the gateway. */
  approved?: RalphIteration;
}
export type RalphIteration = Iteration & { ralph: RalphFacts };

/** In order, never ahead: the first slice that is not built, then the end-to-end pass, then only the slices it flagged. */
export function course(plan: RalphPlan, past: Past): Task {
  const failed = failedPass(past);
  const slice = failed ? flagged(plan, past, failed) : unbuilt(plan, past);
  if (slice) return sliceTask(plan, past, { slice, pass: failed ? 'outer' : 'inner' });
  const again = plan.slices.at(-1);
  if (plan.mode === 'implement' && again) return sliceTask(plan, past, { slice: again, pass: 'inner' });
  return { kind: 'e2e' };
}

/** Everything is built, and in build mode the newest end-to-end pass came after it and is green. */
export function allBuilt(plan: RalphPlan, past: Past): boolean {
  const failed = failedPass(past);
  if (failed ? flagged(plan, past, failed) : unbuilt(plan, past)) return false;
  return plan.mode === 'implement' || ralphs(past).at(-1)?.ralph.e2e?.ok === true;
}

/** Built = verified by the gateway and on the branch. */
export function isDone(iteration: RalphIteration): boolean {
  const { ralph, failure, cut } = iteration;
  return ralph.done && failure === undefined && !isRefused(iteration) && cut !== 'push';
}

/** It came to an end of its own: what a person's word or an absent model cut short before the gateway is no attempt. */
export function isAttempt(iteration: RalphIteration): boolean {
  const { ralph } = iteration;
  const failure = iteration.failure?.code === 'model-limited' ? undefined : iteration.failure;
  return Boolean(ralph.gateway ?? ralph.drift ?? failure) || isRefused(iteration);
}

/** Attempts at a slice in one pass; those of the outer pass begin after the failed end-to-end pass. */
export function attemptsAt(past: Past, slice: Pick<Slice, 'id'>, pass: 'inner' | 'outer'): RalphIteration[] {
  const all = pass === 'outer' ? sinceFailedPass(past) : ralphs(past);
  return all.filter(({ ralph }) => ralph.slice?.id === slice.id && ralph.pass === pass);
}

export function ralphs(past: Past): RalphIteration[] {
  return iterations(past).filter((one): one is RalphIteration => one.ralph !== undefined);
}

/** The newest end-to-end pass that failed. */
export function failedPass(past: Past): RalphIteration | undefined {
  return ralphs(past).findLast(({ ralph }) => ralph.e2e?.ok === false);
}

/** In words, what an attempt failed with; undefined when it did not. */
export function failureOf(attempt: RalphIteration): string | undefined {
  const { ralph, failure, freeze, guard } = attempt;
  if (isDone(attempt)) return undefined;
  if (guard && guard.refused.length > 0)
    return `These may not be pushed and the work was taken back:\n${guard.refused.map(seen => `- ${sighted(seen)}`).join('\n')}`;
  if (freeze?.intact === false)
    return `Frozen files were changed and the work was taken back: ${freeze.violations.map(file => file.path).join(', ')}`;
  if (ralph.drift?.kind === 'spec') {
    const touched = ralph.drift.touched.map(({ layer, files }) => `- ${layer}: ${files.join(', ')}`);
    return [
      `Only files of these layers belong to the slice: ${ralph.drift.declared.join(', ')}. Changed were:`,
      ...touched,
    ].join('\n');
  }
  if (ralph.drift) return `The entry for the log was not accepted. ${ralph.drift.why}`;
  if (ralph.gateway?.ok === false) return ralph.gateway.output;
  return failure && `${failure.code}: ${failure.detail}\n${failure.log?.tail ?? failure.log?.head ?? ''}`;
}

function unbuilt(plan: RalphPlan, past: Past): Slice | undefined {
  return plan.slices.find(slice => !plan.built.includes(slice.id) && !attemptsAt(past, slice, 'inner').some(isDone));
}

function flagged(plan: RalphPlan, past: Past, failed: RalphIteration): Slice | undefined {
  const ids = failed.ralph.e2e?.flagged ?? [];
  return plan.slices.find(slice => ids.includes(slice.id) && !attemptsAt(past, slice, 'outer').some(isDone));
}

function sliceTask(plan: RalphPlan, past: Past, { slice, pass }: Pick<SliceTask, 'slice' | 'pass'>): SliceTask {
  const mine = attemptsAt(past, slice, pass);
  const known = mine.findLast(isAttempt);
  const approved = letPass(past, mine);
  const failure = (known && failureOf(known)) ?? (pass === 'outer' ? failedPass(past)?.ralph.e2e?.output : undefined);
  return {
    ...{ kind: 'slice', slice, pass, index: plan.slices.indexOf(slice) },
    attempt: approved?.ralph.attempt ?? nextAttempt(past, mine),
    ...(failure !== undefined && { failure }),
    ...(approved && { approved }),
  };
}

/** A person's word begins the count anew (7.13). */
function nextAttempt(past: Past, mine: readonly RalphIteration[]): number {
  const counted = new Set(iterations(afterSteering(past)).map(({ n }) => n));
  const last = mine.findLast(one => counted.has(one.n) && isAttempt(one) && !isDone(one));
  return (last?.ralph.attempt ?? 0) + 1;
}

/** The newest drift, when `/approve` answered it and no later attempt has taken its work to the gateway. */
function letPass(past: Past, mine: readonly RalphIteration[]): RalphIteration | undefined {
  const drifted = mine.findLast(({ ralph }) => ralph.drift && ralph.kept);
  if (!drifted) return undefined;
  const later = mine.filter(one => one.n > drifted.n && isAttempt(one));
  const from = past.findIndex(entry => entry.kind === 'iteration' && entry.n === drifted.n);
  const said = past.slice(from).some(entry => entry.kind === 'word' && entry.word === 'approve');
  return said && later.length === 0 ? drifted : undefined;
}

function sinceFailedPass(past: Past): RalphIteration[] {
  const n = failedPass(past)?.n ?? 0;
  return ralphs(past).filter(one => one.n > n);
}
