// The beginning of a turn's work: the worktree holds the branch's head, whatever was left or lost before.
import { Failure } from '../failures.ts';
import type { Prepared } from '../tools.ts';
import { type Head, pointBranch, remoteHead } from './branch.ts';
import { isCorrupt } from './git-errors.ts';
import { isOurs } from './ours.ts';
import { mendSite, removeSite, restoreTree, type Site, strayFiles } from './site.ts';

/** One fetch; the look at the worktree happens beside it. Damaged or lost parts are built anew. */
export async function prepare(site: Site, accept?: string): Promise<Prepared> {
  await site.mirror.ensure();
  const [, clean] = await Promise.all([site.mirror.fetch([site.options.branch]), isClean(site)]);
  const head = await remoteHead(site);
  if (!head) throw new Failure('git-failed', `the branch ${site.options.branch} is gone on the remote`);
  await mendSite(site, `ref: refs/heads/${site.options.branch}`);
  site.known.head = head;
  if (!clean || site.known.tree !== head.tree) await restoreOrRebuild(site, head);
  await pointBranch(site, head.commit);
  const prepared = { head: head.commit, tree: head.tree };
  return isOurs(site, head) || head.commit === accept ? prepared : { ...prepared, foreign: head.commit };
}

async function isClean(site: Site): Promise<boolean> {
  if (site.known.tree === undefined) return false;
  return strayFiles(site).then(
    files => files.length === 0,
    () => false,
  );
}

async function restoreOrRebuild(site: Site, head: Head): Promise<void> {
  try {
    await restoreTree(site, head.tree);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'git-failed' && isCorrupt(error.detail))) throw error;
    await removeSite(site);
    await mendSite(site, `ref: refs/heads/${site.options.branch}`);
    await restoreTree(site, head.tree).catch(async () => {
      await site.mirror.rebuild();
      await mendSite(site, `ref: refs/heads/${site.options.branch}`);
      await restoreTree(site, head.tree);
    });
  }
}
