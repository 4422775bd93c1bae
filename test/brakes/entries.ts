// Builds specs and records for tables: a plain iteration that did some work, and words of a person.
import type { BlockResult, CheckResult, Fault, FileChange, Iteration, Log, Word, WordName } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';

export function spec(over: Partial<Spec> = {}): Spec {
  return {
    run: 'r7k2',
    loop: 'ultraloop',
    owner: 'acme',
    repo: 'codec',
    issue: 41,
    title: 'Bring up the encoder blocks',
    body: 'See docs.',
    startedBy: 'maintainer',
    base: 'b0'.repeat(20),
    defaultBranch: 'main',
    branch: 'ultraloop/issue-41-r7k2',
    target: { name: 'rtl-p4', path: 'docs/targets/rtl-p4.md', text: 'Do it.' },
    blocks: [],
    limits: {
      max_cycles: 10,
      no_progress: 2,
      failures: 3,
      check_timeout_min: 30,
      agent_timeout_min: 60,
      agent_idle_min: 10,
    },
    budget: {},
    auto_continue_minutes: 30,
    reviewers: { users: [], teams: [] },
    checksFrom: 'package.json',
    sandbox: 'bubblewrap',
    ...over,
  };
}

export function iteration(n: number, over: Partial<Iteration> = {}): Iteration {
  const minute = String(n).padStart(2, '0');
  return {
    kind: 'iteration',
    n,
    known: 0,
    startedAt: `2026-03-01T10:${minute}:00.000Z`,
    endedAt: `2026-03-01T10:${minute}:30.000Z`,
    steps: [],
    change: change(`tree${n - 1}`, `tree${n}`),
    commit: String(n).repeat(40).slice(0, 40),
    improvements: [],
    blocks: [],
    spend: [],
    notes: [],
    ...over,
  };
}

/** An iteration that left the tree as it was. */
export function idle(n: number, over: Partial<Iteration> = {}): Iteration {
  const { commit: _, ...rest } = iteration(n, { change: { ...change('same', 'same'), files: [] }, ...over });
  return rest;
}

export function change(from: string, to: string, path = 'src/a.ts') {
  return { from, to, files: [file(path)], added: 3, removed: 1 };
}

export function file(path: string, over: Partial<FileChange> = {}): FileChange {
  return { path, status: 'M', added: 3, removed: 1, mode: '100644', ...over };
}

let words = 0;
export function word(name: WordName, text = '', over: Partial<Word> = {}): Word {
  words += 1;
  return { kind: 'word', id: `w${words}`, word: name, by: 'ann', at: '2026-03-01T12:00:00Z', text, ...over };
}

export function fault(code: string): Fault {
  return { kind: 'fault', at: '2026-03-01T12:00:00Z', turn: 1, failure: { code, detail: 'seen' } };
}

export function check(ok: boolean, over: Partial<CheckResult> = {}): CheckResult {
  const exitCode = ok ? 0 : 1;
  return { command: 'make test', ok, exitCode, timedOut: false, ms: 900, log: log(''), ...over };
}

export function log(head: string, over: Partial<Log> = {}): Log {
  const lines = head === '' ? 0 : head.split('\n').length;
  return { head, tail: '', bytes: Buffer.byteLength(head), lines, dropped: 0, ...over };
}

export function block(name: string, over: Partial<BlockResult> = {}): BlockResult {
  return { name, declared: true, status: 'merged', contract: check(true), ...over };
}

export function failed(n: number, code: string): Iteration {
  return iteration(n, { failure: { code, detail: `detail ${n}` } });
}
