// The report of one attempt at a slice, or of one end-to-end pass (seed 002).
import { counters } from '../../brakes/counters.ts';
import { iterationLimit } from '../../brakes/max-cycles.ts';
import { ATTEMPTS, attemptsAt, isDone } from '../../brakes/ralph-course.ts';
import type { RalphFacts } from '../../facts/ralph.ts';
import type { Iteration, Past } from '../../record.ts';
import type { Spec } from '../../spec.ts';
import { logs } from '../checks.ts';
import { fenced } from '../fence.ts';
import { filesChanged } from '../files-changed.ts';
import { brakeCounters } from '../iteration.ts';
import { failureLine, notesList, stepsTable, upTo } from '../iteration-parts.ts';
import type { Run } from '../links.ts';
import { code, details, marked, text } from '../markdown.ts';
import { type Next, nextLine, outcome } from '../next.ts';
import { setupText } from '../setup-text.ts';
import { spendLine, spendTable } from '../spend.ts';
import { driftShown } from './drift.ts';

export function attemptReport(run: Run, iteration: Iteration, next: Next): string {
  const { spec } = run;
  const past = upTo(run.past, iteration);
  const { ralph } = iteration;
  const parts = [
    `## Iteration ${iteration.n}/${iterationLimit(spec, past)} · ${title(ralph)} · ${outcome(next)}`,
    ralph?.slice ? text(ralph.slice.name) : '',
    failureLine(iteration),
    stepsTable(run, iteration),
    ...driftShown(iteration),
    brokenFlows(ralph),
    filesChanged(run, iteration),
    ...logs(iteration),
    logEntry(ralph),
    spendTable(iteration),
    ...(iteration.n === 1 ? [commands(spec), setupText(spec)] : []),
    notesList(run, iteration),
    nextLine(next, iteration.n + 1),
    `<sub>${[...ownCounters(spec, past), ...brakeCounters(counters(spec, past)).filter(isShown), spendLine(spec, past)].join(' · ')}</sub>`,
  ];
  return marked(parts.filter(part => part !== '').join('\n\n'), spec.run, `iteration-${iteration.n}`);
}

/** `slice-1, attempt 2 of 3`; `outer` when the end-to-end pass sent it back. */
function title(ralph: RalphFacts | undefined): string {
  if (!ralph?.slice) return 'end to end';
  const outer = ralph.pass === 'outer' ? 'outer retry, ' : '';
  return `${text(ralph.slice.id)}, ${outer}attempt ${ralph.attempt} of ${ATTEMPTS}`;
}

/** An attempt without a change of the tree is a failed attempt here, so the general counter says nothing. */
const isShown = (counter: string): boolean => !counter.startsWith('no progress');

function ownCounters({ ralph: plan }: Spec, past: Past): string[] {
  const last = past.findLast(entry => entry.kind === 'iteration')?.ralph;
  if (!plan) return [];
  const built = plan.slices.filter(
    slice => plan.built.includes(slice.id) || attemptsAt(past, slice, 'inner').some(isDone),
  );
  const retries = last?.slice ? [`retries ${last.attempt - 1}/${ATTEMPTS - 1}`] : [];
  return [`slices ${built.length}/${plan.slices.length}`, ...retries];
}

function brokenFlows(ralph: RalphFacts | undefined): string {
  const { ok, flows = [], flagged = [] } = ralph?.e2e ?? { ok: true };
  if (ok) return '';
  return [
    `**Broken flows**, slices flagged: ${flagged.map(text).join(', ')}`,
    ...flows.map(flow => `- ${text(flow)}`),
  ].join('\n');
}

/** Folded: on green it is in the log, before that it is a draft. */
function logEntry(ralph: RalphFacts | undefined): string {
  if (!ralph?.entry || ralph.drift) return '';
  return details(
    ralph.done ? 'Entry in the implementation log' : 'Draft of the log entry, not written',
    fenced(ralph.entry),
  );
}

function commands({ ralph: plan, checksFrom }: Spec): string {
  if (!plan) return '';
  const lines = [
    ['typecheck', plan.typecheck],
    ['tests of a slice', plan.tests],
    ['end to end', plan.mode === 'build' ? plan.e2e : undefined],
  ].flatMap(([name, command]) => (command ? [`- ${name}: ${code(command)}`] : []));
  const whole =
    plan.tests?.includes('{slice}') === false
      ? ['- The tests are those of the whole repository: `{slice}` in `ralph: tests:` would scope them.']
      : [];
  return [
    `**Gateway**, from ${code(checksFrom || 'ultraloop.yml')}. Change it under \`ralph:\` in \`.github/ultraloop.yml\`.`,
    ...lines,
    ...whole,
  ].join('\n');
}
