// The ultraloop's two functions: a cycle's stages in order whatever happens, and the ladder of its brakes.
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/failures.ts';
import { ultraloop } from '../../src/loops/ultraloop.ts';
import type { ExitCode, Iteration, Past, WordName } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import type { AgentJob } from '../../src/tools.ts';
import { iteration, spec, word } from '../brakes/entries.ts';
import { type Answers, CLEAN, fakeTools } from './fake-tools.ts';

const BLOCK = { name: 'a', declared: true, paths: ['src/**'], unit: 'true' };
const FREEZE = { paths: ['docs/'], hash: 'f'.repeat(64), files: 1, tree: 't0', created_at: '2026-03-01T09:00:00.000Z' };
const SPEC: Spec = spec({ blocks: [BLOCK], freeze: FREEZE });
const MUST_FIX = { verdict: 'IMPROVEMENTS_NEEDED', priority_1: [{ file: 'src/a.ts', line: 2, what: 'wrong' }] };

interface Cycled {
  record: Iteration;
  calls: string[];
  jobs: AgentJob[];
}
async function cycle(answers: Answers = {}, past: Past = []): Promise<Cycled> {
  const { tools, calls, jobs } = fakeTools(answers);
  const record = await ultraloop.cycle(SPEC, tools, past);
  return { record, calls: calls.filter(call => !call.startsWith('stage.')), jobs };
}

describe('cycle', () => {
  test('U5 stages (a) to (e) in order, a safe point before each that changes the tree, then the push', async () => {
    const { tools, calls } = fakeTools({ agent: { review: { value: MUST_FIX } }, trees: ['t1', 't2'] });
    const record = await ultraloop.cycle(SPEC, tools, []);
    expect(calls).toEqual([
      ...[
        'git.prepare',
        'cut',
        'stage.execute',
        'agent.execute',
        'git.snapshot',
        'cut',
        'stage.review',
        'agent.review',
      ],
      ...['cut', 'stage.improve', 'agent.improve', 'git.snapshot', 'cut', 'stage.contracts', 'git.snapshot'],
      ...['shell.a unit', 'stage.freeze', 'git.verify', 'git.publish'],
    ]);
    expect(record.steps.map(({ stage }) => stage)).toEqual(['execute', 'review', 'improve', 'contracts', 'freeze']);
    expect(record).toMatchObject({ n: 1, commit: 'c1', improvements: [{ applied: true, line: 2 }] });
  });

  test('U6 only the reviewer works read-only, and each agent starts from the newest tree', async () => {
    const { tools, jobs } = fakeTools({ agent: { review: { value: MUST_FIX } }, trees: ['t1', 't2'] });
    await ultraloop.cycle(SPEC, tools, []);
    expect(jobs.map(({ role, readOnly, from }) => [role, readOnly, from])).toEqual([
      ['implementer', false, 't0'],
      ['reviewer', true, 't1'],
      ['implementer', false, 't1'],
    ]);
  });

  test('U5 an iteration is numbered after those before it and knows how long the record was', async () => {
    const { record } = await cycle({}, [iteration(1), word('continue')]);
    expect([record.n, record.known]).toEqual([2, 2]);
  });

  const stops: WordName[] = ['abort', 'closed', 'unlabeled', 'push'];
  test.each(stops)('K10 %s at the first safe point: nothing is done, nothing is pushed', async name => {
    const { record, calls } = await cycle({ cuts: { 1: name } });
    expect(calls).toEqual(['git.prepare', 'cut']);
    expect([record.cut, record.commit]).toEqual([name, undefined]);
  });

  test.each(stops)('K10 %s after the agent: the work is kept aside, nothing is pushed', async name => {
    const { record, calls } = await cycle({ cuts: { 2: name } });
    expect(calls.slice(-2)).toEqual(['cut', `git.stash ${name}-cycle-1`]);
    expect(record.notes.join()).toContain('ultraloop/stash/r7k2-1');
  });

  test.each([2, 3, 4])('K2 /finish at safe point %i: what is there is checked, verified and pushed', async at => {
    const { record, calls } = await cycle({ cuts: { [at]: 'finish' } });
    expect(calls.slice(-3)).toEqual(['shell.a unit', 'git.verify', 'git.publish']);
    expect([record.cut, record.commit]).toEqual(['finish', 'c1']);
  });

  test('K10 a comment: no checks while a person waits, but the freeze is verified before the push', async () => {
    const { calls } = await cycle({ cuts: { 2: 'comment' } });
    expect(calls.slice(-3)).toEqual(['cut', 'git.verify', 'git.publish']);
  });

  test('K10 a commit of somebody else on the branch: nothing is begun', async () => {
    const { record, calls } = await cycle({ foreign: 'd'.repeat(40) });
    expect([record.cut, calls]).toEqual(['push', ['git.prepare']]);
  });

  test('K10 somebody pushed meanwhile: the work is kept aside', async () => {
    const { record, calls } = await cycle({ published: { outcome: 'foreign', sha: 'd'.repeat(40) } });
    expect([record.cut, record.commit]).toEqual(['push', undefined]);
    expect(calls.at(-1)).toBe('git.stash takeover-cycle-1');
  });

  test('U9 a changed frozen file: kept aside, never published', async () => {
    const { record, calls } = await cycle({ frozenChanged: true });
    expect(calls).not.toContain('git.publish');
    expect(calls.at(-1)).toBe('git.stash freeze-violation-cycle-1');
    expect(record.freeze).toMatchObject({ intact: false, stash: { branch: 'ultraloop/stash/r7k2-1' } });
  });

  test('a refused push: kept aside, and the failure says where', async () => {
    const { record, calls } = await cycle({ published: { outcome: 'refused', detail: 'a ruleset' } });
    expect(calls.at(-1)).toBe('git.stash refused-cycle-1');
    expect(record.failure).toEqual({
      code: 'push-refused',
      detail: 'a ruleset. The work is kept on ultraloop/stash/r7k2-1',
    });
  });

  test('an outage at the push: the tree is on record, and the next iteration begins with it', async () => {
    const outage = new Failure('github-unreachable', 'no answer');
    const { record } = await cycle({ outage });
    expect(record).toMatchObject({ unpublished: 't1', failure: { code: 'github-unreachable' } });
    expect(record.commit).toBeUndefined();
    const next = await cycle({ trees: ['t2'] }, [record]);
    expect(next.calls.slice(0, 2)).toEqual(['git.prepare', 'git.restore t1']);
    expect(next.record).toMatchObject({ commit: 'c1', change: { from: 't0', to: 't2' } });
    expect(next.record.notes).toContain('Iteration 1 could not be pushed; its work was taken up again.');
  });

  test.each([
    ['missing', 'agent-missing'],
    ['failed', 'agent-failed'],
    ['timeout', 'agent-timeout'],
    ['idle', 'agent-idle'],
  ] as const)(
    'K20 an agent that ends %s: no review, but what it wrote is checked, verified and kept',
    async (outcome, code) => {
      const { record, calls } = await cycle({ agent: { execute: { outcome } } });
      expect(record.failure?.code).toBe(code);
      expect(calls).not.toContain('agent.review');
      expect(calls.slice(-3)).toEqual(['shell.a unit', 'git.verify', 'git.publish']);
      expect(record.spend[0]?.killed).toBe(outcome === 'timeout' || outcome === 'idle');
    },
  );

  test('U6 a reviewer’s turn knows what an answer is; one without a valid answer is a failure', async () => {
    const { record, jobs } = await cycle({ agent: { review: { value: { verdict: 'FINE' } } } });
    const [asked, ...others] = jobs.filter(({ role }) => role === 'reviewer');
    expect(others).toEqual([]);
    expect([asked?.mistake?.({ verdict: 'FINE' }), asked?.mistake?.(CLEAN)]).toEqual([
      expect.stringMatching(/^verdict: /),
      undefined,
    ]);
    expect(record.failure?.detail).toMatch(/^verdict: /);
    expect([record.failure?.code, record.review]).toEqual(['no-verdict', undefined]);
  });

  test('U6 CLEAN with must-fix items contradicts itself: not clean', async () => {
    const { record } = await cycle({ agent: { review: { value: { ...MUST_FIX, verdict: 'CLEAN' } } } });
    expect(record.review?.verdict).toBe('IMPROVEMENTS_NEEDED');
  });

  test('U7 a must-fix the diff does not show is not applied, whatever the agent says', async () => {
    const says = { improvements: [{ file: 'src/a.ts', line: 2, applied: true }] };
    const { record } = await cycle({ agent: { review: { value: MUST_FIX }, improve: { value: says } } });
    expect(record.improvements).toEqual([
      { file: 'src/a.ts', line: 2, what: 'wrong', applied: false, why: 'the file did not change' },
    ]);
  });

  test('a mistake of our own is thrown, not put on record', async () => {
    const { tools } = fakeTools();
    tools.git.snapshot = () => Promise.reject(new TypeError('bug'));
    await expect(ultraloop.cycle(SPEC, tools, [])).rejects.toThrow('bug');
  });
});

describe('stop', () => {
  const green = {
    command: 'true',
    ok: true,
    exitCode: 0,
    timedOut: false,
    ms: 1,
    log: { head: '', tail: '', bytes: 0, lines: 0, dropped: 0 },
  };
  const merged = [{ name: 'a', declared: true, status: 'merged', unit: green }];
  const review = { verdict: 'CLEAN' as const, priority1: [], notes: [], assessment: [] };
  const intact = { intact: true, hash: FREEZE.hash, files: 1, violations: [] };
  const failure = { code: 'agent-missing', detail: 'gone' };
  const violated = {
    ...intact,
    intact: false,
    violations: [{ path: 'docs/a', status: 'M', added: 1, removed: 1, mode: '100644' }],
  };
  const good = iteration(1, { blocks: merged, review, freeze: intact });
  const broken = iteration(1, { freeze: intact, failure });

  // Each row holds for all of what it names at once; the first of them is the answer.
  test.each<[ExitCode | undefined, string, Past]>([
    [undefined, 'nothing yet', []],
    [
      'ABORTED',
      'abort over everything',
      [good, word('closed'), word('push', '', { sha: 'x' }), word('finish'), word('abort')],
    ],
    ['CLOSED', 'closed over a push', [good, word('push', '', { sha: 'x' }), word('finish'), word('closed')]],
    ['TAKEOVER', 'a push over a finished goal', [good, word('finish'), word('push', '', { sha: 'x' })]],
    [
      'FREEZE_VIOLATION',
      'the freeze over a failure',
      [iteration(1, { freeze: violated, failure, blocks: merged, review })],
    ],
    ['COMPLETE', 'the goal over /finish and a comment', [good, word('finish'), word('comment')]],
    ['FINISHED', '/finish over a failure', [broken, word('finish'), word('comment')]],
    ['BROKEN', 'a failure over a comment', [broken, word('comment')]],
    [
      'INTERRUPT',
      'a comment over the last iteration allowed',
      [...Array.from({ length: 10 }, (_, i) => iteration(i + 1, { freeze: intact })), word('comment')],
    ],
    ['MAX_CYCLES', 'all iterations used', Array.from({ length: 10 }, (_, i) => iteration(i + 1, { freeze: intact }))],
  ])('U10 %s: %s', (code, _, past) => {
    expect(ultraloop.stop(SPEC, past)?.code).toBe(code);
  });

  test('U10 a word of a person after an exit takes the run up again', () => {
    expect(ultraloop.stop(SPEC, [broken, word('continue')])).toBeUndefined();
    expect(ultraloop.stop(SPEC, [good, word('continue')])).toBeUndefined();
  });
});
