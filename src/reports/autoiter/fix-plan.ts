// iter-N/fix-plan.md in the seed's form: metadata, the order of the fixes, why and how and how it is verified, what it touches (C8).
import type { RunSpec } from '../../config/run-spec.ts';
import type { AutoiterFacts, Fix } from '../../facts/autoiter.ts';
import { fenced } from '../fence.ts';
import { code, text } from '../markdown.ts';

export interface FixPlan {
  run: string;
  iter: number;
  fixes: readonly Fix[];
  plan: NonNullable<AutoiterFacts['plan']>;
  /** Fixes taken in from shared state, when a fix changes what others rely on; empty = none. */
  reverse?: string;
}

export function fixPlanFile({ run, iter, fixes, plan, reverse }: FixPlan, spec: RunSpec): string {
  const planned = plan.batches.flat().flatMap(id => fixes.find(fix => fix.id === id) ?? []);
  const files = [...new Set(planned.flatMap(fix => fix.files))].sort();
  return `${[
    [
      `<!-- plan-source: refs/ultraloop/${run}:iter-${iter}/fix-plan.md -->`,
      `<!-- plan-topic: autoiter-iter-${iter}-fixes -->`,
      '<!-- plan-executor: autoiter stage 5.1 -->',
    ].join('\n'),
    `# Fix plan — iter-${iter}`,
    section('Task Execution DAG', dag(plan, planned)),
    section('Task Details', planned.length === 0 ? ['No fix is eligible.'] : planned.map(task)),
    section('Impact Assessment', [
      `- Affected files: ${files.length === 0 ? 'none named' : files.map(code).join(', ')}`,
      `- Reverse impact: ${reverse ? text(reverse) : 'None — iter-local change'}`,
    ]),
    section('E2E Assessment', endToEnd(spec)),
  ].join('\n\n')}\n`;
}

function section(title: string, lines: string[]): string {
  return `## ${title}\n${lines.join('\n')}`;
}

function dag({ batches, left }: FixPlan['plan'], planned: readonly Fix[]): string[] {
  const named = (id: string): string => {
    const needs = planned.find(fix => fix.id === id)?.dependencies ?? [];
    return needs.length === 0 ? text(id) : `${text(id)} (after ${needs.map(text).join(', ')})`;
  };
  return [
    ...batches.map((batch, index) => `- Batch ${index + 1}: ${batch.map(named).join(', ')}`),
    ...(batches.length === 0 ? ['- Nothing to do'] : []),
    ...(left ?? []).map(({ id, why }) => `- Left out: ${text(id)}, ${text(why)}`),
  ];
}

function task(fix: Fix): string {
  return [
    `### ${text(fix.id)} · ${text(fix.title)}`,
    `- Kind: ${fix.kind}, severity ${fix.severity}, confidence ${fix.fix_confidence}`,
    `- Key files: ${fix.files.length === 0 ? 'none named' : fix.files.map(code).join(', ')}`,
    `- Why: ${text(fix.root_cause)}`,
    `- How: ${text(fix.fix_outline)}`,
    '- Verify:',
    fenced(fix.reproduction_test).replace(/^/gm, '  '),
  ].join('\n');
}

/** Taken over from the run spec, never derived anew. */
function endToEnd({ trigger, success_criterion: { type, threshold } }: RunSpec): string[] {
  return [
    `- Trigger: ${code(trigger.invocation)}`,
    `- Success: ${type}${threshold === undefined ? '' : `, threshold ${threshold}`}`,
    ...(trigger.scalar_extraction === undefined ? [] : [`- Scalar: ${code(trigger.scalar_extraction)}`]),
  ];
}
