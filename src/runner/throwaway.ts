// Copies of a tree for those who may only look (U6): what is written there is named and thrown away.
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pathText, splitNul } from './diff.ts';
import { mendSite, openSite, removeSite, restoreTree, type Site, strayFiles } from './site.ts';
import { removeWhole } from './sweep.ts';

export interface Throwaway {
  path: string;
  /** Ends its use and returns the files that were changed in it; one that is too full to be looked through goes as a whole. */
  discard(full?: boolean): Promise<string[]>;
}
interface Wanted {
  tree: string;
  /** The branch's last commit, so that `git diff HEAD` shows the change under review. */
  head: string;
  /** Copies with names live side by side (C7); the one without is the reviewer's. */
  name?: string | undefined;
}

const SUFFIX = '.review';

/**
 * The copy without a name is kept for the next review, which then writes only the files that differ: every trace of this one,
 * ignored files too, is swept before. Copies with names go when they are discarded: nobody knows whether they are wanted again.
 */
export async function makeThrowaway(site: Site, { tree, head, name }: Wanted): Promise<Throwaway> {
  const copy = openSite(site.options, name === undefined ? SUFFIX : `${SUFFIX}-${name.replace(/[^\w-]+/g, '-')}`);
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
    async discard(full = false) {
      if (full) {
        await removeWhole(copy);
        return [];
      }
      const files = [...new Set(splitNul(await written(copy)).map(pathText))].sort();
      if (name !== undefined) await removeSite(copy);
      return files;
    },
  };
}

/** All of a run's copies, also those a killed app left behind. */
export async function removeThrowaways(site: Site): Promise<void> {
  const prefix = `${basename(site.path)}${SUFFIX}`;
  const there = await readdir(dirname(site.path)).catch(() => []);
  for (const name of there.filter(name => name.startsWith(prefix)))
    await removeSite(openSite(site.options, name.slice(basename(site.path).length)));
}

/** A copy that was taken away altogether has nothing left to name. */
function written(copy: Site): Promise<Buffer> {
  return strayFiles(copy).catch(() => Buffer.alloc(0));
}
