// (e) Compares the frozen files with the freeze. A violating tree is kept aside and never reaches the branch (U9).
import { type Cycle, row, type Stage } from './cycle.ts';

export const verifyFreeze: Stage = { name: 'freeze', run };

async function run(cycle: Cycle): Promise<void> {
  const { freeze } = cycle.spec;
  if (!freeze) {
    row(cycle, { stage: 'freeze', by: '0 files', result: 'nothing is frozen', state: 'skipped' });
    return;
  }
  const result = await cycle.tools.git.verify(freeze, cycle.tree);
  cycle.draft.freeze = result;
  if (!result.intact)
    cycle.draft.freeze.stash = await cycle.tools.git.stash(cycle.tree, `freeze-violation-cycle-${cycle.draft.n}`);
  row(cycle, {
    stage: 'freeze',
    by: `${freeze.files} ${freeze.files === 1 ? 'file' : 'files'}`,
    result: result.intact
      ? `INTACT ${result.hash.slice(0, 12)}`
      : `VIOLATED: ${result.violations.length} frozen ${result.violations.length === 1 ? 'file' : 'files'} changed`,
    state: result.intact ? 'ok' : 'bad',
  });
}
