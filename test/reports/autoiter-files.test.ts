import { describe, expect, test } from 'vitest';
import { exit } from '../../src/brakes/exit.ts';
import { RUN_SPEC } from '../../src/config/run-spec.ts';
import { blockerReport } from '../../src/reports/autoiter/blocker-report.ts';
import { fixFile } from '../../src/reports/autoiter/fix-file.ts';
import { fixPlanFile } from '../../src/reports/autoiter/fix-plan.ts';
import { kickoffFile } from '../../src/reports/autoiter/kickoff.ts';
import { doneLine, statusLine, tickLine, userLogEntry } from '../../src/reports/autoiter/moment.ts';
import { observationsFile, triageFile } from '../../src/reports/autoiter/observations.ts';
import { prepareReport, runSpecFile } from '../../src/reports/autoiter/run-spec-file.ts';
import { decisionOf, summaryFile } from '../../src/reports/autoiter/summary.ts';
import { facts, fix, issue, verdict } from '../brakes/autoiter-entries.ts';
import { made, second, sha, taken } from './autoiter-run.ts';

describe('C5–C12 the run’s files, in the seed’s forms', () => {
  test('kickoff.md', () => {
    const begin = { iter: 1, head: sha, baseline: null, goal: 'all green', at: '2026-03-01T10:00:00Z' };
    expect(kickoffFile(begin)).toBe(
      `# Kickoff — iter-1\ngit_head: ${sha}\nbaseline_metric: none (first iter)\niter_goal: all green\ntimestamp: 2026-03-01T10:00:00Z\n`,
    );
    expect(kickoffFile({ ...begin, baseline: 0.5 })).toContain('baseline_metric: 0.5\n');
  });

  test('observations.md: at most five lines of evidence', () => {
    const file = observationsFile([issue('ISSUE-001', { evidence: '1\n2\n3\n4\n5\n6', blocking: true })]);
    expect(file).toMatchInlineSnapshot(`
      "## ISSUE-001
      - title: trouble ISSUE-001
      - evidence:
        \`\`\`text
        1
        2
        3
        4
        5
        \`\`\`
      - severity: 3
      - first_seen_ts: 2026-03-01T10:00:00Z
      - blocking: true
      "
    `);
    expect(observationsFile([])).toBe('No issues observed.\n');
  });

  test('triage.md', () => {
    expect(triageFile([verdict('ISSUE-001', 'Real', 4)])).toBe(
      '## ISSUE-001\nverdict: Real\nconfidence: 4\nrationale: looked\n',
    );
  });

  test('FIX-nnn.md', () => {
    expect(
      fixFile(fix('FIX-001', { reproduction_test: 'test("a", () => {\n  fail();\n});\n', dependencies: ['FIX-002'] })),
    ).toMatchInlineSnapshot(`
      "# FIX-001

      \`\`\`yaml
      id: FIX-001
      kind: correctness
      severity: 3
      fix_confidence: 4
      root_cause: "the index is off by one"
      reproduction_test: |
        test("a", () => {
          fail();
        });
      fix_outline: "start at zero"
      why_root_cause: "shown by stepping through"
      dependencies: [FIX-002]
      uncertainty_tag: none
      \`\`\`
      "
    `);
  });

  test('fix-plan.md', () => {
    const spec = RUN_SPEC.parse({ trigger: { invocation: 'npm test' } });
    const planned = {
      batches: [['FIX-001'], ['FIX-002']],
      text: '',
      jaccard: 0,
      bucket: 1,
      left: [{ id: 'FIX-003', why: 'it depends on itself' }],
    };
    expect(fixPlanFile({ run: 'r7k2', iter: 2, fixes: [made, taken], plan: planned }, spec)).toMatchInlineSnapshot(`
      "<!-- plan-source: refs/ultraloop/r7k2:iter-2/fix-plan.md -->
      <!-- plan-topic: autoiter-iter-2-fixes -->
      <!-- plan-executor: autoiter stage 5.1 -->

      # Fix plan — iter-2

      ## Task Execution DAG
      - Batch 1: FIX-001
      - Batch 2: FIX-002 (after FIX-001)
      - Left out: FIX-003, it depends on itself

      ## Task Details
      ### FIX-001 · start at zero
      - Kind: correctness, severity 3, confidence 4
      - Key files: \`src/a.ts\`
      - Why: the index is off by one
      - How: start at zero
      - Verify:
        \`\`\`text
        assert(parse("a") === 1)
        \`\`\`
      ### FIX-002 · repair FIX-002
      - Kind: optimization, severity 3, confidence 4
      - Key files: \`src/a.ts\`
      - Why: the index is off by one
      - How: start at zero
      - Verify:
        \`\`\`text
        assert(parse("a") === 1)
        \`\`\`

      ## Impact Assessment
      - Affected files: \`src/a.ts\`
      - Reverse impact: None — iter-local change

      ## E2E Assessment
      - Trigger: \`npm test\`
      - Success: all_green
      "
    `);
  });

  test('summary.md, with the rollback log and the likeness of the plans', () => {
    expect(summaryFile(2, second.autoiter ?? facts(), undefined)).toMatchInlineSnapshot(`
      "# Summary — iter-2
      scalar_before: 0.71
      scalar_after: 0.84
      scalar_delta: +0.13
      convergence: no
      decision: continue
      fixes_applied: [FIX-001]

      ## Plan similarity
      jaccard: 0.25
      bucket: 2

      ## rollback_log
      - FIX-002 \`efefefe\`: the scalar got worse
      "
    `);
    expect(summaryFile(1, facts(), exit('CONVERGED', ''))).toContain(
      'scalar_delta: n/a\nconvergence: yes\ndecision: stop_converged\n',
    );
  });

  test.each([
    [undefined, 'continue'],
    [exit('CONVERGED', ''), 'stop_converged'],
    [exit('BUDGET_EXHAUSTED', '', ['5 of 5 iterations']), 'stop_cap'],
    [exit('BUDGET_EXHAUSTED', '', ['9 of 9 tokens']), 'stop_budget'],
    [exit('ESCALATED', ''), 'stop_escalated'],
    [exit('ABORTED', ''), 'stop'],
  ])('the decision for %o is %s', (ended, decision) => {
    expect(decisionOf(ended)).toBe(decision);
  });

  test('blocker-report.md, run-spec.md, prepare-report.md', () => {
    const blocked = facts({
      issues: [issue('ISSUE-001', { blocking: true })],
      recovery: second.autoiter?.recovery ?? [],
    });
    expect(blockerReport(1, blocked)).toContain(
      '## Attempt 1\n- model: fast\n- root_cause: no port\n- fix_applied: chose another\n- result: exit code 0\n',
    );
    expect(runSpecFile('r7k2', 'a: 1\n')).toMatch(
      /^<!-- plan-source: refs\/ultraloop\/r7k2:run-spec\.md -->\n<!-- plan-kind: autoiter-stage0 -->\n/,
    );
    const report = prepareReport([{ name: 'node', ok: false, detail: 'not there' }], {
      command: 'npm test',
      result: 'exit code 1',
    });
    expect(report).toContain('verdict: FAIL\n\n| Check | There | Detail |');
  });

  test('C16 status.md, user-log.md and the tick line', () => {
    const moment = {
      run: 'r7k2',
      iter: 2,
      max: 5,
      stage: '4a' as const,
      what: 'Triage · 3 Real,\n1 DEFERRED',
      scalar: 0.84,
    };
    expect(statusLine(moment)).toBe('iter 2/5 · Stage 4a · Triage · 3 Real, 1 DEFERRED · scalar=0.84\n');
    expect(tickLine(moment)).toBe('[autoiter r7k2] iter-2 Stage 4a → Triage · 3 Real, 1 DEFERRED');
    expect(userLogEntry(2, '2026-03-01T10:00:00Z', 'Two fixes.')).toBe(
      '## iter-2 · 2026-03-01T10:00:00Z\nTwo fixes.\n\n',
    );
    expect(doneLine('converged', { last: 0.91, baseline: 0.52 })).toBe(
      'DONE · converged · scalar=0.91 (baseline=0.52, Δ=+0.39)\n',
    );
    expect(doneLine('escalated', { last: null, baseline: null })).toBe(
      'DONE · escalated · scalar=none (baseline=none, Δ=n/a)\n',
    );
  });
});
