// Makes the worktree hold the branch's head, and notices when somebody else pushed to it.
import type { Past } from '../record.ts';
import type { Cycle } from './cycle.ts';

export async function prepare(cycle: Cycle): Promise<void> {
  const prepared = await cycle.tools.git.prepare(acceptedPush(cycle.past));
  cycle.from = prepared.tree;
  cycle.tree = prepared.tree;
  if (!prepared.foreign) return;
  cycle.draft.cut = 'push';
  cycle.draft.notes.push(`The branch holds commit ${prepared.foreign}, which this run did not make.`);
}

/** The newest foreign commit that a person's later `/continue` took over. */
function acceptedPush(past: Past): string | undefined {
  const pushed = past.findLastIndex(entry => entry.kind === 'word' && entry.word === 'push');
  const answered = past.slice(pushed + 1).some(entry => entry.kind === 'word' && entry.word === 'continue');
  const push = past[pushed];
  return answered && push?.kind === 'word' ? push.sha : undefined;
}
