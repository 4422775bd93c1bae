// One iteration of the autonomous loop, step by step as in seed 001, over fake tools.
import { describe, expect, test } from 'vitest';
import { autonomous } from '../../src/loops/autonomous.ts';
import type { Iteration, Past } from '../../src/record.ts';
import type { Spec } from '../../src/spec.ts';
import { spec, word } from '../brakes/entries.ts';
import { type Called, type Fakes, roleTools } from './role-tools.ts';

const auto = spec({
  loop: 'autonomous',
  blocks: [
    { name: 'typecheck', declared: false, paths: ['**'], lint: 'tsc' },
    { name: 'test', declared: false, paths: ['**'], unit: 'node --test' },
  ],
  autonomous: {
    commits: [{ title: 'Read durations', contract: ['reads 45m'] }],
    acceptance: ['refuses soon'],
    rules: [{ path: 'AGENTS.md', text: 'No file reads the clock.' }],
  },
});
const pass = { verdict: 'CLEAN' };
const block = {
  verdict: 'IMPROVEMENTS_NEEDED',
  priority_1: [{ file: 'src/a.js', line: 3, what: 'AGENTS.md: reads the clock' }],
};
const met = { items: [1, 2].map(item => ({ item, ok: true, detail: 'tried' })) };
const good: Fakes = { writes: ['implementer'], answers: { reviewer: pass, tester: met } };
const RED = 'not ok 1 - reads 45m\n  ---\n  error: expected 2700\n  ...\n1..1\n';

async function run(fakes: Fakes, past: Past = [], which: Spec = auto): Promise<Called & { iteration: Iteration }> {
  const called = roleTools(fakes);
  const iteration = await autonomous.cycle(which, called.tools, past);
  return { ...called, iteration };
}
const results = ({ steps }: Iteration): string[] =>
  steps.filter(step => step.state !== 'skipped').map(step => step.result);

describe('the steps of an iteration', () => {
  test('2.1–2.3, 2.5: PASS, GREEN, SUCCESS', async () => {
    const { iteration, calls, stages } = await run(good);
    expect(calls).toEqual([
      'agent implementer',
      'agent reviewer',
      'shell typecheck',
      'shell test',
      'agent tester',
      'git publish',
    ]);
    expect(stages).toEqual(['execute', 'execute', 'review', 'verify', 'debug', 'verify', 'freeze']);
    expect(results(iteration)).toEqual(['1 file, +2 −1', 'PASS', 'GREEN: 2 checks, 2 of the contract']);
    expect(iteration.autonomous).toMatchObject({ outcome: 'SUCCESS', errors: [], qa: { verdict: 'GREEN' } });
    expect(autonomous.stop(auto, [iteration])?.code).toBe('SUCCESS');
  });

  test('2.2 → 2.4: a BLOCK goes to debug, nothing is verified', async () => {
    const answers = { ...good.answers, reviewer: block, debugger: { cause: 'the clock is read (src/a.js:3).' } };
    const { iteration, calls } = await run({ ...good, writes: ['implementer', 'debugger'], answers });
    expect(calls).toEqual(['agent implementer', 'agent reviewer', 'agent debugger', 'git publish']);
    expect(results(iteration)).toEqual([
      '1 file, +2 −1',
      'BLOCK: 1 must-fix',
      'tier 1: the clock is read (src/a.js:3); 1 file, +2 −1',
    ]);
    expect(iteration.autonomous).toMatchObject({
      outcome: 'CONTINUE',
      errors: ['pr-review › src/a.js: AGENTS.md: reads the clock'],
      debug: { changed: true },
    });
    expect(iteration.commit).toBe('c-tree0+implementer+debugger');
  });

  test('2.3 → 2.4: RED goes to debug with the failure; the tester is not asked over a red check', async () => {
    const { iteration, calls, jobs } = await run({ ...good, red: { test: RED } });
    expect(calls).not.toContain('agent tester');
    expect(iteration.autonomous).toMatchObject({ qa: { verdict: 'RED' }, errors: ['test › reads 45m: expected 2700'] });
    const debug = jobs.find(job => job.role === 'debugger');
    expect(debug?.brief.find(part => part.heading === 'Must fix: test is red')?.text).toContain('not ok 1');
    expect(debug?.brief.find(part => part.heading === 'Errors')?.trust).toBe('data');
  });

  test('A5 an item that is not met, or that the tester leaves out, is RED', async () => {
    for (const items of [
      [
        { item: 1, ok: true },
        { item: 2, ok: false, detail: 'takes soon' },
      ],
      [{ item: 1, ok: true }],
    ]) {
      const { iteration } = await run({ ...good, answers: { ...good.answers, tester: { items } } });
      expect(iteration.autonomous).toMatchObject({ outcome: 'CONTINUE', errors: ['contract › refuses soon'] });
    }
  });

  test('A5 a visual check decides by its exit code', async () => {
    const seen: Spec = {
      ...auto,
      autonomous: { commits: [], acceptance: [], rules: [], ...auto.autonomous, visual: { command: 'look' } },
    };
    expect((await run(good, [], seen)).iteration.autonomous?.outcome).toBe('SUCCESS');
    const { iteration } = await run({ ...good, red: { visual: 'Error: the page is blank' } }, [], seen);
    expect(iteration.autonomous?.errors).toEqual(['visual › exit 1: Error: the page is blank']);
  });

  test('settlement 12: green over nothing is no success', async () => {
    const answers = { ...good.answers, implementer: { outcome: 'done' } };
    const { iteration } = await run({ answers });
    expect(iteration.autonomous).toMatchObject({ outcome: 'CONTINUE', errors: ['qa-commit › nothing was changed'] });
    // Nothing at all, not even a word about it, is a failure before anybody looks at it.
    const silent = await run({ answers: good.answers ?? {} });
    expect(silent.iteration.failure?.code).toBe('no-effect');
    expect(silent.calls).not.toContain('agent reviewer');
  });

  test('roles that only look work in copies; those that mend do not', async () => {
    const { jobs } = await run({ ...good, red: { test: RED } });
    const { jobs: more } = await run(good);
    const readOnly = Object.fromEntries([...jobs, ...more].map(job => [job.role, job.readOnly]));
    expect(readOnly).toEqual({ implementer: false, reviewer: true, debugger: false, tester: true });
  });
});

describe('A6 Jidoka inside debug', () => {
  const stubborn = { ...good, red: { test: RED } };
  async function stuckFor(times: number): Promise<Past> {
    const past: Iteration[] = [];
    for (let n = 0; n < times; n++)
      past.push((await run({ ...stubborn, writes: ['implementer', 'debugger'] }, past)).iteration);
    return past;
  }

  test('the third time no fix is attempted, and the run stops', async () => {
    const past = await stuckFor(2);
    const { iteration, calls } = await run(stubborn, past);
    expect(calls).not.toContain('agent debugger');
    expect(results(iteration).at(-1)).toBe(
      'Jidoka tier 2: the same error in iterations 1, 2 and 3; no fix was attempted',
    );
    expect(autonomous.stop(auto, [...past, iteration])).toMatchObject({ code: 'JIDOKA', kind: 'park' });
    expect(iteration.commit).toBeDefined();
  });

  test('the models grow: standard, then deep; deep again when a person grants an attempt', async () => {
    const tiers = async (past: Past) =>
      (await run(stubborn, past)).jobs.map(job => `${job.role} ${job.tier ?? 'standard'}`);
    expect(await tiers([])).toContain('debugger standard');
    expect(await tiers(await stuckFor(1))).toContain('debugger deep');
    const granted = await tiers([...(await stuckFor(3)), word('continue')]);
    expect(granted).toEqual(['implementer deep', 'reviewer standard', 'debugger deep']);
  });

  test('what was assumed before is told to the next debugger', async () => {
    const first = await run({ ...stubborn, answers: { ...good.answers, debugger: { cause: 'the flag' } } });
    const { jobs } = await run(stubborn, [first.iteration]);
    const told = jobs
      .find(job => job.role === 'debugger')
      ?.brief.map(part => part.text)
      .join('\n');
    expect(told).toContain('iteration 1: the flag');
  });
});

describe('A3 the commit plan', () => {
  const planless: Spec = { ...auto, autonomous: { commits: [], acceptance: ['refuses soon'], rules: [] } };
  const planned = {
    commits: [
      { title: 'Read', contract: [] },
      { title: 'Write', contract: ['writes 45m'] },
    ],
  };

  test('the planner is asked once, when the issue has none', async () => {
    const first = await run({ ...good, answers: { ...good.answers, planner: planned } }, [], planless);
    expect(first.calls[0]).toBe('agent planner');
    expect(first.iteration.autonomous).toMatchObject({
      plan: planned.commits,
      commit: { index: 0, of: 2, title: 'Read' },
    });
    const second = await run(good, [first.iteration], planless);
    expect(second.calls).not.toContain('agent planner');
    expect(second.iteration.autonomous?.commit).toEqual({ index: 1, of: 2, title: 'Write' });
  });

  test('no valid plan, and the turn knew what one is: the whole issue is one commit, and it is said', async () => {
    const { iteration, jobs } = await run(
      { ...good, answers: { ...good.answers, planner: { commits: [] } } },
      [],
      planless,
    );
    const asked = jobs.filter(({ role }) => role === 'planner');
    expect(asked.map(({ mistake }) => mistake?.({ commits: [] }))).toEqual([expect.stringMatching(/^commits: /)]);
    expect(iteration.autonomous?.commit).toEqual({ index: 0, of: 1, title: planless.title });
    expect(iteration.notes.join()).toContain('the whole issue is one commit');
  });
});

describe('briefs', () => {
  test('A4 the review gets the rules, A9 the implementer the lessons, and outside text is data', async () => {
    const lessons = [{ run: 'r1', at: '', when: 'Jidoka tier 2', decision: 'ann: /continue anchor it' }];
    const { jobs } = await run(good, [word('continue', 'mind the zero')], { ...auto, lessons });
    const [implementer, reviewer] = jobs;
    expect(reviewer?.brief.find(part => part.heading.endsWith('AGENTS.md'))).toMatchObject({
      text: 'No file reads the clock.',
      trust: 'data',
    });
    expect(implementer?.brief[0]).toMatchObject({ text: expect.stringContaining('mind the zero'), trust: 'data' });
    expect(implementer?.brief.some(part => part.text.includes('anchor it') && part.trust === 'data')).toBe(true);
    const ours = jobs
      .flatMap(job => job.brief)
      .filter(part => part.trust === 'ours')
      .map(part => part.text)
      .join('\n');
    for (const outside of ['No file reads', 'mind the zero', 'anchor it', 'reads 45m', 'See docs.'])
      expect(ours).not.toContain(outside);
  });
});

describe('unhappy ways', () => {
  test('K10 a word of a person cuts at the next safe point', async () => {
    const { iteration, calls } = await run({ ...good, cuts: [undefined, undefined, 'comment'] });
    expect(calls).toEqual(['agent implementer', 'git publish']);
    expect(iteration.cut).toBe('comment');
  });

  test('K2 /finish: what is kept is checked all the same', async () => {
    const { iteration, calls } = await run({ ...good, cuts: [undefined, undefined, 'finish'] });
    expect(calls).toEqual(['agent implementer', 'shell typecheck', 'shell test', 'git publish']);
    expect(autonomous.stop(auto, [iteration])?.code).toBe('FINISHED');
  });

  test('K2 /abort: nothing more reaches the branch', async () => {
    const { calls } = await run({ ...good, cuts: [undefined, undefined, 'abort'] });
    expect(calls).toEqual(['agent implementer', 'git stash']);
  });

  test('an agent that fails: its work is checked, kept and counted as a failure', async () => {
    const { iteration, calls } = await run({
      ...good,
      endings: { implementer: { outcome: 'timeout', exitCode: null } },
    });
    expect(iteration).toMatchObject({ failure: { code: 'agent-timeout' }, commit: 'c-tree0+implementer' });
    expect(calls).toContain('shell test');
    expect(autonomous.stop(auto, [iteration])).toBeUndefined();
  });

  test('a reviewer or tester without a verdict is never PASS or GREEN', async () => {
    for (const silent of ['reviewer', 'tester']) {
      const answers = Object.fromEntries(Object.entries(good.answers ?? {}).filter(([role]) => role !== silent));
      const { iteration } = await run({ ...good, answers });
      expect(iteration.failure).toBeDefined();
      expect(iteration.autonomous?.outcome).toBe('CONTINUE');
    }
  });

  test('a debugger that calls it impossible asks a person', async () => {
    const answers = { ...good.answers, debugger: { outcome: 'impossible', cause: 'the test contradicts the task' } };
    const { iteration } = await run({ ...good, red: { test: RED }, answers });
    expect(iteration.failure).toEqual({ code: 'impossible', detail: 'the test contradicts the task' });
    expect(autonomous.stop(auto, [iteration])?.code).toBe('BROKEN');
  });
});
