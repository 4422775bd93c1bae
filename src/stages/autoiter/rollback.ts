// Stage 6, first half: the rollback matrix; what it takes back goes in one commit, logged (C12). The stop check is the loop's `stop`.
import { rollbackMatrix } from '../../brakes/rollback-matrix.ts';
import { Failure } from '../../failures.ts';
import { revertMessage } from '../../reports/fix-commit.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { advance } from './commit.ts';
import { factsOf, type Iter } from './iter.ts';

type Reverts = { fix: string; commit: string; why: string }[];

export const rollback = (iter: Iter): Stage => ({
  name: 'rollback',
  async run(cycle) {
    const { scalar, fixes } = factsOf(cycle);
    if (!scalar || iter.made.length === 0)
      return row(cycle, { stage: 'rollback', by: 'matrix', result: 'nothing to take back', state: 'skipped' });
    const { change, why, revert } = rollbackMatrix(iter.run, scalar, fixes);
    const taken = await takeBack(cycle, iter, revert);
    const what = taken.length > 0 ? `reverted ${taken.map(({ fix }) => fix).join(', ')}` : 'all kept';
    row(cycle, { stage: 'rollback', by: 'matrix', result: `scalar ${change}: ${what}; ${why}`, state: 'ok' });
  },
});

/** A fix that later lines stand on cannot be taken back alone: it stays, and is named. */
async function takeBack(cycle: Cycle, iter: Iter, wanted: Reverts): Promise<Reverts> {
  if (wanted.length === 0) return [];
  const message = revertMessage(cycle.spec, { n: cycle.draft.n, iter: iter.number }, wanted);
  const commits = wanted.map(({ commit }) => commit);
  const reverted = await cycle.tools.git.revert(commits, message);
  if ('conflict' in reverted) {
    const stuck = wanted.find(({ commit }) => commit === reverted.conflict);
    cycle.draft.notes.push(`${stuck?.fix} could not be reverted: later changes stand on its lines. It stays.`);
    return takeBack(
      cycle,
      iter,
      wanted.filter(one => one !== stuck),
    );
  }
  const { published, tree } = reverted;
  if (published.outcome === 'refused') throw new Failure('push-refused', published.detail);
  if (published.outcome === 'foreign') {
    cycle.draft.cut = 'push';
    return [];
  }
  await advance(cycle, tree);
  cycle.draft.commit = published.commit;
  const facts = factsOf(cycle);
  facts.rollback = wanted.map(({ fix, why }) => ({ fix, why, commit: published.commit }));
  for (const fix of facts.fixes) if (wanted.some(one => one.fix === fix.id)) fix.reverted = true;
  return wanted;
}
