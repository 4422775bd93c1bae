// The numbers of a demo, as `--json` prints them.
import type { Iteration, Past } from '../src/record.ts';
import type { Run } from '../src/store/run-row.ts';
import type { GitHub } from '../test/github/index.ts';
import type { JournalEntry } from './journal.ts';
import type { Call, Setting } from './setting.ts';

export interface Numbers {
  exit: string;
  iterations: number;
  prState: 'none' | 'draft' | 'ready' | 'closed' | 'merged';
  /** Comments of the app, on the issue and the pull request. */
  comments: number;
  reviewRequests: number;
  restCalls: number;
  graphqlCalls: number;
  /** REST and GraphQL calls of an iteration, on average; null when none ran undisturbed. See `callsPerIteration`. */
  restCallsPerIteration: number | null;
  contractViolations: number;
  repeatedSteps: number;
  /** From the label to the end of the run. */
  seconds: number;
  /** Of these, time agents worked. */
  agentSeconds: number;
}

interface Measured {
  setting: Setting;
  run: Run;
  past: Past;
  journal: JournalEntry[];
  repeated: number;
  ms: number;
}

export function measure({ setting, run, past, journal, repeated, ms }: Measured): Numbers {
  const { github, repo, calls, contract } = setting;
  const threads = [run.issue, ...(run.places.pull === undefined ? [] : [run.places.pull])];
  const count = (kind: string): number =>
    threads.flatMap(number => github.thread(repo, number)).filter(entry => entry.kind === kind).length;
  const iterations = past.filter(entry => entry.kind === 'iteration');
  const agentMs = iterations.flatMap(iteration => iteration.spend).reduce((sum, spend) => sum + spend.ms, 0);
  return {
    exit: run.exit?.code ?? 'none',
    iterations: iterations.filter(isIteration).length,
    prState: stateOf(github, repo, run),
    comments: threads.flatMap(number => github.issue(repo, number).comments).filter(comment => comment.app).length,
    reviewRequests: count('review_requested'),
    restCalls: calls.filter(call => !call.graphql).length,
    graphqlCalls: calls.filter(call => call.graphql).length,
    restCallsPerIteration: callsPerIteration(journal, calls),
    contractViolations: contract.violations.length,
    repeatedSteps: repeated,
    seconds: round(ms / 1000),
    agentSeconds: round(agentMs / 1000),
  };
}

/** Turns of autoiter that only discover or prepare are on record, too. */
function isIteration({ autoiter }: Iteration): boolean {
  return autoiter === undefined || autoiter.phase === 'iteration';
}

function stateOf(github: GitHub, repo: string, { places }: Run): Numbers['prState'] {
  if (places.pull === undefined) return 'none';
  const { pull, state } = github.pull(repo, places.pull);
  if (pull.mergedAt !== null) return 'merged';
  if (state === 'closed') return 'closed';
  return pull.draft ? 'draft' : 'ready';
}

/**
 * Calls from an iteration's beginning to its report, without those that answer a person meanwhile. An iteration counts when
 * its turn began and reported once: one that was killed on the way is not the steady state.
 */
export function callsPerIteration(
  journal: readonly JournalEntry[],
  calls: readonly Pick<Call, 'at' | 'answers'>[],
): number | null {
  const own = calls.filter(call => !call.answers);
  const workflows = [...new Set(journal.map(entry => entry.workflow))];
  const counts = workflows.flatMap(workflow => {
    const turn = journal.filter(entry => entry.workflow === workflow);
    const of = (phase: string, name: string) => turn.filter(entry => entry.phase === phase && entry.name === name);
    const [begun, ...again] = of('begin', 'begin');
    const [reported, ...twice] = of('end', 'report');
    const resumed = turn.filter(e => e.phase === 'begin').length > turn.filter(e => e.phase === 'end').length;
    if (!begun || !reported || again.length + twice.length > 0 || resumed) return [];
    return [own.filter(call => call.at >= begun.at && call.at <= reported.at).length];
  });
  return counts.length === 0 ? null : round(counts.reduce((sum, n) => sum + n, 0) / counts.length);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
