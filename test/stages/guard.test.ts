// The guard before the push: nothing refused reaches the branch, in any loop's way of publishing, and people can read why.
import { describe, expect, test } from 'vitest';
import type { Inspection } from '../../src/facts/guard.ts';
import { Failure } from '../../src/failures.ts';
import { ultraloop } from '../../src/loops/ultraloop.ts';
import type { Iteration } from '../../src/record.ts';
import { escalation } from '../../src/reports/escalation.ts';
import { iterationReport } from '../../src/reports/iteration.ts';
import type { Spec } from '../../src/spec.ts';
import { spec } from '../brakes/entries.ts';
import { type Answers, fakeTools } from '../loops/fake-tools.ts';

const BLOCK = { name: 'a', declared: true, paths: ['src/**'], unit: 'true', contract: 'true' };
const SPEC: Spec = spec({ blocks: [BLOCK] });
const TOKEN = { path: 'src/a.ts', line: 7, what: 'a GitHub token' };

async function cycle(seen: Partial<Inspection>, more: Answers = {}, of = SPEC) {
  const { tools, calls } = fakeTools({ seen, ...more });
  return { record: await ultraloop.cycle(of, tools, []), calls };
}
const told = (record: Iteration) => {
  const exit = ultraloop.stop(SPEC, [record]) ?? expect.fail('the run goes on');
  const run = { spec: SPEC, past: [record], links: { server: 'https://github.test', pull: 2 } };
  return {
    exit,
    report: iterationReport(run as never, record, { kind: 'exit', exit }),
    question: escalation(run as never, exit, { logins: ['rosa'], because: 'she owns it' }),
  };
};

describe('refused', () => {
  test.each<[string, Partial<Inspection>, Partial<Spec>, string]>([
    ['a secret', { secrets: [TOKEN] }, {}, 'src/a.ts:7 a GitHub token'],
    ['a link', { links: [{ path: 'x', target: '/etc/passwd' }] }, {}, 'x a link to an absolute path'],
    ['too much', { bytes: 6_000_000 }, {}, '6 MB; the limit is 5 MB'],
    ['a protected file', {}, { guarded: { protected: ['src/'], allowed: [] } }, 'src/a.ts is changed'],
  ])('SEC-55 %s: kept aside, not published, the run parks and says what it was', async (_, seen, over, evidence) => {
    const { record, calls } = await cycle(seen, {}, { ...SPEC, ...over });
    expect(calls).not.toContain('git.publish');
    expect(calls.at(-1)).toBe('git.stash protected-change-cycle-1');
    expect(record).not.toHaveProperty('commit');
    const { exit, report, question } = told(record);
    expect(exit).toMatchObject({ code: 'PROTECTED_CHANGE', kind: 'park', asks: true });
    expect(exit.evidence.join()).toContain(evidence);
    expect(report).toContain('| Guard | app | ✘ REFUSED: 1 thing may not be pushed; kept aside');
    expect(question).toContain('1. `/continue leave them alone`');
    expect(question).toContain('ultraloop/stash/r7k2-1');
  });

  test('SEC-48 what GitHub takes on no branch, as a workflow, stays on the host; the record says where', async () => {
    const refused = new Failure(
      'push-refused',
      'no `workflows` permission. The work is kept on the host as commit abc',
    );
    const { record } = await cycle({ secrets: [TOKEN] }, { stashFails: refused });
    expect(record.notes).toContain(refused.detail);
    expect(record.failure).toBeUndefined();
    expect(told(record).exit.code).toBe('PROTECTED_CHANGE');
  });

  test('a look that fails is no leave to push: the work is taken up again', async () => {
    const { record, calls } = await cycle({}, { blind: new Failure('git-failed', 'no space') });
    expect(calls).not.toContain('git.publish');
    expect(record).toMatchObject({ failure: { code: 'git-failed' }, unpublished: 't1' });
  });

  test('a finish does not push it either', async () => {
    const { record, calls } = await cycle({ secrets: [TOKEN] }, { cuts: { 2: 'finish' } });
    expect(calls).not.toContain('git.publish');
    expect(told(record).exit.code).toBe('PROTECTED_CHANGE');
  });
});

describe('SEC-50 bent tests', () => {
  const SKIPPED = { path: 'test/a.test.ts', line: 3, what: 'a test is skipped' };

  test('are pushed, named in the report, and turn the end into a question', async () => {
    const { record, calls } = await cycle({ tests: [SKIPPED] });
    expect(calls).toContain('git.publish');
    const { exit, report, question } = told(record);
    expect(exit).toMatchObject({ code: 'COMPLETE', kind: 'end', asks: true, files: ['test/a.test.ts'] });
    expect(report).toContain('1 sign that tests were bent');
    expect(report).toContain('- Tests: test/a.test.ts:3 a test is skipped');
    expect(question).toContain('## ✔ Complete, but look at the tests');
    expect(question).toContain('- test/a.test.ts:3 a test is skipped');
  });

  test('without a sign the end asks nothing', async () => {
    const { record } = await cycle({});
    expect(told(record).exit).toMatchObject({ code: 'COMPLETE', asks: false });
    expect(record.steps.map(({ stage }) => stage)).not.toContain('guard');
  });
});
