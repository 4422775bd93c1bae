// Each loop's shortest run with something in it that goes wrong first: for tests that play it dozens of times.
import type { Act } from '../agents/scripted.ts';
import type { Play } from './play.ts';
import { builds } from './ralph-sample.ts';
import { CLEAN, SECOND_TIME_RIGHT, TINY_ISSUE, tinyFiles, writes } from './tiny.ts';

const usage = { tokensIn: 1_000, tokensOut: 100, costUsd: 0.01 };
const answers = (answer: object, write: Record<string, string> = {}): Act => ({ write, answer: { ...answer, usage } });

const config = (loop: string, more: string): Record<string, string> => ({
  '.github/ultraloop.yml': `loop: ${loop}\nauto_continue_minutes: 0\nreviewers: [rosa]\n${more}`,
  '.github/CODEOWNERS': '* @rosa\n',
});

/** Two iterations with a word between them: the contract test is red, then green. */
const complete: Play = {
  ...{ files: tinyFiles(), issue: TINY_ISSUE, label: 'ultraloop' },
  ...{ script: SECOND_TIME_RIGHT, words: ['/continue'], exit: 'COMPLETE' },
};

/** The first iteration changes a frozen file. */
const freezeViolation: Play = {
  ...complete,
  script: { execute: writes('42', { write: { 'docs/design/answer.md': 'changed\n' } }), review: CLEAN },
  words: [],
  exit: 'FREEZE_VIOLATION',
};

/** One commit: RED, mended by the debugger; then GREEN. */
const autonomous: Play = {
  files: { ...config('autonomous', 'checks:\n  test: grep -qx 42 answer.txt\n'), 'answer.txt': '' },
  issue: { ...TINY_ISSUE, body: `${TINY_ISSUE.body}\n\n### Commit plan\n- [ ] Write the answer\n  - It is 42\n` },
  label: 'ultraloop:autonomous',
  script: {
    'execute-1': writes('41'),
    'debug-1': answers({ outcome: 'done', cause: 'off by one' }, { 'answer.txt': '42\n' }),
    execute: answers({ outcome: 'done', summary: 'nothing left to do' }),
    review: CLEAN,
    verify: answers({ items: [{ item: 1, ok: true, detail: 'it is' }] }),
  },
  exit: 'SUCCESS',
};

const SLICE = { id: 'slice-0', name: 'Answer', layers: ['api'], definition_of_done: ['The answer is 42'] };
const slice = (answer: string): Act =>
  builds({ 'services/answer.txt': `${answer}\n` }, { endpoints: ['GET /answer'], layers: ['api'] });
const isRight = 'grep -qx 42 services/answer.txt';

/** One slice: its gateway fails, the attempt in fresh context passes, end to end passes. */
const ralph: Play = {
  files: {
    ...config('ralph', `ralph:\n  typecheck: test -s services/answer.txt\n  tests: ${isRight}\n  e2e: ${isRight}\n`),
    'scope.json': JSON.stringify({ slices: [SLICE] }),
    'grill-summary.md': '# Summary\n\nPeople want the answer.\n',
    'handoffs/plan-handoff.md': '# Plan\n\nWrite it down.\n',
  },
  issue: TINY_ISSUE,
  label: 'ultraloop:ralph',
  script: { 'slice-0-1': slice('41'), 'slice-0': slice('42') },
  exit: 'SUCCESS',
};

const runSpec = `autoiter:
  auto_approve: true
  skip_prepare: true
  run_spec:
    trigger: { invocation: sh trigger.sh }
`;
const reproduction = 'test/answer.test.sh';

const seen = (title: string) => ({ title, evidence: `FAIL ${title}`, severity: 4, blocking: false });
const judged = (issue: string) => ({ issue, verdict: 'Real', confidence: 5, rationale: 'the file says so' });
const verified = (title: string, confidence: number): Act =>
  answers({
    ...{ title, kind: 'correctness', severity: 4, fix_confidence: confidence },
    ...{ root_cause: 'answer.txt is off by one', reproduction_test: 'the answer is 42', fix_outline: 'write 42' },
    ...{ why_root_cause: 'nothing else is read', dependencies: [], files: ['answer.txt'] },
  });

/** Two issues, verified side by side: one is put off, the other reproduced and mended; the trigger is green. */
const autoiter: Play = {
  files: {
    ...config('autoiter', runSpec),
    'answer.txt': '41\n',
    'trigger.sh': 'grep -qx 42 answer.txt || { echo FAIL the answer is wrong; exit 1; }\n',
  },
  issue: TINY_ISSUE,
  label: 'ultraloop:autoiter',
  script: {
    observe: answers({ issues: [seen('the answer is wrong'), seen('the question is unknown')] }),
    triage: answers({ verdicts: [judged('ISSUE-001'), judged('ISSUE-002')] }),
    'verify-ISSUE-001': verified('Correct the answer', 5),
    'verify-ISSUE-002': verified('Find the question', 1),
    reproduce: answers(
      { command: `sh ${reproduction}`, files: [reproduction], summary: 'fails now' },
      { [reproduction]: '[ "$(cat answer.txt)" = 42 ]\n' },
    ),
    implement: writes('42'),
    review: CLEAN,
    simplify: answers({ outcome: 'done', summary: 'simple enough' }),
    audit: answers({ untraceable: [] }),
  },
  exit: 'CONVERGED',
};

export const TINY_PLAYS = { complete, freezeViolation, autonomous, ralph, autoiter };
