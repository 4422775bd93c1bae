// A second copy of a tree for somebody who may only look (U6): what is written there is named and thrown away.
import { pathText, splitNul } from './diff.ts';
import { mendSite, openSite, removeSite, restoreTree, type Site, strayFiles } from './site.ts';

export interface Throwaway {
  path: string;
  /** Ends its use and returns the files that were changed in it. */
  discard(): Promise<string[]>;
}

const SUFFIX = '.review';

/**
 * Its HEAD is the branch's last commit, so `git diff HEAD` shows the change under review. One per run at a time. The folder is kept
 * for the next review, which then writes only the files that differ: every trace of this one, ignored files too, is swept before.
 */
export async function makeThrowaway(site: Site, tree: string, head: string): Promise<Throwaway> {
  const copy = openSite(site.options, SUFFIX);
  const fill = async (): Promise<void> => {
    await mendSite(copy, head);
    await restoreTree(copy, tree, 'go');
  };
  await fill().catch(async () => {
    await removeSite(copy);
    await fill();
  });
  return {
    path: copy.path,
    discard: async () => [...new Set(splitNul(await written(copy)).map(pathText))].sort(),
  };
}

export function removeThrowaway(site: Site): Promise<void> {
  return removeSite(openSite(site.options, SUFFIX));
}

/** A copy that was taken away altogether has nothing left to name. */
function written(copy: Site): Promise<Buffer> {
  return strayFiles(copy).catch(() => Buffer.alloc(0));
}
