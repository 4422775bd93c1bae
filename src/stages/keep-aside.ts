// A person stopped the run in mid-work: the branch stays as it is, what was begun is kept on a side branch.
import type { WordName } from '../record.ts';
import type { Cycle } from './cycle.ts';

export async function keepAside(cycle: Cycle, word: WordName): Promise<void> {
  if (cycle.tree === cycle.from) return;
  const { branch } = await cycle.tools.git.stash(cycle.tree, `${word}-cycle-${cycle.draft.n}`);
  cycle.draft.notes.push(`Unfinished work of this iteration is kept on \`${branch}\`; the branch stays as it was.`);
}
