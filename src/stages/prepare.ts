// Makes the worktree hold the branch's head, and notices when somebody else pushed to it.
import type { Past } from '../record.ts';
import type { Cycle } from './cycle.ts';

export async function prepare(cycle: Cycle): Promise<void> {
  const prepared = await cycle.tools.git.prepare(acceptedPush(cycle.past));
  cycle.from = prepared.tree;
  cycle.tree = prepared.tree;
  if (!prepared.foreign) return takeUp(cycle);
  cycle.draft.cut = 'push';
  cycle.draft.notes.push(`The branch holds commit ${prepared.foreign}, which this run did not make.`);
}

/** Work that an outage kept from the branch is taken up again; compared with the branch, it is this iteration's. */
async function takeUp(cycle: Cycle): Promise<void> {
  const last = cycle.past.findLast(entry => entry.kind === 'iteration');
  const tree = last?.kind === 'iteration' ? last.unpublished : undefined;
  if (tree === undefined) return;
  await cycle.tools.git.restore(tree);
  cycle.tree = tree;
  cycle.draft.notes.push(`Iteration ${cycle.draft.n - 1} could not be pushed; its work was taken up again.`);
}

/** The newest foreign commit that a person's later `/continue` took over. */
function acceptedPush(past: Past): string | undefined {
  const pushed = past.findLastIndex(entry => entry.kind === 'word' && entry.word === 'push');
  const answered = past.slice(pushed + 1).some(entry => entry.kind === 'word' && entry.word === 'continue');
  const push = past[pushed];
  return answered && push?.kind === 'word' ? push.sha : undefined;
}
