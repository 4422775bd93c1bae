// Tools for one turn of autoiter as plain objects: roles answer from a table, trees are lists of changed files, commands end as told.
import type { Change, FileChange, WordName } from '../../src/record.ts';
import type { AgentJob, AgentTurn, ShellJob, ShellResult, Tools } from '../../src/tools.ts';
import { LOG } from './fake-tools.ts';
import { requireJudge } from './role-tools.ts';

export interface Play {
  /** Answer of a role, by `role`, `role name` or `role name#2` (its second turn); a function sees the job. */
  answers?: Record<string, unknown>;
  /** Files a writing role changes, by the same names. `A` in front of the path = new. */
  writes?: Record<string, string[]>;
  /** Exit code of a command by its name, or a result; the rest ends with 0. */
  shell?: Record<string, number | Partial<ShellResult>>;
  files?: Record<string, string>;
  /** The word heard at the how manyth safe point, from 1. */
  cuts?: Record<number, WordName>;
  /** The role whose program is not there. */
  missing?: string;
  frozenAt?: string;
  foreignAt?: number;
  conflict?: string;
}
export interface Played {
  tools: Tools;
  /** Every tool call in order, as `agent.verifier ISSUE-001`, `shell.trigger`, `git.publish` … */
  calls: string[];
  jobs: AgentJob[];
}

export const answers: Record<string, unknown> = {
  observer: { issues: [{ title: 'sum subtracts', evidence: 'FAIL sum', severity: 4, blocking: false }] },
  triager: { verdicts: [{ issue: 'ISSUE-001', verdict: 'Real', confidence: 5, rationale: 'seen' }] },
  verifier: {
    ...{
      title: 'Add',
      kind: 'correctness',
      severity: 4,
      fix_confidence: 5,
      root_cause: 'a minus',
      fix_outline: 'a plus',
    },
    ...{ reproduction_test: 'sum 1 2 = 3', why_root_cause: 'tried', dependencies: [], files: ['src/sum.js'] },
  },
  tester: { command: 'node test/sum-adds.test.js', files: ['test/sum-adds.test.js'] },
  implementer: { outcome: 'done' },
  reviewer: { verdict: 'CLEAN', priority_1: [] },
  auditor: { untraceable: [] },
  medic: { complexity: 'simple', root_cause: 'no shebang', fix: 'added one' },
  discoverer: { ok: true, checks: [] },
};
export const writes: Record<string, string[]> = {
  'tester FIX-001': ['A test/sum-adds.test.js'],
  'implementer FIX-001': ['src/sum.js'],
};
/** The trigger and the reproduction test are red before the fix. */
export const shell: Record<string, number> = { trigger: 1, 'FIX-001 red': 1 };

export function play(told: Play = {}): Played {
  const calls: string[] = [];
  const jobs: AgentJob[] = [];
  const trees = new Map<string, FileChange[]>([['t0', []]]);
  const turns = new Map<string, number>();
  let now = 't0';
  let cuts = 0;
  let commits = 0;
  const note = (call: string): void => void calls.push(call);
  const compare = (from: string, to: string): Change => {
    const before = trees.get(from) ?? [];
    const files = (trees.get(to) ?? []).filter(file => !before.includes(file));
    return { from, to, files, added: files.length, removed: 0 };
  };
  const pick = <T>(table: Record<string, T> | undefined, names: string[]): T | undefined =>
    names.map(name => table?.[name]).find(found => found !== undefined);
  const write = (paths: string[]): void => {
    const files = paths.map(path => change(path));
    const tree = `t${trees.size}`;
    trees.set(tree, [...(trees.get(now) ?? []), ...files]);
    now = tree;
  };
  const tools = {
    agent: {
      async run(job: AgentJob): Promise<AgentTurn> {
        requireJudge(job);
        const name = [job.role, job.name].filter(Boolean).join(' ');
        const turn = (turns.get(name) ?? 0) + 1;
        turns.set(name, turn);
        note(`agent.${name}`);
        jobs.push(job);
        if (!job.readOnly) now = job.from;
        const names = [`${name}#${turn}`, name, job.role];
        const written = pick({ ...writes, ...told.writes }, names.slice(0, 2)) ?? [];
        if (!job.readOnly && written.length > 0 && !told.writes?.[`${name}#${turn}`]?.includes('nothing'))
          write(written);
        const gone = told.missing === job.role;
        const value = gone ? undefined : pick({ ...answers, ...told.answers }, names);
        return {
          outcome: gone ? 'missing' : 'ok',
          exitCode: gone ? null : 0,
          value,
          log: LOG,
          ms: 1,
          discarded: [],
          leftovers: 0,
        };
      },
    },
    shell: {
      async run({ name, from }: ShellJob): Promise<ShellResult> {
        note(`shell.${name}`);
        if (from !== undefined) now = from;
        const ends = { ...shell, ...told.shell }[name] ?? 0;
        const passed = { exitCode: 0, timedOut: false, cancelled: false, leftovers: 0, ms: 1, log: LOG };
        return { ...passed, ...(typeof ends === 'number' ? { exitCode: ends } : ends) };
      },
    },
    git: {
      async prepare() {
        note('git.prepare');
        return { head: 'h0', tree: 't0' };
      },
      async snapshot(since: string) {
        note('git.snapshot');
        return compare(since, now);
      },
      async compare(from: string, to: string) {
        note('git.compare');
        return compare(from, to);
      },
      async verify(_: unknown, tree: string) {
        note('git.verify');
        const violations = (trees.get(tree) ?? []).filter(({ path }) => path === told.frozenAt);
        return { intact: violations.length === 0, hash: 'f'.repeat(64), files: 1, violations };
      },
      inspect: async () => ({ bytes: 1, links: [], secrets: [], tests: [] }),
      async publish() {
        note('git.publish');
        commits += 1;
        return commits === told.foreignAt
          ? { outcome: 'foreign', sha: 'f'.repeat(40) }
          : { outcome: 'pushed', commit: `c${commits}` };
      },
      async revert(wanted: readonly string[]) {
        note(`git.revert ${wanted.join(',')}`);
        if (told.conflict !== undefined && wanted.includes(told.conflict)) return { conflict: told.conflict };
        write(['src/back.js']);
        return { published: { outcome: 'pushed', commit: 'r1' }, tree: now };
      },
      async stash(_: string, reason: string) {
        note(`git.stash ${reason}`);
        now = 't0';
        return { branch: 'ultraloop/stash/r7k2-1', commit: 's1' };
      },
      clear: async () => [],
      async read(tree: string, path: string) {
        note(`git.read ${path}`);
        return tree === 't0' ? undefined : told.files?.[path];
      },
    },
    clock: { now: async () => '2026-03-01T10:00:00.000Z' },
    desk: {
      stage: async () => undefined,
      async cut() {
        note('cut');
        cuts += 1;
        return told.cuts?.[cuts];
      },
    },
  };
  return { tools: tools as unknown as Tools, calls, jobs };
}

function change(path: string): FileChange {
  const added = path.startsWith('A ');
  return { path: added ? path.slice(2) : path, status: added ? 'A' : 'M', added: 1, removed: 0, mode: '100644' };
}
