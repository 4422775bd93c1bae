// What a fix may not do, looked at before it is committed: change existing tests (G1), special-case them (G5).
import { addedLines, specialCasing } from '../../brakes/special-casing.ts';
import { testEdits } from '../../brakes/test-edits.ts';
import { isTestFile } from '../../brakes/test-file.ts';
import type { Fix } from '../../facts/autoiter.ts';
import type { Change } from '../../record.ts';
import type { Cycle } from '../cycle.ts';
import { factsOf } from './iter.ts';

interface Guarded {
  fix: Fix;
  change: Change;
  /** What the trigger printed: it names tests the product could be bent to. */
  output: string;
}
const CAP = 256 * 1024;
const MOST_TESTS = 30;

/** The reason why it may not be committed; undefined = it may. */
export async function guardFix(cycle: Cycle, guarded: Guarded): Promise<string | undefined> {
  const edits = testEdits(guarded.change.files, guarded.fix);
  if (edits[0]) return `G1: ${edits.map(({ file, why }) => `${why} (${file})`).join('; ')}`;
  const found = await specialCases(cycle, guarded);
  factsOf(cycle).specialCasing.push(...found);
  return found.length > 0
    ? `G5: ${found.map(({ file, line, what }) => `${file}:${line} ${what}`).join('; ')}`
    : undefined;
}

/** A reproduction is new tests and nothing else: whatever it needs besides would already be the fix. */
export function onlyNewTests({ files }: Change): string | undefined {
  if (files.length === 0) return 'the tester wrote no test (G2)';
  const other = files.find(({ path, status }) => status !== 'A' || !isTestFile(path));
  return other && `the reproduction touches ${other.path}, which is not a new test (G1)`;
}

async function specialCases(cycle: Cycle, { fix, change, output }: Guarded) {
  const { git } = cycle.tools;
  const read = (tree: string, path: string) => git.read(tree, path, CAP);
  const product = change.files.filter(({ path, status }) => status !== 'D' && !isTestFile(path));
  const added = [];
  for (const { path } of product)
    added.push(addedLines(path, (await read(change.from, path)) ?? '', (await read(change.to, path)) ?? ''));
  if (added.length === 0) return [];
  const tests = [fix.reproduction_test];
  for (const path of testsNamed(change, output)) tests.push((await read(change.to, path)) ?? '');
  return specialCasing(added, tests);
}

function testsNamed({ files }: Change, output: string): string[] {
  const printed = output.match(/[\w@][\w@./-]*\.\w+/g) ?? [];
  const paths = [...files.map(({ path }) => path), ...printed].filter(path => isTestFile(path) && !path.includes('..'));
  return [...new Set(paths)].slice(0, MOST_TESTS);
}
