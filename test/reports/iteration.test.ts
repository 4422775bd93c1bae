import { describe, expect, test } from 'vitest';
import { exit } from '../../src/brakes/exit.ts';
import type { Iteration, Spend } from '../../src/record.ts';
import { closingReport } from '../../src/reports/closing.ts';
import { escalation } from '../../src/reports/escalation.ts';
import { iterationReport } from '../../src/reports/iteration.ts';
import type { Next } from '../../src/reports/next.ts';
import { block, check, failed, file, iteration, log, spec, word } from '../brakes/entries.ts';

const links = { web: 'https://github.com' };
const next: Next = { kind: 'clock', at: '2026-03-01T14:32:00Z', now: '2026-03-01T14:02:00Z' };
const freeze = { paths: ['rtl/pkg/'], hash: 'deadbeef', files: 14, tree: 't', created_at: '' };
const spend = (over: Partial<Spend>): Spend => ({
  stage: 'execute',
  role: 'implementer',
  ms: 60_000,
  killed: false,
  ...over,
});
const second = iteration(2, {
  steps: [
    { stage: 'execute', by: 'implementer', result: '1 file, +3 −1', state: 'ok' },
    { stage: 'improve', by: 'implementer', result: '1 of 2 applied', state: 'bad' },
    { stage: 'contracts', by: 'make run_contract', result: 'tq ✔ · me ✘ unit', state: 'bad' },
  ],
  review: { verdict: 'IMPROVEMENTS_NEEDED', priority1: [], notes: [], assessment: [] },
  improvements: [
    { file: 'rtl/tq/tq.sv', line: 88, what: 'missing backpressure', applied: true },
    { file: 'rtl/me/me.sv', what: 'width', applied: false, why: 'the file did not change' },
  ],
  blocks: [
    block('tq', { lint: check(true), unit: check(true) }),
    block('me', { status: 'implementing', unit: check(false, { log: log('ok\nFAIL SAD: expected 412, got 408') }) }),
  ],
  freeze: { intact: true, hash: 'deadbeef', files: 14, violations: [] },
  spend: [
    spend({ tokensIn: 700_000, tokensOut: 120_000, costUsd: 1.84 }),
    spend({ stage: 'review', role: 'reviewer', killed: true }),
  ],
});
const asked = spec({ budget: { max_tokens: 2_000_000, max_cost_usd: 20 }, freeze, sandbox: 'none' });
const run = { spec: asked, past: [iteration(1), second], links };

describe('K6 the iteration report', () => {
  const report = iterationReport(run, second, next);
  const lines = (text: string) => text.split('\n');

  test('header, steps with links at the commit, what comes next, counters', () => {
    expect(report).toMatch(/^## Iteration 2\/10 · CONTINUE\n/);
    const sha = '2'.repeat(40);
    expect(report).toContain(`https://github.com/acme/codec/compare/${'1'.repeat(40)}...${sha}`);
    expect(report).toContain(
      `[rtl/tq/tq.sv:88](https://github.com/acme/codec/blob/${sha}/rtl/tq/tq.sv#L88) missing backpressure`,
    );
    expect(report).toContain('| Contract tests | `make run_contract` | tq ✔ · me ✘ unit |');
    expect(lines(report).at(-5)).toBe(
      '**Next:** iteration 3 by itself at 14:32 UTC (in 30 min). `/continue` goes on now, `/continue your words` guides it, `/finish` wraps up, `/abort` stops.',
    );
    expect(lines(report).at(-3)).toBe(
      '<sub>iterations 2/10 · failures in a row 0/3 · no progress 0/2 · at least 0.82 M of 2.00 M tokens · at least $1.84 of $20 · 1 min (agent 2 min)</sub>',
    );
  });

  test('K20 spend of each stage, of stopped ones too; unknown is not zero', () => {
    expect(report).toContain('| review | reviewer (stopped) | unknown | unknown | 1 min |');
  });

  test('a sandbox of none is repeated; K14 checks are shown only in the first', () => {
    expect(report).toContain('**No sandbox:**');
    expect(report).not.toContain('**Checks');
    const checked = spec({ blocks: [{ name: 'repository', declared: false, paths: [], unit: 'npm test' }] });
    const first = iterationReport({ ...run, spec: checked }, iteration(1), next);
    expect(first).toContain('**Checks** from `package.json`.');
    expect(first).toContain('- repository unit: `npm test`');
    expect(iterationReport(run, iteration(1), next)).toContain('only the reviewer judges');
  });

  test('a failure comes first, with what to do', () => {
    const bad = failed(3, 'agent-failed');
    expect(lines(iterationReport(run, bad, { kind: 'now' }))[2]).toBe(
      '**✘ The agent ended with an error:** detail 3. Read the end of its output below. `/continue` tries again, `/continue your words` gives it a hint.',
    );
  });

  test('an exit stands in the header, and its words at the end', () => {
    const left = exit('MAX_CYCLES', '10 of 10 iterations are used.');
    const text = iterationReport(run, second, { kind: 'exit', exit: left });
    expect(text).toMatch(/^## Iteration 2\/10 · MAX_CYCLES\n/);
    expect(text).toContain('`/continue your words` takes it up again.');
  });

  test('a late report shows the counters of its time', () => {
    const past = [iteration(1), second, iteration(3), iteration(4)];
    expect(iterationReport({ ...run, past }, second, next)).toContain('iterations 2/10');
  });
});

describe('U13 the closing report', () => {
  test('the seed’s form, exit first', () => {
    const left = exit('MAX_CYCLES', '2 of 2 iterations are used.');
    const report = closingReport(run, left).replaceAll(/\(https:[^)]+\)/g, '(…)');
    expect(report).toMatchInlineSnapshot(`
      "## Ultraloop Execution Report · MAX_CYCLES

      **■ All iterations are used.** 2 of 2 iterations are used.

      ### Summary
      - **Target**: rtl-p4 (\`docs/targets/rtl-p4.md\`) for [issue 41](…)
      - **Cycles completed**: 2 / 10
      - **Exit reason**: MAX_CYCLES
      - **Cost**: at least 0.82 M of 2.00 M tokens · at least $1.84 of $20 · 1 min (agent 2 min)
      - **Sandbox**: none; agent and checks ran unwalled on the host

      ### Block Status
      | Block | Status | Lint | Unit Test | Contract Test |
      |---|---|---|---|---|
      | tq | merged | PASS | PASS | PASS |
      | me | implementing | - | FAIL | PASS |

      ### Improvements Applied
      - Cycle 1: Not reviewed
      - Cycle 2: missing backpressure ([rtl/tq/tq.sv:88](…))

      ### Design Freeze Status
      - **Status**: INTACT
      - **Hash**: \`sha256:deadbeef\` (14 files)

      ### Pending Decisions
      - me unit fails, exit code 1: FAIL SAD: expected 412, got 408 (needs review)
      - [rtl/me/me.sv](…) width (**not applied**: the file did not change)

      ### Files
      - Branch [ultraloop/issue-41-r7k2](…) ([all changes](…))

      \`/continue your words\` takes it up again.

      <!-- ultraloop:r7k2:closing-max_cycles-2-0 -->"
    `);
  });

  test('U3 a violated freeze names files and where they are kept', () => {
    const stash = { branch: 'ultraloop/stash/r7k2-1', commit: 'f'.repeat(40) };
    const bad = iteration(1, {
      freeze: { intact: false, hash: 'x', files: 14, violations: [file('rtl/pkg/defs.sv')], stash },
    });
    const report = closingReport({ ...run, past: [bad] }, exit('FREEZE_VIOLATION', 'One changed.'));
    expect(report).toContain('- **Status**: VIOLATED\n- **Hash**: `sha256:deadbeef` (14 files)\n- M rtl/pkg/defs.sv');
    expect(report).toContain('https://github.com/acme/codec/tree/ultraloop/stash/r7k2-1');
  });

  test('a run that never got anywhere still closes', () => {
    const report = closingReport({ spec: spec(), past: [], links }, exit('ABORTED', 'ann said /abort.'));
    for (const line of ['No cycle got as far', 'No cycle ran.', 'nothing is frozen', 'None.'])
      expect(report).toContain(line);
  });

  test('K18 the run’s files are named only once they are published', () => {
    const left = exit('CLEAN', 'Clean.');
    expect(closingReport(run, left)).not.toContain('git fetch');
    const published = { ...links, filesRef: 'refs/ultraloop/r7k2' };
    expect(closingReport({ ...run, links: published }, left)).toContain('`git fetch origin refs/ultraloop/r7k2`');
  });
});

describe('K9 the escalation', () => {
  test('U11 offers each limit of the run doubled, in the exact words', () => {
    const text = escalation(run, exit('TOKEN_EXHAUSTION', 'Used up.'), {
      logins: [],
      because: 'no reviewer is configured',
    });
    expect(text).toContain('1. `/continue --max-cost 40` — raise the limit of $20 to that and go on');
    expect(text).toContain('2. `/continue --max-tokens 4000000` — raise the limit of 2.00 M tokens to that and go on');
    expect(text).toContain('Nobody could be asked for review: no reviewer is configured.');
  });

  test('says what a person can do about a failure, and shows its output', () => {
    const bad = iteration(1, { failure: { code: 'push-refused', detail: 'GH013', log: log('remote: rejected') } });
    const text = escalation({ ...run, past: [bad] }, exit('BROKEN', 'It keeps failing.'), {
      logins: ['ann'],
      because: 'you started it',
    });
    expect(text).toContain('often a ruleset on `ultraloop/**`');
    expect(text).toContain('remote: rejected');
    expect(text.trimEnd().split('\n').at(-3)).toBe('@ann you were asked because you started it.');
  });

  test('every wake of a run can ask anew: the marker differs', () => {
    const left = exit('NO_PROGRESS', 'Idle.');
    const question = { logins: [], because: 'x' };
    const past: Iteration[] = [iteration(1)];
    const first = escalation({ ...run, past }, left, question);
    const later = escalation({ ...run, past: [...past, word('continue'), iteration(2)] }, left, question);
    expect(first.split('\n').at(-1)).not.toBe(later.split('\n').at(-1));
  });
});
