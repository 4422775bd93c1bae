// Tools without a world, by role: a tree is a word, roles answer what the test says, every call is written down.
import type { Change, StageName, WordName } from '../../src/record.ts';
import type { AgentJob, AgentTurn, ShellJob, ShellResult, Tools } from '../../src/tools.ts';

export interface Fakes {
  /** Answer of a role, by `role` or `role-2` for its second turn; a role without one answers nothing. */
  answers?: Record<string, unknown>;
  /** Roles that change the tree, by `role` or `role-2`. */
  writes?: string[];
  /** Endings other than `ok`, by `role` or `role-2`. */
  endings?: Record<string, Partial<AgentTurn>>;
  /** Output of a failing check, by its name. */
  red?: Record<string, string>;
  /** The word heard at each safe point, in order. */
  cuts?: (WordName | undefined)[];
}
export interface Called {
  tools: Tools;
  /** `agent implementer`, `shell test`, `git publish` …, in order. */
  calls: string[];
  jobs: AgentJob[];
  stages: StageName[];
}

const EMPTY = { head: '', tail: '', bytes: 0, lines: 0, dropped: 0 };

export function roleTools(fakes: Fakes = {}): Called {
  const calls: string[] = [];
  const jobs: AgentJob[] = [];
  const stages: StageName[] = [];
  let tree = 'tree0';
  const of = <T>(known: Record<string, T> | undefined, role: string): T | undefined => {
    const turn = jobs.filter(job => job.role === role).length;
    return known?.[`${role}-${turn}`] ?? known?.[role];
  };
  const agent = async (job: AgentJob): Promise<AgentTurn> => {
    calls.push(`agent ${job.role}`);
    jobs.push(job);
    requireJudge(job);
    const writing = Object.fromEntries((fakes.writes ?? []).map(name => [name, true]));
    if (of(writing, job.role)) tree = `${tree}+${job.role}`;
    const value = of(fakes.answers, job.role);
    const turn = { outcome: 'ok' as const, exitCode: 0, log: EMPTY, ms: 5, discarded: [], leftovers: 0 };
    return { ...turn, ...(value !== undefined && { value }), ...of(fakes.endings, job.role) };
  };
  const shell = async ({ name }: ShellJob): Promise<ShellResult> => {
    calls.push(`shell ${name}`);
    const output = fakes.red?.[name];
    const log = { ...EMPTY, head: output ?? '' };
    return { exitCode: output === undefined ? 0 : 1, timedOut: false, cancelled: false, leftovers: 0, ms: 3, log };
  };
  const git: Partial<Tools['git']> = {
    prepare: async () => ({ head: 'h0', tree }),
    snapshot: async since => changed(since, tree),
    verify: async () => ({ intact: true, hash: 'h', files: 1, violations: [] }),
    compare: async (from, to) => changed(from, to),
    inspect: async () => ({ bytes: 1, links: [], secrets: [], tests: [] }),
    publish: async () => {
      calls.push('git publish');
      return { outcome: 'pushed', commit: `c-${tree}` };
    },
    stash: async () => {
      calls.push('git stash');
      return { branch: 'ultraloop/stash/1', commit: 's1' };
    },
    read: async () => undefined,
    clear: async () => [],
  };
  const cuts = [...(fakes.cuts ?? [])];
  const tools = {
    agent: { run: agent },
    shell: { run: shell },
    git: git as Tools['git'],
    clock: { now: async () => '2026-03-01T10:00:00.000Z' },
    desk: { stage: async (name: StageName) => void stages.push(name), cut: async () => cuts.shift() },
  };
  return { tools, calls, jobs, stages };
}

/** Whoever has to answer can be asked once more; an implementer's tree is its answer. */
export function requireJudge({ role, mistake }: AgentJob): void {
  if (role !== 'implementer' && mistake === undefined) throw new Error(`nobody could judge the answer of the ${role}`);
}

function changed(from: string, to: string): Change {
  const files = from === to ? [] : [{ path: 'src/a.js', status: 'M', added: 2, removed: 1, mode: '100644' }];
  return { from, to, files, added: files.length * 2, removed: files.length };
}
