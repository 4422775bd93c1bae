// The last line of .ci/run: it must never claim a success that was none.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SUMMARY = fileURLToPath(new URL('../../.ci/summary.mjs', import.meta.url));
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ultraloop-summary-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = (status: string, tests: string[], message = '') => ({
  name: '/r/a.test.ts',
  status,
  message,
  assertionResults: tests.map(one => ({ status: one, fullName: `a ${one}`, failureMessages: ['Error: no\n at x'] })),
});

async function summary(report: unknown, failedSteps: number, others: string[] = []) {
  const path = join(folder, 'report.json');
  await (report === undefined ? rm(path, { force: true }) : writeFile(path, JSON.stringify(report)));
  const { stdout, exitCode } = await execa(process.execPath, [SUMMARY, String(failedSteps), ...others, path], {
    reject: false,
  });
  return { last: stdout.split('\n').at(-1), exitCode, stdout };
}

describe('the gate', () => {
  const ok = file('passed', ['passed', 'passed']);
  test.each([
    ['all passed', [ok], 0, '2 passed, 0 failed, 0 skipped', 0],
    [
      'a skipped test is counted',
      [file('passed', ['passed', 'pending', 'todo'])],
      0,
      '1 passed, 0 failed, 2 skipped',
      0,
    ],
    ['a failed test', [ok, file('failed', ['failed', 'passed'])], 1, '3 passed, 1 failed, 0 skipped', 1],
    ['a file that cannot be loaded', [ok, file('failed', [], 'Cannot find x')], 1, '2 passed, 1 failed, 0 skipped', 1],
    ['tests passed, the check did not', [ok], 1, '2 passed, 1 failed, 0 skipped', 1],
    ['nothing ran', undefined, 1, '0 passed, 1 failed, 0 skipped', 1],
    ['a report without tests is no success', [], 0, '0 passed, 1 failed, 0 skipped', 1],
  ])('%s', async (_, testResults, failedSteps, last, exitCode) => {
    expect(await summary(testResults && { testResults }, failedSteps)).toMatchObject({ last, exitCode });
  });

  test('adds up several reports, and none of them may be missing', async () => {
    const other = join(folder, 'other.json');
    const both = () => summary({ testResults: [ok] }, 0, [other]);
    expect(await both()).toMatchObject({ last: '2 passed, 1 failed, 0 skipped', exitCode: 1 });
    await writeFile(other, JSON.stringify({ testResults: [file('passed', ['passed', 'pending'])] }));
    expect(await both()).toMatchObject({ last: '3 passed, 0 failed, 1 skipped', exitCode: 0 });
  });

  test('names what failed and the first line of why', async () => {
    const { stdout } = await summary(
      { testResults: [file('failed', ['failed']), file('failed', [], 'Cannot find x')] },
      1,
    );
    expect(stdout).toMatch(
      /FAILED: \S+a\.test\.ts > a failed\n {2}Error: no\nFAILED: \S+a\.test\.ts\n {2}Cannot find x/,
    );
  });
});
