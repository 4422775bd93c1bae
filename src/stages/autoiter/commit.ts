// Puts the newest tree onto the branch as one commit of its own, if the freeze allows it (C9, U9).
import { isRefused } from '../../brakes/protected-change.ts';
import { type Cycle, row } from '../cycle.ts';
import { publishAs } from '../publish.ts';

/** Answers the commit. undefined = nothing changed, or it could not be: then the draft says why. */
export async function commit(cycle: Cycle, message: string): Promise<string | undefined> {
  if (cycle.tree === cycle.from || !(await holds(cycle))) return undefined;
  const { tree } = cycle;
  try {
    await publishAs(cycle, message);
  } finally {
    cycle.tree = cycle.from; // what could not be pushed is kept aside, and nobody works on it any more
  }
  if (cycle.draft.cut !== undefined || isRefused(cycle.draft)) return undefined;
  await advance(cycle, tree);
  return cycle.draft.commit;
}

/** The branch holds another tree now: what comes next begins there, and what the iteration changed is told anew. */
export async function advance(cycle: Cycle, tree: string): Promise<void> {
  const began = cycle.draft.change?.from ?? cycle.from;
  cycle.from = tree;
  cycle.tree = tree;
  cycle.draft.change = await cycle.tools.git.compare(began, tree);
}

async function holds(cycle: Cycle): Promise<boolean> {
  const { freeze } = cycle.spec;
  if (!freeze) return true;
  const result = await cycle.tools.git.verify(freeze, cycle.tree);
  if (result.intact) return true;
  const stash = await cycle.tools.git.stash(cycle.tree, `freeze-violation-cycle-${cycle.draft.n}`);
  cycle.draft.freeze = { ...result, stash };
  cycle.tree = cycle.from;
  const count = `${result.violations.length} frozen ${result.violations.length === 1 ? 'file' : 'files'}`;
  row(cycle, { stage: 'freeze', by: `${freeze.files} files`, result: `VIOLATED: ${count} changed`, state: 'bad' });
  return false;
}
