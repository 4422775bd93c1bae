// Commits what was verified onto the run's branch and pushes it, past the guard and never over anybody else's commits. Every loop's way
// to the branch leads through here.
import { Failure } from '../failures.ts';
import { commitMessage } from '../reports/commit-message.ts';
import type { Cycle } from './cycle.ts';
import { guard } from './guard.ts';

export const publish = (cycle: Cycle): Promise<void> => publishAs(cycle, commitMessage(cycle.spec, cycle.draft));

/** The same with a message of its own, for loops that make several commits in one iteration. */
export async function publishAs(cycle: Cycle, message: string): Promise<void> {
  if (cycle.tree === cycle.from || !(await guard(cycle).catch(error => kept(cycle, error)))) return;
  const published = await cycle.tools.git.publish(cycle.tree, message).catch(error => kept(cycle, error));
  if (published.outcome === 'refused') return refused(cycle, published.detail);
  if (published.outcome !== 'foreign') {
    cycle.draft.commit = published.commit;
    return;
  }
  cycle.draft.cut = 'push';
  const { branch } = await cycle.tools.git.stash(cycle.tree, `takeover-cycle-${cycle.draft.n}`);
  cycle.draft.notes.push(
    `Somebody pushed ${published.sha.slice(0, 7)} to the branch; this iteration’s work is kept on \`${branch}\`.`,
  );
}

/** An outage: the tree stays in the mirror and on record, so that the next iteration begins where this one ended. */
function kept(cycle: Cycle, error: unknown): never {
  if (error instanceof Failure) cycle.draft.unpublished = cycle.tree;
  throw error;
}

/** What the branch may not hold is kept beside it. Where GitHub refuses that too, the failure says where on the host it is. */
async function refused(cycle: Cycle, detail: string): Promise<never> {
  const { branch } = await cycle.tools.git.stash(cycle.tree, `refused-cycle-${cycle.draft.n}`);
  throw new Failure('push-refused', `${detail}. The work is kept on ${branch}`);
}
