// The ways a run leaves the loop: what each exit code means for the issue, for people and for `/continue` (U10).
import type { Exit, ExitCode } from '../record.ts';

type Manner = Pick<Exit, 'kind' | 'asks' | 'resumable'>;

const MANNERS: Record<ExitCode, Manner> = {
  COMPLETE: { kind: 'end', asks: false, resumable: true },
  CLEAN: { kind: 'end', asks: false, resumable: true },
  MAX_CYCLES: { kind: 'end', asks: true, resumable: true },
  FREEZE_VIOLATION: { kind: 'end', asks: true, resumable: true },
  PROTECTED_CHANGE: { kind: 'park', asks: true, resumable: true },
  TOKEN_EXHAUSTION: { kind: 'end', asks: true, resumable: true },
  ABORTED: { kind: 'end', asks: false, resumable: true },
  FINISHED: { kind: 'end', asks: false, resumable: true },
  CLOSED: { kind: 'end', asks: false, resumable: false },
  INTERRUPT: { kind: 'park', asks: false, resumable: true },
  TAKEOVER: { kind: 'park', asks: true, resumable: true },
  NO_PROGRESS: { kind: 'park', asks: true, resumable: true },
  BROKEN: { kind: 'park', asks: true, resumable: true },
  SUCCESS: { kind: 'end', asks: false, resumable: true },
  JIDOKA: { kind: 'park', asks: true, resumable: true },
  MAX: { kind: 'park', asks: true, resumable: true },
  CONTEXT_DRIFT: { kind: 'park', asks: true, resumable: true },
  SPEC_DRIFT: { kind: 'park', asks: true, resumable: true },
  CIRCUIT_BREAKER: { kind: 'park', asks: true, resumable: true },
  OUTER_BREAKER: { kind: 'park', asks: true, resumable: true },
  SPEC_WAITING: { kind: 'park', asks: false, resumable: true },
  CONVERGED: { kind: 'end', asks: false, resumable: true },
  BUDGET_EXHAUSTED: { kind: 'end', asks: true, resumable: true },
  ESCALATED: { kind: 'end', asks: true, resumable: true },
  NOT_READY: { kind: 'end', asks: false, resumable: false },
  // Nobody can be asked where the app may not write.
  ACCESS_LOST: { kind: 'end', asks: false, resumable: true },
};

/** Exits that reached the goal: the pull request is ready for review and the run is done. */
const REACHED: ReadonlySet<ExitCode> = new Set(['COMPLETE', 'CLEAN', 'SUCCESS', 'CONVERGED']);

export function reachedGoal({ code }: Pick<Exit, 'code'>): boolean {
  return REACHED.has(code);
}

/** An exit that explains itself: `why` is one sentence, `evidence` short lines of what was seen. */
export function exit(code: ExitCode, why: string, evidence: string[] = []): Exit {
  return { code, ...MANNERS[code], why, evidence };
}

/** A path or a check's first words as one short line of evidence. */
export function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const points = [...flat];
  return points.length > 200 ? `${points.slice(0, 199).join('')}…` : flat;
}
