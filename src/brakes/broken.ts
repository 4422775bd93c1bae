// BROKEN: iterations keep failing, or failed in a way that trying again cannot mend. ACCESS_LOST is the same without a way to ask.
import { FAILURES, type FailureKind } from '../failures.ts';
import type { Exit, FailureRecord, Fault, Iteration, Past } from '../record.ts';
import type { Limits } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { modelAway } from './model-wait.ts';
import { afterSteering } from './past.ts';

export function broken(spec: { limits: Pick<Limits, 'failures'> }, past: Past): Exit | undefined {
  const away = modelAway(past);
  if (away) return away;
  const limit = spec.limits.failures;
  const failures = failuresInARow(past);
  const latest = failures.at(-1);
  if (latest === undefined) return undefined;
  const kind = failureKind(latest.code);
  const title = kind?.title ?? latest.code;
  const evidence = failures.slice(-limit).map(failure => oneLine(`${failure.code}: ${failure.detail}`));
  if (latest.code === 'access-lost') return exit('ACCESS_LOST', `${title}.`, evidence);
  if (kind?.retry === false) return exit('BROKEN', `${title}. Trying again by itself cannot help.`, evidence);
  if (failures.length < limit) return undefined;
  return exit('BROKEN', `${failures.length} failures in a row; the limit is ${limit}. The last: ${title}.`, evidence);
}

/** The latest failures, of iterations and of turns, up to the present and not before a person's last word. */
export function failuresInARow(past: Past): FailureRecord[] {
  const turns = afterSteering(past).filter(
    (entry): entry is Iteration | Fault => entry.kind !== 'word' && !isOutage(entry),
  );
  const row = turns.slice(turns.findLastIndex(turn => turn.failure === undefined) + 1);
  return row.flatMap(turn => turn.failure ?? []);
}

/** GitHub or the models being away is nobody's failure here: the turn comes back by itself until they are there again. */
function isOutage(entry: Iteration | Fault): boolean {
  const code = entry.failure?.code;
  return entry.kind === 'fault' ? code === 'github-unreachable' : code === 'model-limited';
}

function failureKind(code: string): FailureKind | undefined {
  return Object.hasOwn(FAILURES, code) ? FAILURES[code as keyof typeof FAILURES] : undefined;
}
