// Autoiter as tables: the stages of an iteration in order, every way a fix is not made, the ladder of its stops.
import { describe, expect, test } from 'vitest';
import { parseRunSpec } from '../../src/config/run-spec.ts';
import { autoiter } from '../../src/loops/autoiter.ts';
import type { ExitCode, Iteration, Past } from '../../src/record.ts';
import { STAGES_OF } from '../../src/reports/stage-names.ts';
import type { Spec } from '../../src/spec.ts';
import { anchored } from '../../src/stages/autoiter/anchors.ts';
import { newFacts } from '../../src/stages/autoiter/iter.ts';
import type { Cycle, Stage } from '../../src/stages/cycle.ts';
import { approve, discovery, iter, plan, scalar, yaml } from '../brakes/autoiter-entries.ts';
import { word } from '../brakes/entries.ts';
import { answers, type Play, play } from './autoiter-tools.ts';

const BLOCK = { name: 'repository', declared: false, paths: ['**'], lint: 'lint' };
const FREEZE = { paths: ['docs/'], hash: 'f'.repeat(64), files: 1, tree: 't0', created_at: '2026-03-01T09:00:00.000Z' };
const SPEC: Spec = { ...plan({ skip_prepare: true }), blocks: [BLOCK] };
const PAST: Past = [discovery(), approve()];

async function turn(told: Play = {}, spec = SPEC, past = PAST): Promise<{ record: Iteration; calls: string[] }> {
  const { tools, calls } = play(told);
  return { record: await autoiter.cycle(spec, tools, past), calls };
}

describe('an iteration', () => {
  test('C5–C12 C15: stages in order, each role at its tier, only makers write', async () => {
    const { tools, calls, jobs } = play({ shell: { rerun: 0 } });
    const record = await autoiter.cycle(SPEC, tools, PAST);
    expect(calls.filter(call => /^(agent|shell|git\.p)/.test(call))).toEqual([
      ...['git.prepare', 'shell.trigger', 'agent.observer', 'agent.triager', 'agent.verifier ISSUE-001'],
      ...['shell.repository lint before', 'agent.tester FIX-001', 'shell.FIX-001 red'],
      ...['agent.implementer FIX-001', 'shell.FIX-001 green', 'agent.reviewer FIX-001', 'agent.implementer FIX-001'],
      ...[
        'shell.FIX-001 simplified',
        'shell.repository lint regression',
        'git.publish',
        'agent.auditor',
        'shell.rerun',
      ],
    ]);
    expect(jobs.map(({ role, tier, readOnly }) => [role, tier, readOnly])).toEqual([
      ['observer', 'fast', true],
      ['triager', 'deep', true],
      ['verifier', 'deep', true],
      ['tester', 'standard', false],
      ['implementer', 'standard', false],
      ['reviewer', 'standard', true],
      ['implementer', 'standard', false],
      ['auditor', 'standard', true],
    ]);
    expect([...new Set(record.steps.map(({ stage }) => stage))]).toEqual(STAGES_OF.autoiter);
    expect(record).toMatchObject({
      commit: 'c1',
      autoiter: { allGreen: true, fixes: [{ id: 'FIX-001', commit: 'c1' }] },
    });
  });

  test('G3: triage and verifier see two lines of the evidence and the words the seed asks for', async () => {
    const evidence = 'one\ntwo\nthree\nfour\nfive';
    const { tools, jobs } = play({
      answers: { observer: { issues: [{ title: 'x', evidence, severity: 3, blocking: false }] } },
    });
    await autoiter.cycle(SPEC, tools, PAST);
    for (const role of ['triager', 'verifier']) {
      const text = jobs
        .filter(job => job.role === role)
        .flatMap(({ brief }) => brief.map(part => part.text))
        .join('\n');
      expect(text).toContain('one\ntwo');
      expect(text).not.toContain('three');
    }
  });

  test('G4: only whether the held-out check passes is kept, and no prompt ever holds its command', async () => {
    const { tools, jobs } = play({ shell: { 'held-out check': 1, rerun: 0 } });
    const record = await autoiter.cycle(
      { ...SPEC, autoiter: { auto_approve: false, skip_prepare: true, held_out: 'sh hidden.sh' } },
      tools,
      PAST,
    );
    expect(record.autoiter?.heldOut).toEqual({ ok: false });
    expect(JSON.stringify(jobs)).not.toContain('hidden.sh');
  });

  const stops = Array.from({ length: 12 }, (_, at) => at + 1);
  test.each(stops)('K10 /abort at safe point %i: nothing is published after it', async point => {
    const { record, calls } = await turn({ cuts: { [point]: 'abort' } });
    const cut = calls.flatMap((call, at) => (call === 'cut' ? [at] : []))[point - 1];
    if (cut === undefined) return expect(record.cut).toBeUndefined();
    expect(calls.slice(cut)).not.toContain('git.publish');
    return expect(calls.slice(cut).some(call => call.startsWith('agent.'))).toBe(false);
  });
});

describe('C9 a fix that is not made says why, and is kept aside', () => {
  const literal = {
    'src/sum.js': "if (name === 'sum 1 2') return 'sum of one and two';\n",
    'test/sum-adds.test.js': "test('sum 1 2', () => assert.equal(sum(1, 2), 'sum of one and two'));\n",
  };
  test.each<[why: RegExp, told: Play]>([
    [
      /found no test that could show it: only under load/,
      { answers: { tester: { files: [], summary: 'only under load' } } },
    ],
    [/wrote no test \(G2\)/, { writes: { 'tester FIX-001': [] } }],
    [/touches src\/sum\.js, which is not a new test \(G1\)/, { writes: { 'tester FIX-001': ['src/sum.js'] } }],
    [/touches test\/old\.test\.js, which is not a new test/, { writes: { 'tester FIX-001': ['test/old.test.js'] } }],
    [/green before the fix, so it reproduces nothing \(G2\)/, { shell: { 'FIX-001 red': 0 } }],
    [/could not be run/, { shell: { 'FIX-001 red': 127 } }],
    [/still red after 2 attempts/, { shell: { 'FIX-001 green': 1 } }],
    [
      /must-fix items broke its reproduction test/,
      {
        answers: { reviewer: { verdict: 'IMPROVEMENTS_NEEDED', priority_1: [{ file: 'src/sum.js', what: 'x' }] } },
        shell: { 'FIX-001 reviewed': 1 },
      },
    ],
    [/it breaks repository lint, which was green before/, { shell: { 'repository lint regression': 1 } }],
    [
      /^G1: .*deletes|^G1: .*changes an existing test/,
      {
        writes: { 'implementer FIX-001': ['src/sum.js', 'test/old.test.js'] },
        answers: { verifier: { ...(answers.verifier as object), kind: 'optimization' } },
      },
    ],
    [/^G5: src\/sum\.js:1/, { files: literal }],
    [/cannot be done/, { answers: { 'implementer FIX-001': { outcome: 'impossible', because: 'no plus here' } } }],
    [/gave no valid answer/, { answers: { tester: { summary: 'no command' } } }],
  ])('%s', async (why, told) => {
    const { record, calls } = await turn(told);
    expect(record.autoiter?.fixes[0]?.failed).toMatch(why);
    expect(record.autoiter?.fixes[0]?.commit).toBeUndefined();
    expect(calls).not.toContain('git.publish');
  });

  test('checks that were red before are no regression', async () => {
    const { record } = await turn({ shell: { 'repository lint before': 1, 'repository lint regression': 1 } });
    expect(record.autoiter?.fixes[0]?.commit).toBe('c1');
  });

  test('a simplification that breaks the test is not taken, the fix is', async () => {
    const { record } = await turn({ shell: { 'FIX-001 simplified': 1 } });
    expect(record.notes.join()).toContain('was not taken');
    expect(record.autoiter?.fixes[0]?.commit).toBe('c1');
    expect(record.change?.to).toBe('t2');
  });

  test('U9 a fix that changes a frozen file is never published: the iteration ends there', async () => {
    const told = { writes: { 'implementer FIX-001': ['docs/a.md'] }, frozenAt: 'docs/a.md' };
    const { record, calls } = await turn(told, { ...SPEC, freeze: FREEZE });
    expect(record.freeze).toMatchObject({ intact: false, stash: { branch: 'ultraloop/stash/r7k2-1' } });
    expect(calls).not.toContain('git.publish');
    expect(calls).not.toContain('shell.rerun');
  });

  test('K10 somebody else pushed: what was made is kept aside, nothing more is done', async () => {
    const { record, calls } = await turn({ foreignAt: 1 });
    expect(record.cut).toBe('push');
    expect(calls.slice(calls.indexOf('git.publish'))).not.toContain('agent.auditor');
  });
});

test('C2: discovery ranks, proposes what a person can edit, and keeps the limit that was asked for', async () => {
  const triggers = [
    { command: 'npm run slow', kind: 'shell', score: 2, why: 'slow' },
    { command: 'npm test', kind: 'shell', score: 5, why: 'all of it' },
  ];
  const told = { answers: { discoverer: { triggers, success_criterion: { type: 'scalar_threshold' } } } };
  const { record } = await turn(told, plan({ max_iterations: 3 }), []);
  expect(record.autoiter?.candidates?.map(({ command }) => command)).toEqual(['npm test', 'npm run slow']);
  expect(parseRunSpec(record.autoiter?.proposal ?? '').spec).toMatchObject({
    trigger: { invocation: 'npm test' },
    success_criterion: { type: 'all_green' }, // a threshold without a number is no goal
    budget: { max_iterations: 3 },
  });
});

test('C2: discovery that finds nothing to run asks a person', async () => {
  const { record } = await turn({ answers: { discoverer: { triggers: [] } } }, plan(), []);
  expect(record.failure?.code).toBe('impossible');
  expect(autoiter.stop(plan(), [record])?.code).toBe('BROKEN');
});

describe('C6 the recovery ladder', () => {
  const blocked = { observer: { issues: [{ title: 'no program', evidence: '', severity: 5, blocking: true }] } };
  const tiers = (record: Iteration) => record.autoiter?.recovery.map(({ model }) => model);
  test.each([
    ['simple', ['fast', 'standard', 'deep']],
    ['medium', ['fast', 'standard', 'deep']],
    ['complex', ['fast', 'deep', 'deep']],
  ])('%s: %j', async (complexity, wanted) => {
    const medic = { complexity, root_cause: 'x', fix: 'y' };
    const stuck = { 'recovery 1': 127, 'recovery 2': 127, 'recovery 3': 127 };
    const { record } = await turn({ answers: { ...blocked, medic }, shell: { trigger: 127, ...stuck } });
    expect(tiers(record)).toEqual(wanted);
    expect(record.autoiter?.escalate?.reason).toBe('blocker_unrecoverable');
  });

  test('a recovery that works is one commit, and the iteration goes on', async () => {
    const { record } = await turn({
      answers: blocked,
      shell: { trigger: 127, 'recovery 1': 0 },
      writes: { 'medic attempt-1': ['run.sh'] },
    });
    expect(record).toMatchObject({ commit: 'c1', autoiter: { recovery: [{ model: 'fast' }], allGreen: true } });
    expect(record.autoiter?.escalate).toBeUndefined();
  });

  test('a medic that gives no answer has had its attempt', async () => {
    const { record } = await turn({
      answers: { ...blocked, medic: {} },
      shell: { trigger: 127, 'recovery 1': 127, 'recovery 2': 0 },
    });
    expect(tiers(record)).toEqual(['fast', 'deep']);
    expect(record.autoiter?.recovery[0]?.root_cause).toMatch(/^unknown: A role gave no valid answer/);
  });

  test.each(['observer', 'medic', 'tester'])(
    'a host without the program of the %s is for people, not for the ladder',
    async role => {
      const told = role === 'medic' ? { answers: blocked, shell: { trigger: 127 } } : {};
      const { record } = await turn({ ...told, missing: role });
      expect(record.failure?.code).toBe('agent-missing');
      expect(autoiter.stop(SPEC, [...PAST, record])?.code).toBe('BROKEN');
    },
  );

  test('G1: a medic that changes a test has mended nothing', async () => {
    const told = { answers: blocked, shell: { trigger: 127 }, writes: { 'medic attempt-1': ['test/sum.test.js'] } };
    const { record, calls } = await turn(told);
    expect(record.autoiter?.recovery[0]?.result).toMatch(/^refused: .*G1/);
    expect(calls).not.toContain('shell.recovery 1');
  });
});

describe('C12 rollback', () => {
  const optimises = { ...(answers.verifier as object), kind: 'optimization' };
  const scored = (score: number, exitCode: number) => ({
    exitCode,
    log: { head: `score: ${score}\n`, tail: '', bytes: 9, lines: 1, dropped: 0 },
  });
  const worse: Play = { answers: { verifier: optimises }, shell: { trigger: scored(9, 1), rerun: scored(2, 1) } };

  test('a worse scalar takes the optimization back; a conflict leaves it and says so', async () => {
    const { record } = await turn(worse);
    expect(record).toMatchObject({
      commit: 'r1',
      autoiter: { rollback: [{ fix: 'FIX-001', commit: 'r1' }], fixes: [{ reverted: true }] },
    });
    const kept = await turn({ ...worse, conflict: 'c1' });
    expect(kept.record).toMatchObject({ commit: 'c1', autoiter: { rollback: [] } });
    expect(kept.record.notes.join()).toContain('FIX-001 could not be reverted');
  });
});

describe('C16 stage anchors', () => {
  const stage = (name: Stage['name'], ran: string[]): Stage => ({ name, run: async () => void ran.push(name) });
  test.each<[order: Stage['name'][], ran: number, drifts: boolean]>([
    [['kickoff', 'trigger', 'observe', 'triage', 'triage', 'fix', 'fix', 'rollback'], 8, false],
    [['kickoff', 'observe', 'triage'], 1, true],
    [['trigger', 'kickoff'], 1, true],
    [['kickoff', 'trigger', 'kickoff'], 2, true],
  ])('%j', async (order, count, drifts) => {
    const ran: string[] = [];
    const cycle = { draft: { autoiter: newFacts('iteration') } } as Cycle;
    for (const one of anchored(
      STAGES_OF.autoiter,
      order.map(name => stage(name, ran)),
    ))
      await one.run(cycle);
    expect(ran).toHaveLength(count);
    expect(cycle.draft.autoiter?.escalate?.reason).toBe(drifts ? 'stage_anchor_drift' : undefined);
  });
});

describe('C13 the ladder of stops', () => {
  const green = { allGreen: true, scalar: scalar(1, 2) };
  const one = approve(yaml('budget: {max_iterations: 1}', 'skip_prepare: true'));
  test.each<[what: string, past: Past, code: ExitCode | undefined]>([
    ['nothing yet', [], undefined],
    ['a proposal', [discovery()], 'SPEC_WAITING'],
    ['approved', PAST, undefined],
    ['rule 9: success on the last iteration is success', [discovery(), one, iter(2, green)], 'CONVERGED'],
    ['SC1', [discovery(), one, iter(2, { allGreen: false })], 'BUDGET_EXHAUSTED'],
    [
      'an escalation before success',
      [...PAST, iter(2, { ...green, escalate: { reason: 'g6_diff_audit_failed', detail: '' } })],
      'ESCALATED',
    ],
    ['/abort before all', [...PAST, iter(2, green), word('abort')], 'ABORTED'],
    ['a comment while the spec waits', [discovery(), word('comment', 'why this?')], 'INTERRUPT'],
    ['/approve answers the comment', [discovery(), word('comment', 'why this?'), approve()], undefined],
    [
      'rule 13: a word wakes an escalated run',
      [...PAST, iter(2, { escalate: { reason: 'prepare_failed', detail: '' } }), word('continue')],
      undefined,
    ],
  ])('%s', (_, past, code) => {
    expect(autoiter.stop(plan(), past)?.code).toBe(code);
  });
});
