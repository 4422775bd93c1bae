// run-spec.md as it was locked (C2), and prepare-report.md (C3).
import type { PrepareCheck } from '../../facts/autoiter.ts';
import { fenced } from '../fence.ts';
import { code, table, text } from '../markdown.ts';

/** The seed's three metadata lines, then the YAML as it was approved. */
export function runSpecFile(run: string, yaml: string): string {
  const head = [
    `<!-- plan-source: refs/ultraloop/${run}:run-spec.md -->`,
    '<!-- plan-kind: autoiter-stage0 -->',
    '<!-- plan-executor: autoiter -->',
  ];
  return `${head.join('\n')}\n\n${fenced(yaml.trimEnd(), 'yaml')}\n`;
}

export function prepareReport(checks: readonly PrepareCheck[], baseline: { command: string; result: string }): string {
  const rows = checks.map(({ name, ok, detail }) => [text(name), ok ? '✔' : '✘', text(detail)]);
  const failed = checks.filter(({ ok }) => !ok).length;
  return `${[
    '# Prepare report',
    `verdict: ${failed === 0 ? 'PASS' : 'FAIL'}`,
    table([['Check', 'There', 'Detail'], ...rows]),
    `Baseline run: ${code(baseline.command)}, ${text(baseline.result)}`,
  ].join('\n\n')}\n`;
}
