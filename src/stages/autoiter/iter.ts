// What the stages of one iteration of autoiter share besides the cycle: the locked run spec, what the trigger did, the fixes made.
import { isRefused } from '../../brakes/protected-change.ts';
import { extractScalar } from '../../brakes/scalar.ts';
import { type RunSpec, triggerTimeoutMin } from '../../config/run-spec.ts';
import type { AutoiterFacts, Fix, Issue } from '../../facts/autoiter.ts';
import type { Change, StageName } from '../../record.ts';
import type { ShellResult } from '../../tools.ts';
import type { Cycle } from '../cycle.ts';
import { unready } from '../setup.ts';

/** In memory only, and made anew when a killed turn is resumed: everything in it follows from recorded tool calls. */
export interface Iter {
  run: RunSpec;
  /** The seed's number: iter-1 is the first after discovery. */
  number: number;
  ran?: Ran;
  /** Issues that go to triage. */
  open: Issue[];
  /** The fixes on the branch, in the order they were made. */
  made: { fix: Fix; change: Change }[];
}
/** One run of the trigger. */
export interface Ran {
  result: ShellResult;
  output: string;
  scalar: number | null;
  green: boolean;
  /** It ran into its time limit, was killed, or could not be started: it measured nothing. */
  stopped: boolean;
}

/** Exit codes by which a shell says that the command could not be started. */
const NOT_STARTED = new Set([126, 127]);

export function newIter(run: RunSpec, number: number): Iter {
  return { run, number, open: [], made: [] };
}

export function newFacts(phase: AutoiterFacts['phase']): AutoiterFacts {
  return {
    phase,
    ...{ issues: [], recovery: [], verdicts: [], fixes: [], deferred: [], rollback: [], specialCasing: [] },
  };
}

export function factsOf({ draft }: Cycle): AutoiterFacts {
  if (!draft.autoiter) throw new Error('a stage of autoiter ran before its facts were begun');
  return draft.autoiter;
}

/** Nothing more may be done in this iteration: a person's word, a question for a person, a tree that may not be pushed. */
export function isOver({ draft }: Cycle): boolean {
  return draft.cut !== undefined || draft.autoiter?.escalate !== undefined || isRefused(draft);
}

interface Wanted {
  stage: StageName;
  name: string;
  live: string;
  /** Shorter than the trigger's own limit. */
  capMin?: number;
}

/** Runs the trigger on the newest tree, its output in a file of the run meanwhile (C5). */
export async function runTrigger(cycle: Cycle, run: RunSpec, { stage, name, live, capMin }: Wanted): Promise<Ran> {
  const timeoutMin = Math.min(triggerTimeoutMin(run), capMin ?? Number.POSITIVE_INFINITY);
  const { invocation, scalar_extraction } = run.trigger;
  const missing = await unready(cycle);
  const result: ShellResult = missing
    ? { ...missing, exitCode: null, cancelled: false, leftovers: 0 } // without what it needs it measures nothing
    : await cycle.tools.shell.run({ name, command: invocation, timeoutMin, live, from: cycle.tree });
  const { exitCode, timedOut, cancelled, leftovers, ms, log } = result;
  cycle.draft.spend.push({ stage, role: name, ms, killed: timedOut || cancelled });
  if (result.over) cycle.draft.notes.push(`The trigger was stopped: ${result.over.why}.`);
  if (leftovers > 0) cycle.draft.notes.push(`The trigger left ${leftovers} processes; they were stopped.`);
  const output = `${log.head}${log.dropped > 0 ? '\n' : ''}${log.tail}`;
  const stopped = timedOut || cancelled || exitCode === null || NOT_STARTED.has(exitCode);
  const scalar = scalar_extraction && !stopped ? (extractScalar(scalar_extraction, output).value ?? null) : null;
  return { result, output, scalar, green: exitCode === 0 && !stopped, stopped };
}

/** `exit code 1 in 3 s · scalar 0.8`. */
export function told({ result, scalar }: Ran): string {
  const { timedOut, cancelled, exitCode, ms } = result;
  const how = cancelled
    ? 'stopped by a person'
    : timedOut
      ? 'ran into its time limit'
      : `exit code ${exitCode ?? 'none'}`;
  return `${how} after ${Math.round(ms / 1000)} s${scalar === null ? '' : ` · scalar ${scalar}`}`;
}
