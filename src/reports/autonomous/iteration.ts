// The report of one iteration of the autonomous loop, in the seed's form (A2, A7).
import { missed } from '../../brakes/commits.ts';
import { counters } from '../../brakes/counters.ts';
import { iterationLimit } from '../../brakes/max-cycles.ts';
import type { Iteration, Past } from '../../record.ts';
import { logs } from '../checks.ts';
import { detectedChecks } from '../detected-checks.ts';
import { filesChanged } from '../files-changed.ts';
import { findingLink } from '../finding.ts';
import { brakeCounters } from '../iteration.ts';
import { failureLine, notesList, stepsTable, upTo } from '../iteration-parts.ts';
import type { Run } from '../links.ts';
import { marked, text } from '../markdown.ts';
import { type Next, nextLine } from '../next.ts';
import { spendLine, spendTable } from '../spend.ts';
import { planList, sessionHeader } from './session-status.ts';

const SHOWN = 20;

export function autonomousIteration(run: Run, iteration: Iteration, next: Next): string {
  const { spec } = run;
  const past = upTo(run.past, iteration);
  const limit = iterationLimit(spec, past);
  const parts = [
    `## Iteration ${iteration.n}/${limit}`,
    iteration.n === 1 ? `Entering autonomous loop. Max ${limit} iterations.` : '',
    sessionHeader({ spec, past }),
    failureLine(iteration),
    stepsTable(run, inForm(iteration), 'Skill'),
    `**Outcome:** ${outcome(iteration, next)}`,
    blocks(run, iteration),
    notMet(iteration),
    isPlanNews(iteration, past) ? planList(spec, past) : '',
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

/** SUCCESS / CONTINUE / JIDOKA / MAX; a run that leaves for another reason names that. */
function outcome({ autonomous }: Iteration, next: Next): string {
  const own = autonomous?.outcome ?? 'CONTINUE';
  if (next.kind !== 'exit' || next.exit.code === own) return own;
  return own === 'SUCCESS' ? `SUCCESS, then ${next.exit.code}` : next.exit.code;
}

/** The seed's four rows; the freeze only where something is frozen. */
function inForm(iteration: Iteration): Iteration {
  const steps = iteration.steps.filter(step => step.stage !== 'freeze' || step.state !== 'skipped');
  return { ...iteration, steps: steps.map(step => ({ ...step, by: SKILLS[step.by] ?? step.by })) };
}

const SKILLS: Record<string, string> = { implementer: '(implementation)' };

function blocks(run: Run, { autonomous, commit }: Iteration): string {
  const { verdict, findings = [] } = autonomous?.review ?? {};
  if (verdict !== 'BLOCK') return '';
  const lines = findings.slice(0, SHOWN).map(finding => `- ${findingLink(run, finding, commit)}`);
  return ['**Blocked by review**', ...(lines.length > 0 ? lines : ['- The reviewer gave no reason.'])].join('\n');
}

/** Criteria in words; failing checks have their own folds. */
function notMet({ autonomous, blocks: checked }: Iteration): string {
  const green = checked.every(block => [block.lint, block.unit, block.contract].every(check => check?.ok ?? true));
  const items = green ? missed(autonomous?.qa?.items ?? []) : [];
  if (items.length === 0) return '';
  return ['**Not met**', ...items.slice(0, SHOWN).map(({ name, detail }) => `- ${text(name)}: ${text(detail)}`)].join(
    '\n',
  );
}

/** Shown when it was made, and whenever a commit of it was done. */
function isPlanNews({ n, autonomous }: Iteration, past: Past): boolean {
  return n === 1 || autonomous?.plan !== undefined || (autonomous?.outcome === 'SUCCESS' && past.length > 0);
}
