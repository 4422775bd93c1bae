// A goal is believed from a clean worktree. What git ignores is in no commit and in no report: a program an agent left there in the place
// of another (`node_modules/.bin/…`) turns checks green for nobody else.
import { iterations } from '../brakes/past.ts';
import type { Unproven } from '../facts/guard.ts';
import type { CheckResult } from '../record.ts';
import { check } from './check.ts';
import { type Cycle, row } from './cycle.ts';

const NAMES = 10;

/** Runs what passed once more, without ignored files and with setups run anew. Where there are none nothing is done. */
export async function prove(cycle: Cycle): Promise<void> {
  const { green, tools, tree, draft } = cycle;
  if (green.size === 0) return;
  const ignored = await tools.git.clear(tree);
  if (ignored.length === 0) return;
  await tools.desk.stage('guard');
  delete cycle.setUp;
  const failed: CheckResult[] = [];
  for (const wanted of [...green.values()]) {
    const result = await check(cycle, { ...wanted, name: `${wanted.name} again`, from: tree });
    if (!result.ok) failed.push(result);
  }
  const count = green.size === 1 ? '1 command' : `${green.size} commands`;
  const by = 'app';
  if (failed.length === 0)
    return row(cycle, { stage: 'guard', by, result: `${count} again without what git ignores: passed`, state: 'ok' });
  const unproven: Unproven = { commands: failed.map(({ command }) => command), ignored: ignored.slice(0, NAMES) };
  // What was seen of the branch before still holds when nothing new was pushed.
  const tests = iterations(cycle.past).findLast(({ guard }) => guard)?.guard?.tests ?? [];
  draft.guard = { refused: [], tests, ...draft.guard, unproven };
  row(cycle, { stage: 'guard', by, result: `${count} again without what git ignores: FAILED`, state: 'bad' });
}
