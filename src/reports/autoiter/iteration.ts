// The report of one autoiter record: discovery shows the run spec, an iteration what was seen, judged, fixed and measured (K6).
import { autoiterCounters } from '../../brakes/autoiter-counters.ts';
import { iterNumber, iters } from '../../brakes/autoiter-past.ts';
import { budgetUse } from '../../brakes/budget-exhausted.ts';
import { deferredPool } from '../../brakes/gates.ts';
import { lockedRunSpec } from '../../brakes/run-spec-lock.ts';
import type { AutoiterFacts } from '../../facts/autoiter.ts';
import type { Iteration, Past } from '../../record.ts';
import { logs } from '../checks.ts';
import { fenced } from '../fence.ts';
import { count } from '../figures.ts';
import { filesChanged } from '../files-changed.ts';
import { failureLine, notesList, stepsTable, upTo } from '../iteration-parts.ts';
import type { Run } from '../links.ts';
import { code, details, marked, text } from '../markdown.ts';
import { type Next, nextLine, outcome } from '../next.ts';
import { setupText } from '../setup-text.ts';
import { spendLine, spendTable } from '../spend.ts';
import { guards } from './guards.ts';
import { issuesTable } from './issues-table.ts';
import { runSpecComment } from './run-spec-comment.ts';
import { scalarLine } from './scalar-line.ts';

/** Markdown of one comment; `finish` still has to cap and redact it. `run.past` may or may not hold the record yet. */
export function autoiterIteration(run: Run, iteration: Iteration, next: Next): string {
  const facts = iteration.autoiter;
  const past = upTo(run.past, iteration);
  if (facts?.proposal !== undefined && facts.phase === 'discovery' && !iteration.failure)
    return runSpecComment(run, { yaml: facts.proposal, triggers: facts.candidates ?? [] });
  const spec = lockedRunSpec(run.spec, past);
  const parts = [
    `## ${heading(run, iteration, past)} · autoiter · ${outcome(next)}`,
    failureLine(iteration),
    stepsTable(run, iteration),
    scalarLine(facts?.scalar, spec),
    ...(facts ? seen(run, facts, past) : []),
    filesChanged(run, iteration),
    ...logs(iteration),
    spendTable(iteration),
    iterNumber(past, iteration) === 1 ? setupText(run.spec) : '',
    notesList(run, iteration),
    nextLine(next, iters(past).length + 1),
    `<sub>${[...figures(run, past), spendLine(run.spec, past)].join(' · ')}</sub>`,
  ];
  return marked(parts.filter(part => part !== '').join('\n\n'), run.spec.run, `iteration-${iteration.n}`);
}

function heading({ spec }: Run, iteration: Iteration, past: Past): string {
  const phase = iteration.autoiter?.phase;
  if (phase === 'discovery') return 'Discovery';
  if (phase === 'prepare') return 'Prepare';
  const run = lockedRunSpec(spec, past);
  const limit = run ? budgetUse(run, past)[0]?.limit : undefined;
  const n = iterNumber(past, iteration) || iteration.n;
  return limit === undefined ? `Iteration ${n}` : `Iteration ${n}/${limit}`;
}

function seen(run: Run, facts: AutoiterFacts, past: Past): string[] {
  const lines = guards(facts);
  return [
    issuesTable(run, facts),
    lines.length > 0 ? ['**Guards**', ...lines].join('\n') : '',
    recovery(facts),
    facts.prepared ? details('Prepare report', fenced(facts.prepared.report)) : '',
    pool(past),
  ];
}

function recovery({ recovery: attempts }: AutoiterFacts): string {
  const lines = attempts.map(
    ({ model, root_cause, fix, result }, index) =>
      `${index + 1}. ${code(model)} ${text(root_cause)}; did: ${text(fix)}; ${text(result)}`,
  );
  return lines.length === 0 ? '' : details(`Recovery, ${count(lines.length, 'attempt')} of 3`, lines.join('\n'));
}

function pool(past: Past): string {
  const waiting = deferredPool(past);
  const lines = waiting.slice(0, 30).map(({ id, title, tag, iteration }) => {
    return `- ${text(id)} ${text(title)} (${tag}, iter-${iteration})`;
  });
  return lines.length === 0 ? '' : details(`Deferred pool, ${count(waiting.length, 'issue')}`, lines.join('\n'));
}

function figures({ spec }: Run, past: Past): string[] {
  return autoiterCounters(spec, past)
    .filter(({ name }) => name !== 'tokens' && name !== 'minutes')
    .map(({ name, value, limit }) => `${name} ${value}/${limit}`);
}
