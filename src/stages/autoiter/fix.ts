// Stage 5.1: the fixes of the plan, batch by batch, each on its own: made, proved and committed, or put aside with the reason (C9).
import type { Fix } from '../../facts/autoiter.ts';
import { Failure } from '../../failures.ts';
import type { Iteration } from '../../record.ts';
import { fixMessage } from '../../reports/fix-commit.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { commit } from './commit.ts';
import { guardFix } from './guard-fix.ts';
import { factsOf, type Iter, isOver } from './iter.ts';
import { makeFix } from './make-fix.ts';
import { regression } from './regression.ts';

export const fix = (iter: Iter): Stage => ({
  name: 'fix',
  async run(cycle) {
    const { plan, fixes } = factsOf(cycle);
    const inOrder = (plan?.batches ?? []).flat().flatMap(id => fixes.find(found => found.id === id) ?? []);
    if (inOrder.length === 0) return;
    const regressed = await regression(cycle);
    for (const next of inOrder) {
      if (isOver(cycle) || (await cycle.tools.desk.cut())) return;
      await one(cycle, iter, { fix: next, regressed });
    }
  },
});

interface Job {
  fix: Fix;
  regressed: () => Promise<string | undefined>;
}

async function one(cycle: Cycle, iter: Iter, { fix, regressed }: Job): Promise<void> {
  const missing = fix.dependencies.find(id => !iter.made.some(made => made.fix.id === id));
  if (missing !== undefined) fix.failed = `it needs ${missing}, which was not made`;
  else await attempt(cycle, iter, { fix, regressed }).catch(error => broken(cycle, fix, error));
  tell(cycle, fix);
}

/** What concerns more than this fix ends the iteration; what there is of the fix is kept aside, not pushed. */
async function broken(cycle: Cycle, fix: Fix, error: unknown): Promise<never> {
  if (error instanceof Failure) {
    await putAside(cycle, fix, error.message);
    tell(cycle, fix);
  }
  throw error;
}

function tell(cycle: Cycle, fix: Fix): void {
  const result = fix.commit
    ? `${fix.id} made, ${fix.commit.slice(0, 7)}`
    : `${fix.id} not made: ${fix.failed ?? 'stopped'}`;
  row(cycle, { stage: 'fix', by: fix.id, result, state: fix.commit ? 'ok' : 'bad' });
}

async function attempt(cycle: Cycle, iter: Iter, { fix, regressed }: Job): Promise<void> {
  const made = await makeFix(cycle, iter, fix);
  if (made.impossible) fix.impossible = true;
  const why =
    made.why ??
    (await guardFix(cycle, { fix, change: made.change, output: iter.ran?.output ?? '' })) ??
    (await regressed());
  if (why !== undefined) return putAside(cycle, fix, why);
  const sha = await commit(cycle, fixMessage(cycle.spec, cycle.draft, fix));
  if (sha === undefined) {
    fix.failed = unpushed(cycle.draft);
    return;
  }
  fix.commit = sha;
  iter.made.push({ fix, change: made.change });
}

function unpushed({ freeze, guard }: Iteration): string {
  if (freeze?.intact === false) return 'it changes frozen files';
  return guard?.refused.length ? 'it changes what may not be pushed' : 'somebody else pushed';
}

/** What did not come to a commit is kept on a side branch: somebody may want to look why. */
async function putAside(cycle: Cycle, fix: Fix, why: string): Promise<void> {
  fix.failed = why;
  if (cycle.tree === cycle.from) return;
  const { branch } = await cycle.tools.git.stash(cycle.tree, `${fix.id.toLowerCase()}-cycle-${cycle.draft.n}`);
  fix.failed = `${why} (kept on ${branch})`;
  cycle.tree = cycle.from;
}
