// Tools that are plain objects: every call is noted in order, and answers what the table says.
import type { Inspection } from '../../src/facts/guard.ts';
import type { Failure } from '../../src/failures.ts';
import type { Change, Log, WordName } from '../../src/record.ts';
import type { AgentJob, AgentTurn, Published, ShellResult, Tools } from '../../src/tools.ts';
import { requireJudge } from './role-tools.ts';

export const LOG: Log = { head: '', tail: '', bytes: 0, lines: 0, dropped: 0 };
export const CLEAN = { verdict: 'CLEAN', priority_1: [], notes: [], assessment: [] };

export interface Answers {
  /** By stage: how the agent's turn ends. */
  agent?: Partial<Record<string, Partial<AgentTurn>>>;
  shell?: Partial<ShellResult>;
  /** The word heard at the how manyth safe point, from 1. */
  cuts?: Record<number, WordName>;
  /** What the agent leaves behind, as the tree after each snapshot; the last one repeats. */
  trees?: string[];
  frozenChanged?: boolean;
  /** What a look into the change finds; nothing where it is absent. */
  seen?: Partial<Inspection>;
  /** Looking, or keeping aside, throws it. */
  blind?: Failure;
  stashFails?: Failure;
  /** What git ignores is there. */
  ignored?: string[];
  /** Without it checks fail. */
  needsIgnored?: true;
  published?: Published;
  /** An outage: publishing throws it. */
  outage?: Failure;
  foreign?: string;
}

export interface Faked {
  tools: Tools;
  /** `agent.execute`, `git.publish`, `cut`, `stage.review` … in the order they were called. */
  calls: string[];
  jobs: AgentJob[];
}

export function fakeTools(answers: Answers = {}): Faked {
  const calls: string[] = [];
  const jobs: AgentJob[] = [];
  const trees = [...(answers.trees ?? ['t1'])];
  let cuts = 0;
  const change = (from: string, to: string): Change => ({
    from,
    to,
    files: from === to ? [] : [{ path: 'src/a.ts', status: 'M', added: 1, removed: 0, mode: '100644' }],
    added: from === to ? 0 : 1,
    removed: 0,
  });
  const next = (): string => (trees.length > 1 ? trees.shift() : trees[0]) ?? 't1';
  const tools = {
    agent: {
      async run(job: AgentJob): Promise<AgentTurn> {
        calls.push(`agent.${job.stage}`);
        jobs.push(job);
        requireJudge(job);
        const value = job.role === 'reviewer' ? CLEAN : { outcome: 'done' };
        const turn = { outcome: 'ok' as const, exitCode: 0, value, log: LOG, ms: 1, discarded: [], leftovers: 0 };
        return { ...turn, ...answers.agent?.[job.stage] };
      },
    },
    shell: {
      async run({ name }: { name: string }): Promise<ShellResult> {
        calls.push(`shell.${name}`);
        const passed = { exitCode: 0, timedOut: false, cancelled: false, leftovers: 0, ms: 1, log: LOG };
        return { ...passed, ...answers.shell, ...(answers.needsIgnored && / again$/.test(name) && { exitCode: 1 }) };
      },
    },
    git: {
      async prepare() {
        calls.push('git.prepare');
        return { head: 'h0', tree: 't0', ...(answers.foreign && { foreign: answers.foreign }) };
      },
      async snapshot(since: string) {
        calls.push('git.snapshot');
        return change(since, next());
      },
      compare: async (from: string, to: string) => change(from, to),
      async verify() {
        calls.push('git.verify');
        const violations = answers.frozenChanged ? change('t0', 't1').files : [];
        return { intact: !answers.frozenChanged, hash: 'f'.repeat(64), files: 1, violations };
      },
      async inspect() {
        if (answers.blind) throw answers.blind;
        return { bytes: 1, links: [], secrets: [], tests: [], ...answers.seen };
      },
      async publish(): Promise<Published> {
        calls.push('git.publish');
        if (answers.outage) throw answers.outage;
        return answers.published ?? { outcome: 'pushed', commit: 'c1' };
      },
      async stash(_: string, reason: string) {
        calls.push(`git.stash ${reason}`);
        if (answers.stashFails) throw answers.stashFails;
        return { branch: 'ultraloop/stash/r7k2-1', commit: 's1' };
      },
      read: async () => undefined,
      async clear(tree: string) {
        if (answers.ignored) calls.push(`git.clear ${tree}`);
        return answers.ignored ?? [];
      },
      async restore(tree: string) {
        calls.push(`git.restore ${tree}`);
      },
    },
    clock: { now: async () => '2026-03-01T10:00:00.000Z' },
    desk: {
      stage: async (name: string) => void calls.push(`stage.${name}`),
      async cut() {
        calls.push('cut');
        cuts += 1;
        return answers.cuts?.[cuts];
      },
    },
  };
  return { tools: tools as unknown as Tools, calls, jobs };
}
