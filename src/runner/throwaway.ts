// A second copy of a tree for somebody who may only look (U6): what is written there is named and thrown away.
import { mkdir } from 'node:fs/promises';
import { pathText, splitNul } from './diff.ts';
import { mendSite, openSite, removeSite, restoreTree, type Site, strayFiles } from './site.ts';

export interface Throwaway {
  path: string;
  /** Removes the copy and returns the files that were changed in it. */
  discard(): Promise<string[]>;
}

const SUFFIX = '.review';

/** Its HEAD is the branch's last commit, so `git diff HEAD` shows the change under review. One per run at a time. */
export async function makeThrowaway(site: Site, tree: string, head: string): Promise<Throwaway> {
  const copy = openSite(site.options, SUFFIX);
  await removeSite(copy);
  await mkdir(copy.path, { recursive: true });
  await mendSite(copy, head);
  await restoreTree(copy, tree);
  return {
    path: copy.path,
    async discard() {
      const written = await strayFiles(copy).catch(() => Buffer.alloc(0));
      await removeSite(copy);
      return [...new Set(splitNul(written).map(pathText))].sort();
    },
  };
}

export function removeThrowaway(site: Site): Promise<void> {
  return removeSite(openSite(site.options, SUFFIX));
}
