// The autoiter loop (seed 003): run a trigger, observe, triage, verify, fix, run again; from discovery to a scalar that holds.
import { aborted } from '../brakes/aborted.ts';
import { broken } from '../brakes/broken.ts';
import { budgetExhausted } from '../brakes/budget-exhausted.ts';
import { closed } from '../brakes/closed.ts';
import { converged } from '../brakes/converged.ts';
import { escalated } from '../brakes/escalated.ts';
import { finished } from '../brakes/finished.ts';
import { fixImpossible } from '../brakes/fix-impossible.ts';
import { frozenChanged } from '../brakes/frozen-changed.ts';
import { interrupted } from '../brakes/interrupted.ts';
import { protectedChange } from '../brakes/protected-change.ts';
import { specWaiting } from '../brakes/spec-waiting.ts';
import { stuck } from '../brakes/stuck.ts';
import { takeover } from '../brakes/takeover.ts';
import { testsQuestioned } from '../brakes/tests-questioned.ts';
import { tokenExhaustion } from '../brakes/token-exhaustion.ts';
import type { Exit, Iteration, Past } from '../record.ts';
import { autoiterClosing } from '../reports/autoiter/closing.ts';
import { autoiterIteration } from '../reports/autoiter/iteration.ts';
import { autoiterFiles } from '../reports/autoiter-files.ts';
import { STAGES_OF } from '../reports/stage-names.ts';
import type { Spec } from '../spec.ts';
import { anchored } from '../stages/autoiter/anchors.ts';
import { auditDiff } from '../stages/autoiter/audit-diff.ts';
import { deepVerify } from '../stages/autoiter/deep-verify.ts';
import { discover } from '../stages/autoiter/discover.ts';
import { fix } from '../stages/autoiter/fix.ts';
import { freezeHolds } from '../stages/autoiter/freeze-holds.ts';
import { type Iter, newIter } from '../stages/autoiter/iter.ts';
import { kickoff } from '../stages/autoiter/kickoff.ts';
import { observe } from '../stages/autoiter/observe.ts';
import { planFixes } from '../stages/autoiter/plan-fixes.ts';
import { prepareCheck } from '../stages/autoiter/prepare-check.ts';
import { rerun } from '../stages/autoiter/rerun.ts';
import { rollback } from '../stages/autoiter/rollback.ts';
import { triage } from '../stages/autoiter/triage.ts';
import { trigger } from '../stages/autoiter/trigger.ts';
import { iteration, type Stage } from '../stages/cycle.ts';
import { prepare } from '../stages/prepare.ts';
import { publish } from '../stages/publish.ts';
import type { Tools } from '../tools.ts';
import { entry } from './autoiter-entry.ts';
import { open } from './autoiter-open.ts';
import type { Loop } from './loop.ts';

export const autoiter: Loop = {
  name: 'autoiter',
  asksItself: ['checks'], // its trigger is what says whether the work is right
  open,
  cycle,
  stop,
  reports: { iteration: autoiterIteration, closing: autoiterClosing, files: autoiterFiles },
};

/** §3.5: what is next follows from the record, so a run may be killed and entered again at any point (C1). */
function cycle(spec: Spec, tools: Tools, past: Past): Promise<Iteration> {
  const next = entry(spec, past);
  switch (next.state) {
    case 'discovery':
      return turn([discover])(spec, tools, past); // Stage 0
    case 'prepare':
      return turn([prepareCheck(next.run)])(spec, tools, past); // Stage 0.5
    case 'iteration':
      return turn(stages(newIter(next.run, next.number)))(spec, tools, past);
    case 'waiting':
      throw new Error('a run that waits for its run spec is not turned');
  }
}

function stages(iter: Iter): Stage[] {
  return anchored(STAGES_OF.autoiter, [
    kickoff, // Stage 1
    trigger(iter), // Stage 2, with a live log
    observe(iter), // Stage 3, with the recovery ladder
    triage(iter), // Stage 4a, by reverse suspicion
    deepVerify(iter), // Stage 4b, adversarial, all at once
    planFixes, // Stage 5.0, G7 first
    fix(iter), // Stage 5.1, test first, one commit each
    auditDiff(iter), // Stage 5.2, G6
    rerun(iter), // Stage 5.3, the scalar and the held-out check
    rollback(iter), // Stage 6; its stop check is below
  ]);
}

/** Commits are made by the stages themselves; at the end nothing is left to publish. */
const turn = (work: Stage[]) => iteration({ prepare, work, verify: [freezeHolds], publish, stop });

/** SC2 before SC1: the goal is asked for before the limit. */
function stop(spec: Spec, past: Past): Exit | undefined {
  return (
    aborted(spec, past) ??
    closed(spec, past) ??
    takeover(spec, past) ??
    frozenChanged(spec, past) ??
    protectedChange(spec, past) ??
    escalated(spec, past) ?? // G6, G7, a blocker, a stage out of order
    testsQuestioned(past, converged(spec, past)) ?? // SC2, SC3
    finished(spec, past) ??
    broken(spec, past) ??
    interrupted(spec, past) ??
    specWaiting(spec, past) ??
    fixImpossible(spec, past) ?? // the agent's legal way out
    stuck(spec, past) ?? // SC5
    budgetExhausted(spec, past) ?? // SC1, SC4
    tokenExhaustion(spec, past)
  );
}
