// One attempt of the ralph loop over fake tools: what runs in which order, and what a word, a failure or a freeze does to it.
import { describe, expect, it } from 'vitest';
import { ralph } from '../../src/loops/ralph.ts';
import type { Past } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import { attempt, ralphSpec } from '../brakes/ralph-entries.ts';
import { type Answers, fakeTools } from './fake-tools.ts';

const ENTRY = { files: ['src/a.ts'], tests: '1 unit test' };
const WORKED = { value: { outcome: 'done', entry: ENTRY } };
const spec = (over: Partial<Spec> = {}): Spec => ({
  ...ralphSpec({ layers: { api: ['src'] }, typecheck: 'make types' }),
  ...over,
});

async function cycle(answers: Answers = {}, past: Past = [], given = spec()) {
  const { tools, calls, jobs } = fakeTools({ agent: { execute: WORKED }, ...answers });
  tools.git.write = async () => {
    calls.push('git.write');
    return 't9';
  };
  tools.git.restore = async () => void calls.push('git.restore');
  const iteration = await ralph.cycle(given, tools, past);
  return {
    iteration,
    jobs,
    calls: calls.filter(call => !/^(cut|stage\.)/.test(call)),
    states: iteration.steps.map(({ stage, state }) => `${stage} ${state}`),
  };
}

describe('R4 R6 R8 an attempt', () => {
  it('work, sentinel, gateway, log, commit', async () => {
    const { iteration, calls, states } = await cycle();
    expect(calls).toEqual([
      'git.prepare',
      'agent.execute',
      'git.snapshot',
      'shell.typecheck',
      'shell.tests of a',
      'git.write',
      'git.publish',
    ]);
    expect(states).toEqual(['execute ok', 'sentinel ok', 'gateway ok', 'freeze skipped']);
    expect(iteration.ralph).toMatchObject({ done: true, attempt: 1, slice: { id: 'a' } });
  });

  it('red: committed as it is, no log entry', async () => {
    const { iteration, calls } = await cycle({ shell: { exitCode: 1 } });
    expect(calls.slice(-3)).toEqual(['shell.typecheck', 'shell.tests of a', 'git.publish']);
    expect(iteration.ralph).toMatchObject({
      done: false,
      gateway: { ok: false, output: expect.stringContaining('$ make types\nexit code 1') },
    });
  });

  it('7.12 no change: red without a check being run', async () => {
    const { iteration, calls } = await cycle({ trees: ['t0'] });
    expect(calls.filter(call => call.startsWith('shell'))).toEqual([]);
    expect(iteration.ralph?.gateway).toEqual({ ok: false, output: expect.stringContaining('changed no file') });
  });

  it('drift: no check is run, the work is kept aside, the branch stays', async () => {
    const { iteration, calls } = await cycle({}, [], spec({ ...ralphSpec({ layers: { api: ['services'] } }) }));
    expect(calls).toEqual(['git.prepare', 'agent.execute', 'git.snapshot', 'git.stash spec-drift-a-cycle-1']);
    expect(iteration.ralph).toMatchObject({
      done: false,
      drift: { kind: 'spec' },
      kept: { tree: 't1', branch: 'ultraloop/stash/r7k2-1' },
    });
    expect(iteration.commit).toBeUndefined();
  });

  it('no entry is context drift', async () => {
    const { iteration } = await cycle({ agent: { execute: { value: { outcome: 'done' } } } });
    expect(iteration.ralph?.drift).toMatchObject({ kind: 'context', entry: 'The agent gave no entry.' });
  });
});

describe('R9 the end-to-end pass', () => {
  const built = ['a1 done', 'b1 done', 'c1 done'].map((told, index) => attempt(index + 1, told));

  it('runs no agent and changes nothing', async () => {
    const { calls, jobs, iteration } = await cycle({}, built);
    expect([calls, jobs]).toEqual([['git.prepare', 'shell.end to end'], []]);
    expect(iteration.ralph).toMatchObject({ pass: 'e2e', e2e: { ok: true, flagged: [] } });
  });

  it('says when the output points at no slice', async () => {
    const { iteration } = await cycle({ shell: { exitCode: 1 } }, built);
    expect(iteration.ralph?.e2e?.flagged).toEqual(['a', 'b', 'c']);
    expect(iteration.notes).toEqual([expect.stringContaining('every slice is flagged')]);
  });

  it('a person stopped it: it says nothing', async () => {
    const { iteration } = await cycle({ shell: { exitCode: null, cancelled: true } }, built);
    expect(iteration.ralph?.e2e).toBeUndefined();
  });
});

describe('K2 K10 U9 words, failures and the freeze', () => {
  it.each(['abort', 'closed', 'unlabeled', 'push'] as const)(
    '%s: nothing reaches the branch, what was begun is kept',
    async cut => {
      const { iteration, calls } = await cycle({ cuts: { 2: cut } });
      expect(calls.slice(3)).toEqual([`git.stash ${cut}-cycle-1`]);
      expect(iteration).toMatchObject({ cut, ralph: { done: false } });
    },
  );

  it('/finish: sentinel and gateway still decide what is kept', async () => {
    const { iteration, states } = await cycle({ cuts: { 2: 'finish' } });
    expect(states).toEqual(['execute ok', 'sentinel ok', 'gateway ok', 'freeze skipped']);
    expect(iteration.ralph?.done).toBe(true);
  });

  it('a comment: the work is kept, unverified and without an entry', async () => {
    const { iteration, calls } = await cycle({ cuts: { 2: 'comment' } });
    expect(calls).toEqual(['git.prepare', 'agent.execute', 'git.snapshot', 'git.publish']);
    expect(iteration.ralph).toMatchObject({ done: false });
  });

  it('an agent that ran out of time is not judged by its half-done work, which is kept', async () => {
    const { iteration, calls } = await cycle({ agent: { execute: { ...WORKED, outcome: 'timeout' } } });
    expect(calls).toEqual(['git.prepare', 'agent.execute', 'git.snapshot', 'git.publish']);
    expect(iteration).toMatchObject({ failure: { code: 'agent-timeout' }, ralph: { done: false } });
  });

  it('a gateway a person stopped is no verdict', async () => {
    const { iteration } = await cycle({ shell: { exitCode: null, cancelled: true } });
    expect(iteration.ralph?.gateway).toBeUndefined();
  });

  it('a frozen file changed: the slice is not built, and the run halts', async () => {
    const freeze = { paths: ['src'], hash: 'f'.repeat(64), files: 1, tree: 't0', created_at: '' };
    const { iteration, calls } = await cycle({ frozenChanged: true }, [], spec({ freeze }));
    expect(calls).not.toContain('git.publish');
    expect(ralph.stop(spec({ freeze }), [iteration])?.code).toBe('FREEZE_VIOLATION');
  });

  it('a push that was refused: the slice is not built', async () => {
    const { iteration } = await cycle({ published: { outcome: 'refused', detail: 'a ruleset' } });
    expect(ralph.stop(spec(), [iteration])?.code).toBe('BROKEN');
  });
});
