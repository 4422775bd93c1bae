// A durable step: its result is stored when it ends, and a resumed turn reads it instead of doing it again.
import { DBOS } from '@dbos-inc/dbos-sdk';
import { Failure, type FailureCode } from '../failures.ts';
import type { Log } from '../record.ts';
import { asStored } from '../store/json.ts';

/** Told when a step's work begins and ends; used to count repeated work and to test restarts. Must not throw. */
export type StepObserver = (event: { phase: 'begin' | 'end'; workflow: string; step: number; name: string }) => void;

let suspended = false;

/** From now on no result is stored: what a closing process broke off must be done again, not remembered as failed. */
export function suspendSteps(): void {
  suspended = true;
}
export function resumeSteps(): void {
  suspended = false;
}

type Outcome = { value: unknown } | { failure: { code: FailureCode; detail: string; log?: Log } };

let observer: StepObserver | undefined;

export function observeSteps(observe: StepObserver | undefined): void {
  observer = observe;
}

/** Failures of the catalogue are stored as data: the engine's own storing of errors would lose their kind. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const outcome = await DBOS.runStep(() => settle(name, work), { name });
  if ('value' in outcome) return outcome.value as T;
  const { code, detail, log } = outcome.failure;
  throw new Failure(code, detail, log ? { log } : undefined);
}

async function settle(name: string, work: () => Promise<unknown>): Promise<Outcome> {
  const about = { workflow: DBOS.workflowID ?? '', step: DBOS.stepID ?? 0, name };
  observer?.({ phase: 'begin', ...about });
  try {
    return { value: asStored(await work()) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return asStored({
      failure: { code: error.code, detail: error.detail, ...(error.log && { log: error.log }) },
    });
  } finally {
    if (suspended) await new Promise(() => undefined);
    observer?.({ phase: 'end', ...about });
  }
}
