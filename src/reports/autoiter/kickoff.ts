// iter-N/kickoff.md in the seed's form: where an iteration begins (C5).
import { text } from '../markdown.ts';
import { figure } from './figure.ts';

export interface Kickoff {
  iter: number;
  /** Commit the branch stood at. */
  head: string;
  /** The scalar so far; null before there is one. */
  baseline: number | null;
  /** From the deferred pool, or the run spec's goal. */
  goal: string;
  /** ISO time. */
  at: string;
}

export function kickoffFile({ iter, head, baseline, goal, at }: Kickoff): string {
  return [
    `# Kickoff — iter-${iter}`,
    `git_head: ${head}`,
    `baseline_metric: ${baseline === null ? 'none (first iter)' : figure(baseline)}`,
    `iter_goal: ${text(goal)}`,
    `timestamp: ${at}`,
    '',
  ].join('\n');
}
