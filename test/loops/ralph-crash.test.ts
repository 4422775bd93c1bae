// The ralph loop on real git, killed at every call it makes: right before its result is stored, and right after. It ends the same (R1–R9).
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ralph } from '../../src/loops/ralph.ts';
import type { Entry, Iteration, Past } from '../../src/record.ts';
import type { AgentJob, AgentTurn, ShellResult, Tools } from '../../src/tools.ts';
import { spec as baseSpec, log, word } from '../brakes/entries.ts';
import { plan, slice } from '../brakes/ralph-entries.ts';
import { BRANCH, makeOrigin, message, type Origin, person, workspaceOf, write } from '../runner/places.ts';

class Died extends Error {}

const spec = baseSpec({
  run: 'r1',
  loop: 'ralph',
  branch: BRANCH,
  ralph: plan({
    slices: ['a', 'b', 'c'].map(id => slice(id)),
    tests: 'grep -q good services/{slice}.txt',
    e2e: 'grep -q done services/c.txt || { echo "not ok - c"; exit 1; }',
  }),
});

/** What the agent writes, by attempt; `b1` is wrong, `b2` forges the log, `c1` leaves its layer, `c1 outer` mends what end to end found. */
const WRITES: Record<string, Record<string, string>> = {
  a1: { 'services/a.txt': 'good\n' },
  b1: { 'services/b.txt': 'bad\n' },
  b2: { 'services/b.txt': 'good\n', 'implementation-log.md': 'forged\n' },
  c1: { 'services/c.txt': 'good\n', 'components/c.txt': 'x\n' },
  'c1 outer': { 'services/c.txt': 'good done\n' },
};

type Mode = 'never' | 'unstored' | 'stored';

/** One iteration, begun again by a fresh process after each death; what was stored is not done again. */
async function turn(origin: Origin, past: Past, mode: Mode): Promise<Iteration> {
  const stored: unknown[] = [];
  const died = new Set<number>();
  for (;;) {
    let at = 0;
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      const index = at++;
      if (index < stored.length) return stored[index] as T;
      const result = await work();
      const dies = mode !== 'never' && !died.has(index);
      died.add(index);
      if (!dies || mode === 'stored') stored.push(structuredClone(result));
      if (dies) throw new Died();
      return result;
    };
    try {
      return await ralph.cycle(spec, tools(origin, step), past);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    }
  }
}

type Step = <T>(work: () => Promise<T>) => Promise<T>;

function tools(origin: Origin, step: Step): Tools {
  const git = workspaceOf(origin);
  const steps = new Proxy(git, {
    get:
      (target, name) =>
      (...args: unknown[]) =>
        step(() => (target[name as 'snapshot'] as (...given: unknown[]) => Promise<unknown>)(...args)),
  });
  const agent = async (job: AgentJob): Promise<AgentTurn> => {
    await git.restore(job.from);
    git.touch();
    const [, id, nth, outer] =
      /^Slice (\S+), attempt (\d)[^o]*of 3( of the outer pass)?$/.exec(
        job.brief.map(b => b.heading).find(h => h.startsWith('Slice ')) ?? '',
      ) ?? [];
    const files = WRITES[`${id}${nth}${outer ? ' outer' : ''}`] ?? {};
    write(git.path, files);
    const value = { outcome: 'done', entry: { files: Object.keys(files), tests: '1 unit test' } };
    return { outcome: 'ok', exitCode: 0, value, log: log(''), ms: 1, discarded: [], leftovers: 0 };
  };
  return {
    git: steps,
    agent: { run: job => step(() => agent(job)) },
    shell: { run: ({ command }) => step(async () => shell(git.path, command)) },
    clock: { now: () => step(async () => '2026-03-01T10:00:00.000Z') },
    desk: { stage: async () => undefined, cut: () => step(async () => undefined) },
  };
}

function shell(cwd: string, command: string): ShellResult {
  const rest = { timedOut: false, cancelled: false, leftovers: 0, ms: 1 };
  try {
    return { exitCode: 0, log: log(execFileSync('sh', ['-c', command], { cwd, stdio: 'pipe' }).toString()), ...rest };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: Buffer };
    return { exitCode: status, log: log(stdout.toString()), ...rest };
  }
}

/** Until the loop ends; a drift is let pass once. */
async function play(mode: Mode) {
  const origin = makeOrigin({ 'README.md': 'x\n' });
  await workspaceOf(origin).start(message(0));
  const past: Entry[] = [];
  for (;;) {
    const exit = ralph.stop(spec, past);
    if (exit?.code === 'SPEC_DRIFT') past.push({ ...word('approve'), id: 'w' });
    else if (exit) return { exit, past: past.map(plain), branch: branch(origin) };
    past.push(await turn(origin, past, mode));
  }
}

/** Without commit ids, which carry the time. */
const plain = (entry: Entry): unknown =>
  JSON.parse(JSON.stringify(entry, (key, value) => (key === 'commit' ? Boolean(value) : value)));

function branch(origin: Origin): string[] {
  const commits = person(origin.bare, 'log', '--format=%T %s', BRANCH).split('\n');
  const stashes = person(origin.bare, 'for-each-ref', '--format=%(refname) %(tree)', 'refs/heads/ultraloop/stash/');
  return [...commits, stashes];
}

it('killed at every call, the record, the branch and what is kept aside are the same', async () => {
  const whole = await play('never');
  expect(whole.exit.code).toBe('SUCCESS');
  expect(whole.branch.map(line => line.split(' ').slice(1).join(' '))).toHaveLength(8);
  expect(whole.past).toHaveLength(9);
  expect(await play('unstored')).toEqual(whole);
  expect(await play('stored')).toEqual(whole);
});
