// The report of one iteration: what was done, by whom, what came of it, what it cost, what happens next (section 6, K6, K20).
import { counters } from '../brakes/counters.ts';
import { iterationLimit } from '../brakes/max-cycles.ts';
import type { Counter, Iteration } from '../record.ts';
import { logs } from './checks.ts';
import { detectedChecks } from './detected-checks.ts';
import { filesChanged } from './files-changed.ts';
import { failureLine, notesList, stepsTable, upTo } from './iteration-parts.ts';
import type { Run } from './links.ts';
import { marked } from './markdown.ts';
import { type Next, nextLine, outcome } from './next.ts';
import { spendLine, spendTable } from './spend.ts';

/** Markdown of one comment; `finish` still has to cap and redact it. `run.past` may or may not hold the iteration yet. */
export function iterationReport(run: Run, iteration: Iteration, next: Next): string {
  const { spec } = run;
  const past = upTo(run.past, iteration);
  const parts = [
    `## Iteration ${iteration.n}/${iterationLimit(spec, past)} · ${outcome(next)}`,
    failureLine(iteration),
    stepsTable(run, iteration),
    filesChanged(run, iteration),
    ...logs(iteration),
    spendTable(iteration),
    iteration.n === 1 ? detectedChecks(spec) : '',
    notesList(run, iteration),
    nextLine(next, iteration.n + 1),
    `<sub>${[...brakeCounters(counters(spec, past)), spendLine(spec, past)].join(' · ')}</sub>`,
  ];
  return marked(parts.filter(part => part !== '').join('\n\n'), spec.run, `iteration-${iteration.n}`);
}

const BRAKES = ['iterations', 'failures in a row', 'no progress', 'same error', 'errors'];

/** Counters of the brakes that are not about money; those stand in the spend line. */
export function brakeCounters(all: readonly Counter[]): string[] {
  const brakes = all.filter(({ name }) => BRAKES.includes(name));
  return brakes.map(({ name, value, limit }) => `${name} ${value}/${limit}`);
}
