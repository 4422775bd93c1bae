// Undoing commits of the run's branch (C12): their patches backwards on our index, then one new commit. All of them or none.
import type { Reverted } from '../tools.ts';
import type { Head } from './branch.ts';
import { git, gitText } from './git.ts';
import { isOurs, trailer } from './ours.ts';
import { knownHead, publishTree } from './publish.ts';
import { requireSite, restoreTree, type Site } from './site.ts';

const PATCH = ['diff-tree', '-p', '--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];

/** Repeated after a crash it finds its own commit by the trailer `Ultraloop-Reverts`. */
export async function revertCommits(site: Site, commits: readonly string[], message: string): Promise<Reverted> {
  await requireSite(site);
  const head = await knownHead(site);
  if (isThis(site, head, message)) {
    await restoreTree(site, head.tree);
    return { published: { outcome: 'pushed', commit: head.commit }, tree: head.tree };
  }
  await restoreTree(site, head.tree);
  for (const commit of commits) {
    if (await undo(site, commit)) continue;
    await restoreTree(site, head.tree);
    return { conflict: commit };
  }
  const tree = await gitText(site.files, ['write-tree']);
  const published = await publishTree(site, tree, message);
  await restoreTree(site, published.outcome === 'pushed' ? tree : head.tree);
  return { published, tree: published.outcome === 'pushed' ? tree : head.tree };
}

/** False when lines around it changed since: git applies a patch as a whole or not at all. */
async function undo(site: Site, commit: string): Promise<boolean> {
  const { stdout } = await git(site.objects, [...PATCH, '--end-of-options', `${commit}^`, commit]);
  if (stdout.length === 0) return true;
  const applied = await git(site.files, ['apply', '-R', '--cached', '--whitespace=nowarn', '-'], {
    input: stdout,
    ok: [1],
  });
  return applied.exitCode === 0;
}

function isThis(site: Site, head: Head, message: string): boolean {
  const wanted = trailer(message, 'Ultraloop-Reverts');
  const same = (key: string) => trailer(head.message, key) === trailer(message, key);
  return wanted !== undefined && isOurs(site, head) && same('Ultraloop-Reverts') && same('Ultraloop-Iteration');
}
