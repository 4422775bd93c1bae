// Most test files share three processes. One that changes or measures what belongs to a whole process must not.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { ALONE } from '../../vitest.config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ITSELF = 'test/repository/alone.test.ts';
const ELSEWHERE = /^test\/(chaos|attacks|conformance|sandbox-projects)\//;
const OF_THE_PROCESS =
  /process\.env(\.\w+|\[[^\]]+\]) = |delete process\.env|vi\.(useFakeTimers|stub|mock)|from 'nock'|process\.(memoryUsage|umask|chdir)\(|killAllJobs\(/;

test('what a test changes or measures of its whole process, it has to itself', async () => {
  const names = await readdir(join(ROOT, 'test'), { recursive: true });
  const paths = names.map(name => `test/${name}`).filter(path => path.endsWith('.test.ts') && !ELSEWHERE.test(path));
  const texts = await Promise.all(paths.map(path => readFile(join(ROOT, path), 'utf8')));
  const alone = picomatch(ALONE);
  const needs = paths.filter((path, index) => path !== ITSELF && OF_THE_PROCESS.test(texts[index] ?? ''));
  expect(needs.sort(), 'ALONE in vitest.config.ts names each of these and no other').toEqual(
    paths.filter(path => alone(path)).sort(),
  );
});
