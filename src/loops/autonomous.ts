// The autonomous loop (seed 001): one commit of the plan after the other, iterated until success or a limit, with Jidoka.
import { aborted } from '../brakes/aborted.ts';
import { broken } from '../brakes/broken.ts';
import { closed } from '../brakes/closed.ts';
import { finished } from '../brakes/finished.ts';
import { frozenChanged } from '../brakes/frozen-changed.ts';
import { interrupted } from '../brakes/interrupted.ts';
import { jidoka } from '../brakes/jidoka.ts';
import { max } from '../brakes/max.ts';
import { noProgress } from '../brakes/no-progress.ts';
import { protectedChange } from '../brakes/protected-change.ts';
import { success } from '../brakes/success.ts';
import { takeover } from '../brakes/takeover.ts';
import { testsQuestioned } from '../brakes/tests-questioned.ts';
import { tokenExhaustion } from '../brakes/token-exhaustion.ts';
import { openAutonomous } from '../config/open-autonomous.ts';
import type { Exit, Past } from '../record.ts';
import { autonomousClosing } from '../reports/autonomous/closing.ts';
import { autonomousIteration } from '../reports/autonomous/iteration.ts';
import type { Spec } from '../spec.ts';
import { checkKept } from '../stages/autonomous/check-kept.ts';
import { debug } from '../stages/autonomous/debug.ts';
import { executeCommit } from '../stages/autonomous/execute-commit.ts';
import { planCommits } from '../stages/autonomous/plan-commits.ts';
import { prReview } from '../stages/autonomous/pr-review.ts';
import { qaCommit } from '../stages/autonomous/qa-commit.ts';
import { iteration } from '../stages/cycle.ts';
import { prepare } from '../stages/prepare.ts';
import { publish } from '../stages/publish.ts';
import { verifyFreeze } from '../stages/verify-freeze.ts';
import type { Loop } from './loop.ts';

export const autonomous: Loop = {
  name: 'autonomous',
  open: openAutonomous,
  cycle: iteration({
    prepare,
    work: [
      planCommits, // the checklist, or the planner's plan; which commit is next
      executeCommit, // 2.1 execute the present commit
      prReview, // 2.2 BLOCK: on to 2.4 · PASS: on to 2.3
      qaCommit, // 2.3 RED: on to 2.4 · GREEN: 2.5 success checkpoint
      debug, // 2.4 tier 1: fix and continue · tier 2, tier 3: leave it to people
    ],
    verify: [
      checkKept, // what `/finish` or a failure left is checked all the same
      verifyFreeze,
    ],
    publish,
    stop,
  }),
  stop,
  reports: { iteration: autonomousIteration, closing: autonomousClosing, closesParked: true },
};

function stop(spec: Spec, past: Past): Exit | undefined {
  return (
    aborted(spec, past) ??
    closed(spec, past) ??
    takeover(spec, past) ??
    frozenChanged(spec, past) ??
    protectedChange(spec, past) ??
    testsQuestioned(past, success(spec, past)) ?? // SUCCESS: all checks pass, the last commit complete
    finished(spec, past) ??
    broken(spec, past) ??
    jidoka(spec, past) ?? // JIDOKA: tier 2 or tier 3, before MAX
    interrupted(spec, past) ?? // INTERRUPT: a person speaks
    noProgress(spec, past) ??
    max(spec, past) ?? // MAX: iteration >= max_iterations
    tokenExhaustion(spec, past)
  );
}
