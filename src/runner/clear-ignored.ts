// The worktree as everybody else would get it: without what git ignores, which no commit holds and no report shows.
import { pathText, splitNul } from './diff.ts';
import { git } from './git.ts';
import { forgetSetups } from './setup-memory.ts';
import { requireSite, restoreTree, type Site } from './site.ts';

/** Makes the worktree hold the tree and nothing else. Answers what was ignored, folders as one; empty = nothing was there. */
export async function clearIgnored(site: Site, tree: string): Promise<string[]> {
  await requireSite(site);
  const { stdout } = await git(site.files, ['ls-files', '-z', '-o', '-i', '--exclude-standard', '--directory']);
  const ignored = splitNul(stdout).map(pathText);
  if (ignored.length === 0) return [];
  await forgetSetups(site);
  await restoreTree(site, tree, 'go');
  return ignored;
}
