// The ralph loop (seed 002): slices in order, each built in fresh context, watched by a sentinel, proven by a gateway; then end to end.
// One attempt at one slice, or one end-to-end pass, is one iteration; which comes next is read from the record.
import { aborted } from '../brakes/aborted.ts';
import { broken } from '../brakes/broken.ts';
import { circuitBreaker } from '../brakes/circuit-breaker.ts';
import { closed } from '../brakes/closed.ts';
import { drifted } from '../brakes/drifted.ts';
import { finished } from '../brakes/finished.ts';
import { frozenChanged } from '../brakes/frozen-changed.ts';
import { interrupted } from '../brakes/interrupted.ts';
import { maxCycles } from '../brakes/max-cycles.ts';
import { outerBreaker } from '../brakes/outer-breaker.ts';
import { protectedChange } from '../brakes/protected-change.ts';
import { slicesBuilt } from '../brakes/slices-built.ts';
import { takeover } from '../brakes/takeover.ts';
import { testsQuestioned } from '../brakes/tests-questioned.ts';
import { tokenExhaustion } from '../brakes/token-exhaustion.ts';
import type { Exit, Past } from '../record.ts';
import { attemptReport } from '../reports/ralph/attempt.ts';
import { ralphClosing } from '../reports/ralph/closing.ts';
import type { Spec } from '../spec.ts';
import { iteration } from '../stages/cycle.ts';
import { begin } from '../stages/ralph/begin.ts';
import { buildSlice } from '../stages/ralph/build-slice.ts';
import { e2e } from '../stages/ralph/e2e.ts';
import { gateway } from '../stages/ralph/gateway.ts';
import { keep } from '../stages/ralph/keep.ts';
import { sentinel } from '../stages/ralph/sentinel.ts';
import { verifyFreeze } from '../stages/verify-freeze.ts';
import type { Loop } from './loop.ts';
import { openRalph } from './ralph-open.ts';

export const ralph: Loop = {
  name: 'ralph',
  asksItself: ['target', 'checks'],
  open: openRalph,
  cycle: iteration({
    prepare: begin, // 1. the next slice and its definition of done, 2. its context bundle; or the end-to-end pass
    work: [
      buildSlice, // 4. the engineer executes the slice
    ],
    verify: [
      sentinel, // 3. context drift, spec drift: after the work, before the gateway
      gateway, // 5. typecheck and slice-scoped tests
      e2e, // outer loop: end-to-end checks over all slices, once all are built
      verifyFreeze,
    ],
    stop,
    publish: keep, // PASS: append to the log, advance; drift: set aside; FAIL: the next iteration retries in fresh context
  }),
  stop,
  reports: { iteration: attemptReport, closing: ralphClosing },
};

function stop(spec: Spec, past: Past): Exit | undefined {
  return (
    aborted(spec, past) ??
    closed(spec, past) ??
    takeover(spec, past) ??
    frozenChanged(spec, past) ??
    protectedChange(spec, past) ??
    testsQuestioned(past, slicesBuilt(spec, past)) ?? // "All pass? Advance to the build gate"
    finished(spec, past) ??
    broken(spec, past) ??
    drifted(spec, past) ?? // "Do not auto-retry on context drift", "allow user to confirm": also after a comment, `/approve` still answers
    interrupted(spec, past) ??
    circuitBreaker(spec, past) ?? // "retry_count > 2"
    outerBreaker(spec, past) ?? // "After 1 outer retry still failing"
    maxCycles(spec, past) ??
    tokenExhaustion(spec, past)
  );
}
