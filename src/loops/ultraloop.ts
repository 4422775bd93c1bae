// The ultraloop (seed 000): implement, review, improve, contract tests, freeze; again until a brake says stop.

import { aborted } from '../brakes/aborted.ts';
import { allMerged } from '../brakes/all-merged.ts';
import { broken } from '../brakes/broken.ts';
import { cleanReview } from '../brakes/clean-review.ts';
import { closed } from '../brakes/closed.ts';
import { finished } from '../brakes/finished.ts';
import { frozenChanged } from '../brakes/frozen-changed.ts';
import { interrupted } from '../brakes/interrupted.ts';
import { maxCycles } from '../brakes/max-cycles.ts';
import { noProgress } from '../brakes/no-progress.ts';
import { protectedChange } from '../brakes/protected-change.ts';
import { takeover } from '../brakes/takeover.ts';
import { testsQuestioned } from '../brakes/tests-questioned.ts';
import { tokenExhaustion } from '../brakes/token-exhaustion.ts';
import type { Exit, Past } from '../record.ts';
import { closingReport } from '../reports/closing.ts';
import { iterationReport } from '../reports/iteration.ts';
import type { Spec } from '../spec.ts';
import { contracts } from '../stages/contracts.ts';
import { iteration } from '../stages/cycle.ts';
import { execute } from '../stages/execute.ts';
import { improve } from '../stages/improve.ts';
import { prepare } from '../stages/prepare.ts';
import { publish } from '../stages/publish.ts';
import { review } from '../stages/review.ts';
import { verifyFreeze } from '../stages/verify-freeze.ts';
import type { Loop } from './loop.ts';

export const ultraloop: Loop = {
  name: 'ultraloop',
  cycle: iteration({
    prepare,
    work: [
      execute, // (a) the target, or its continuation
      review, // (b) a read-only reviewer answers data
      improve, // (c) the loop, not the reviewer, has the must-fix items applied
    ],
    verify: [
      contracts, // (d) contract tests of every active block
      verifyFreeze, // (e) fails closed: what violates is kept aside
    ],
    stop,
    publish, // commit and push; (f) summary, (g) exits and (h) the wait are the turn's
  }),
  stop,
  reports: { iteration: iterationReport, closing: closingReport },
};

function stop(spec: Spec, past: Past): Exit | undefined {
  return (
    aborted(spec, past) ??
    closed(spec, past) ??
    takeover(spec, past) ??
    frozenChanged(spec, past) ??
    protectedChange(spec, past) ??
    testsQuestioned(past, allMerged(spec, past) ?? cleanReview(spec, past)) ??
    finished(spec, past) ??
    broken(spec, past) ??
    interrupted(spec, past) ??
    noProgress(spec, past) ??
    maxCycles(spec, past) ??
    tokenExhaustion(spec, past)
  );
}
