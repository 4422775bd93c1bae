// What the operator's own channels are told when a run ends or needs a person (K17).
import { iterations, last } from '../brakes/past.ts';
import type { Exit } from '../record.ts';
import { clip, flat } from './clean.ts';
import { issueUrl, pullUrl, type Run } from './links.ts';

export interface Notification {
  event: string;
  text: string;
  facts: Record<string, unknown>;
}
type State = 'done' | 'needs-human' | 'stopped';

/** The seed's names for autoiter's ends; for every other exit what became of the run. */
export function notification(run: Run, exit: Exit, state: State): Notification {
  const { spec } = run;
  const url = pullUrl(run) ?? issueUrl(run);
  const why = clip(flat(exit.why), 500);
  const place = `${spec.owner}/${spec.repo}#${spec.issue}`;
  return {
    event: eventOf(run, exit, state),
    text: `${place}: ${exit.code} after ${iterations(run.past).length} iterations. ${why} ${url}`,
    facts: {
      ...{ exit: exit.code, why, state, loop: spec.loop },
      ...{ repository: `${spec.owner}/${spec.repo}`, issue: spec.issue, url },
    },
  };
}

function eventOf(run: Run, exit: Exit, state: State): string {
  if (exit.code === 'CONVERGED') return 'autoiter_done';
  if (exit.code === 'BUDGET_EXHAUSTED') return 'budget_exhausted';
  if (exit.code === 'ESCALATED') return escalated(run);
  return state.replace('-', '_');
}

function escalated({ past }: Run): string {
  const reason = last(past)?.autoiter?.escalate?.reason;
  if (reason === 'blocker_unrecoverable' || reason === 'prepare_failed') return reason;
  return reason === 'loop_no_progress' ? 'deadlock' : 'escalated';
}
