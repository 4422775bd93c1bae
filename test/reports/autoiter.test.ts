import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../../src/brakes/exit.ts';
import { RUN_SPEC } from '../../src/config/run-spec.ts';
import { blockerReport } from '../../src/reports/autoiter/blocker-report.ts';
import { autoiterClosing } from '../../src/reports/autoiter/closing.ts';
import { fixFile } from '../../src/reports/autoiter/fix-file.ts';
import { fixPlanFile } from '../../src/reports/autoiter/fix-plan.ts';
import { autoiterIteration } from '../../src/reports/autoiter/iteration.ts';
import { kickoffFile } from '../../src/reports/autoiter/kickoff.ts';
import { observationsFile, triageFile } from '../../src/reports/autoiter/observations.ts';
import { summaryFile } from '../../src/reports/autoiter/summary.ts';
import { discovery, facts, fix, issue, iter, verdict } from '../brakes/autoiter-entries.ts';
import { run, second, sha, text } from './autoiter-run.ts';
import { hostile, LIVE, LONE_SURROGATE, nodes, prose } from './hostile.ts';

describe('K6 autoiter’s reports', () => {
  test('discovery shows the run spec, the ranked triggers, five questions and the exact words', () => {
    const first = iter(1, {
      phase: 'discovery',
      proposal: text,
      candidates: [{ command: 'npm test', kind: 'shell', score: 5, why: 'fast' }],
    });
    const comment = autoiterIteration(run, first, { kind: 'exit', exit: exit('SPEC_WAITING', '') });
    expect(comment).toContain('| `npm test` | shell | 5/5 | fast |');
    expect(comment.match(/^\d\. \*\*/gm)).toHaveLength(5);
    expect(comment).toContain('`/approve` locks the run spec and starts, `/abort` stops.');
    expect(comment).toMatch(/<!-- ultraloop:r7k2:run-spec -->$/);
  });

  test('an iteration: scalar against its goal, each issue’s fate, guards, what is put off, counters with their limits', () => {
    const report = autoiterIteration(run, second, { kind: 'now' });
    expect(report).toMatchInlineSnapshot(`
      "## Iteration 1/5 · autoiter · CONTINUE

      **Scalar** 0.71 → 0.84 (Δ +0.13), at first 0.52, goal ≥ 0.9

      | Issue | Severity | Triage | Fix | Outcome |
      |---|---|---|---|---|
      | ISSUE-001 wrong total | 3/5 | Real 5/5 | FIX-001 correctness 4/5 | ✔ [abababa](https://github.com/acme/codec/commit/abababababababababababababababababababab) |
      | ISSUE-002 trouble ISSUE-002 | 2/5 | Unclear 3/5 | FIX-002 optimization 4/5 | reverted [cdcdcdc](https://github.com/acme/codec/commit/cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd) |
      | ISSUE-003 trouble ISSUE-003 | 3/5 | Real 2/5 | - | deferred: triage_low_confidence |
      | ISSUE-004 trouble ISSUE-004 | 3/5 | Discarded 4/5 | - | not real |

      **Guards**
      - G4 held-out check: ✘ disagrees, so the visible goal does not count
      - G5 ✘ src/a.ts:7 gives back what a test expects: 5405
      - G6 diff audit: ✔ every changed file belongs to a fix
      - G7 likeness to the plan before: 0.25, bucket 2 of 5
      - Reverted FIX-002 \`efefefe\`: the scalar got worse

      <details><summary>Recovery, 1 attempt of 3</summary>

      1. \`fast\` no port; did: chose another; exit code 0

      </details>

      <details><summary>Deferred pool, 1 issue</summary>

      - ISSUE-003 trouble ISSUE-003 (triage_low_confidence, iter-1)

      </details>

      <details><summary>1 file changed, +3 −1</summary>

      - [src/a.ts](https://github.com/acme/codec/blob/3333333333333333333333333333333333333333/src/a.ts) +3 −1

      </details>

      **Notes**
      - **No sandbox:** agent and checks ran unwalled on the host.

      **Next:** iteration 2 starts now. \`/continue your words\` guides it, \`/finish\` wraps up, \`/abort\` stops.

      <sub>iterations 1/5 · flat scalar 0/2 · same error 0/3 · no file changed 0/5 · failures in a row 0/3 · 0 tokens (no limit) · $0 (no limit) · 1 min (agent 0 s)</sub>

      <!-- ultraloop:r7k2:iteration-3 -->"
    `);
  });

  test('a failed discovery is a report of its own kind', () => {
    const failed = iter(1, { phase: 'discovery' }, { failure: { code: 'agent-missing', detail: 'not there' } });
    const report = autoiterIteration({ ...run, past: [] }, failed, { kind: 'now' });
    expect(report).toMatch(/^## Discovery · autoiter · CONTINUE\n\n\*\*✘ The agent could not be started/);
  });

  test('closing: exit first, then how far it came, each iteration, each fix, what is open, where the files are', () => {
    expect(
      autoiterClosing(run, exit('ESCALATED', 'A person has to look.', ['x.sh: nobody named it'])),
    ).toMatchInlineSnapshot(`
      "## Autoiter Report · ESCALATED

      **⏸ A person has to decide.** A person has to look.

      ### Summary
      - **Task**: [issue 41](https://github.com/acme/codec/issues/41) Bring up the encoder blocks
      - **Trigger**: \`npm test\`
      - **Primary goal**: correctness
      - **Iterations**: 1 / 5
      - **Exit reason**: ESCALATED
      - **Status**: DONE · escalated · scalar=0.71 (baseline=0.52, Δ=+0.19)
      - **Cost**: 0 tokens (no limit) · $0 (no limit) · 1 min (agent 0 s)
      - **Sandbox**: none; agent and checks ran unwalled on the host

      ### Iterations
      | Iter | Scalar | Δ | Issues | Fixes | Decision |
      |---|---|---|---|---|---|
      | 1 | 0.71 → 0.84 | +0.13 | 4 | 2, 1 reverted | stop_escalated |

      ### Fixes
      | Iter | Fix | Kind | Commit | State |
      |---|---|---|---|---|
      | 1 | FIX-001 start at zero | correctness | [abababa](https://github.com/acme/codec/commit/abababababababababababababababababababab) | kept |
      | 1 | FIX-002 repair FIX-002 | optimization | [cdcdcdc](https://github.com/acme/codec/commit/cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd) | reverted |

      ### Guards
      - G4 held-out check: ✘ disagrees, so the visible goal does not count
      - G5 ✘ src/a.ts:7 gives back what a test expects: 5405
      - G6 diff audit: ✔ every changed file belongs to a fix
      - G7 likeness to the plan before: 0.25, bucket 2 of 5
      - Reverted FIX-002 \`efefefe\`: the scalar got worse

      ### Pending Decisions
      - x.sh: nobody named it
      - Deferred: ISSUE-003 trouble ISSUE-003 (triage_low_confidence)

      ### Files
      - Branch [ultraloop/issue-41-r7k2](https://github.com/acme/codec/tree/ultraloop/issue-41-r7k2) ([all changes](https://github.com/acme/codec/compare/b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0...ultraloop/issue-41-r7k2))
      - Every file of the run: \`git fetch origin refs/ultraloop/r7k2\`

      \`/continue your words\` takes it up again.

      <!-- ultraloop:r7k2:closing-escalated-2-1 -->"
    `);
  });

  test('closing before anything ran', () => {
    const report = autoiterClosing({ ...run, past: [discovery()] }, exit('ABORTED', 'mona said /abort.'));
    expect(report).toContain('- **Iterations**: none, the run spec was not approved');
    expect(report).toContain('No iteration ran.');
  });
});

describe('outside text does nothing in files and reports', () => {
  const safe = (markdown: string) => {
    const shown = prose(nodes(markdown.replace(/^(?:<!-- plan-[\w-]+: [^>]*-->\n?)+/, '')));
    expect(shown.filter(part => LIVE.test(part.replaceAll('https://github.com/', '')))).toEqual([]);
    expect(LONE_SURROGATE.test(markdown)).toBe(false);
  };

  test('whatever agents answer', () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const bad = fix('FIX-001', {
          title: a,
          root_cause: b,
          fix_outline: a,
          reproduction_test: b,
          files: [a],
          failed: b,
          why_root_cause: a,
        });
        const said = facts({
          issues: [issue('ISSUE-001', { title: a, evidence: b, blocking: true, first_seen: a })],
          verdicts: [{ ...verdict('ISSUE-001', 'Real', 3), rationale: b }],
          fixes: [bad],
          deferred: [{ id: 'ISSUE-001', title: b, tag: 'g2_incomplete', iteration: 1 }],
          recovery: [{ model: a, root_cause: b, fix: a, result: b }],
          audit: { ok: false, untraceable: [{ file: a, why: b }] },
          specialCasing: [{ file: b, line: 1, what: a }],
          prepared: { ok: false, report: a },
        });
        const planned = { batches: [['FIX-001']], text: a, jaccard: 0, bucket: 1, left: [{ id: a, why: b }] };
        const entry = iter(3, said);
        const files = [
          observationsFile(said.issues),
          triageFile(said.verdicts),
          fixFile(bad),
          fixPlanFile(
            { run: 'r7k2', iter: 1, fixes: [bad], plan: planned },
            RUN_SPEC.parse({ trigger: { invocation: 'x' } }),
          ),
          summaryFile(1, said, undefined),
          blockerReport(1, said),
          kickoffFile({ iter: 1, head: sha, baseline: null, goal: a, at: '' }),
          autoiterIteration({ ...run, past: [] }, entry, { kind: 'now' }),
          autoiterClosing({ ...run, past: [entry] }, exit('ESCALATED', a, [b])),
        ];
        for (const file of files) safe(file);
      }),
      { numRuns: 60 },
    );
  });
});
