// CIRCUIT_BREAKER: a slice failed its verification three times (R7). The loop stops here and never skips ahead.
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { sinceLastWord } from './past.ts';
import { ATTEMPTS, attemptsAt, failureOf, isAttempt, isDone, type RalphIteration } from './ralph-course.ts';

export function circuitBreaker(_spec: Spec, past: Past): Exit | undefined {
  const last = sinceLastWord(past).at(-1);
  if (last?.ralph?.slice === undefined) return undefined;
  const attempt = { ...last, ralph: last.ralph };
  const { slice, pass, attempt: nth } = attempt.ralph;
  if (slice === undefined || pass === 'e2e' || nth < ATTEMPTS || !isAttempt(attempt) || isDone(attempt))
    return undefined;
  const tried = attemptsAt(past, slice, pass).filter(isAttempt).slice(-ATTEMPTS);
  return exit(
    'CIRCUIT_BREAKER',
    `Slice ${slice.id} (${oneLine(slice.name)}) failed its verification in ${ATTEMPTS} attempts.`,
    [
      ...tried.map(attempted),
      `${ATTEMPTS - 1} retries, each in fresh context: the plan, the slice, the log, and the failure on top`,
    ],
  );
}

function attempted(attempt: RalphIteration): string {
  const { n, ralph, change } = attempt;
  const files = change?.files.length ?? 0;
  const count = `${files} ${files === 1 ? 'file' : 'files'} changed`;
  return oneLine(`attempt ${ralph.attempt}, iteration ${n}: ${count}; ${beginning(failureOf(attempt) ?? '')}`);
}

/** The command and how it ended stand in front of its output. */
function beginning(failure: string): string {
  const lines = failure.split('\n').filter(line => line.trim() !== '');
  return lines.slice(0, 2).join(', ') || 'no output';
}
