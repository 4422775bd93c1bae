// What is installed before an iteration works, and again when the branch changed what is to be installed; in any loop.
import { describe, expect, it } from 'vitest';
import { ultraloop } from '../../src/loops/ultraloop.ts';
import type { Change } from '../../src/record.ts';
import { detectedChecks } from '../../src/reports/detected-checks.ts';
import type { SetUp, ShellJob, ShellResult } from '../../src/tools.ts';
import { spec } from '../brakes/entries.ts';
import { fakeTools, LOG } from './fake-tools.ts';

const HOSTS = ['registry.example.com:443'];
const SETUP = { command: 'npm ci', hosts: HOSTS, when: ['**/package-lock.json'] };
const SPEC = spec({
  ...{ setup: [SETUP], setupFrom: 'ultraloop.yml' },
  blocks: [{ name: 'repository', declared: false, paths: ['**'], unit: 'npm test' }],
});
const DONE: SetUp = { skipped: false, reached: HOSTS, refused: [], swept: [] };

interface Plan {
  /** How the runs of the setup end, in order; the last one repeats. */
  ends: Partial<ShellResult>[];
  /** Files by which trees differ: `base t0` or `t0 t1`. */
  differ?: Record<string, string[]>;
}

async function play({ ends, differ = {} }: Plan) {
  const faked = fakeTools();
  const jobs: ShellJob[] = [];
  const { run } = faked.tools.shell;
  faked.tools.shell.run = async job => {
    jobs.push(job);
    const result = await run(job);
    if (!job.setup) return result;
    const end = ends.length > 1 ? ends.shift() : ends[0];
    return { ...result, setup: DONE, ...end };
  };
  faked.tools.git.compare = async (from, to): Promise<Change> => ({
    ...{ from, to, added: 0, removed: 0 },
    files: (differ[`${from} ${to}`] ?? []).map(path => ({ path, status: 'M', added: 1, removed: 0, mode: '100644' })),
  });
  const iteration = await ultraloop.cycle(SPEC, faked.tools, []);
  return { iteration, jobs, calls: faked.calls, setups: jobs.filter(({ setup }) => setup) };
}

const FAILED = { exitCode: 1, log: { ...LOG, head: 'npm error 404\n' } };

describe('setup', () => {
  it('runs before the agent, on the tree it begins with, with its hosts; the report tells what it reached', async () => {
    const { iteration, setups, calls } = await play({ ends: [{ setup: { ...DONE, refused: ['evil.example:443'] } }] });
    expect(calls.indexOf('shell.setup 1')).toBeLessThan(calls.indexOf('agent.execute'));
    expect(setups).toEqual([
      {
        ...{ name: 'setup 1', command: 'npm ci', from: 't0', timeoutMin: SPEC.limits.check_timeout_min },
        setup: { hosts: HOSTS, when: SETUP.when },
      },
    ]);
    expect(iteration.steps[0]).toEqual({
      ...{ stage: 'setup', by: 'npm ci', state: 'ok' },
      result: 'done in 0 s; reached registry.example.com; was refused evil.example',
    });
    expect(iteration.spend[0]).toMatchObject({ stage: 'setup', role: 'npm ci' });
  });

  it('says nothing of one that was done before', async () => {
    const { iteration } = await play({ ends: [{ setup: { ...DONE, skipped: true } }] });
    expect(iteration.steps.map(({ stage }) => stage)).not.toContain('setup');
    expect(iteration.spend.map(({ stage }) => stage)).not.toContain('setup');
  });

  it('names files it left that are swept', async () => {
    const { iteration } = await play({ ends: [{ setup: { ...DONE, swept: ['vendor/x'] } }] });
    expect(iteration.notes.join()).toContain('left files that git does not ignore; they were removed: vendor/x');
  });

  it('that fails on the repository’s own files fails the iteration with its output, before the agent', async () => {
    const { iteration, calls } = await play({ ends: [FAILED] });
    expect(iteration.failure).toMatchObject({ code: 'setup-failed', log: { head: 'npm error 404\n' } });
    expect(iteration.failure?.detail).toBe('`npm ci`: exit code 1 after 0 s');
    expect(calls).not.toContain('agent.execute');
    expect(calls).not.toContain('git.publish');
  });

  it('that a person stops is no failure', async () => {
    const { iteration } = await play({ ends: [{ exitCode: null, cancelled: true }] });
    expect(iteration.failure).toBeUndefined();
    expect(iteration.steps[0]).toMatchObject({
      result: 'stopped by a person; reached registry.example.com',
      state: 'bad',
    });
  });

  it('that fails because the branch says otherwise what to install is the agent’s to mend: its checks are red with that output', async () => {
    const differ = { [`${SPEC.base} t0`]: ['package-lock.json'] };
    const { iteration, calls, jobs } = await play({ ends: [FAILED], differ });
    expect(iteration.failure).toBeUndefined();
    expect(calls).toContain('agent.execute');
    expect(iteration.blocks[0]?.unit).toMatchObject({ ok: false, command: 'npm ci', log: { head: 'npm error 404\n' } });
    expect(jobs.map(({ command }) => command)).not.toContain('npm test');
  });

  it('runs again before the checks when the agent changed its files, and only then', async () => {
    const changed = await play({ ends: [{}], differ: { 't0 t1': ['web/package-lock.json'] } });
    expect(changed.setups.map(({ from }) => from)).toEqual(['t0', 't1']);
    expect(changed.iteration.blocks[0]?.unit).toMatchObject({ ok: true, command: 'npm test' });
    const other = await play({ ends: [{}], differ: { 't0 t1': ['src/a.ts'] } });
    expect(other.setups.map(({ from }) => from)).toEqual(['t0']);
    const broken = await play({ ends: [{}, FAILED], differ: { 't0 t1': ['package-lock.json'] } });
    expect(broken.iteration.blocks[0]?.unit).toMatchObject({ ok: false, command: 'npm ci' });
  });

  it('is in the first report, with where it may go', async () => {
    expect(detectedChecks(SPEC)).toMatch(
      /\*\*Setup\*\* from `ultraloop\.yml`\. .*\n- `npm ci`, may reach `registry\.example\.com:443`$/,
    );
    const { setup: _, ...without } = SPEC;
    expect(detectedChecks(without)).not.toContain('Setup');
    expect(detectedChecks({ ...without, setupHint: 'What `x` names is not installed.' })).toContain('**Setup:** none.');
  });
});
