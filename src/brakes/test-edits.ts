// G1: existing tests stay as they are. New tests may come; only a correctness fix that adds one may also touch what was there.
import type { Fix } from '../facts/autoiter.ts';
import type { FileChange } from '../record.ts';
import { isTestFile } from './test-file.ts';

export interface TestEdit {
  file: string;
  why: string;
}

/** @param files what one fix changed  @returns every edit G1 does not allow; empty = none */
export function testEdits(files: readonly FileChange[], fix: Pick<Fix, 'id' | 'kind'>): TestEdit[] {
  const tests = files.filter(({ path }) => isTestFile(path));
  const adds = tests.some(({ status }) => status === 'A');
  return tests.flatMap(({ path, status }) => {
    if (status === 'A') return [];
    if (status === 'D') return [{ file: path, why: `${fix.id} deletes an existing test` }];
    if (fix.kind !== 'correctness') return [{ file: path, why: `${fix.id} changes an existing test for ${fix.kind}` }];
    return adds ? [] : [{ file: path, why: `${fix.id} changes an existing test and adds no reproduction test` }];
  });
}
