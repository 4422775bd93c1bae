// Publishing (K5) and keeping (U9): a tree becomes a commit on the run's branch, or on a stash branch beside it.
import { Failure } from '../failures.ts';
import type { Published } from '../tools.ts';
import { commitTree, type Head, pointBranch, push, readCommit, remoteHead } from './branch.ts';
import { git, gitText } from './git.ts';
import { secretsOf } from './inspect.ts';
import { isOurs, sealed, trailer } from './ours.ts';
import { requireSite, restoreTree, type Site, showIndex } from './site.ts';

const STASH_TRIES = 5;

/** Commits a tree onto the branch and pushes it. Repeated after a crash it finds its own commit and makes no second one. */
export async function publishTree(site: Site, tree: string, message: string): Promise<Published> {
  await requireSite(site);
  const head = await knownHead(site);
  if (head.tree === tree) {
    const outcome = isSame(site, head, message) ? 'pushed' : 'unchanged';
    return { outcome, commit: head.commit };
  }
  const text = sealed(site, message, { tree, parent: head.commit });
  const commit = await commitTree(site, tree, head.commit, text);
  const refused = await push(site, site.options.branch, commit, head.commit);
  if (refused === undefined) {
    await moveTo(site, { commit, tree, parents: [head.commit], by: site.options.author.email, message: text });
    return { outcome: 'pushed', commit };
  }
  return whyRefused(site, { head, tree, message, refused });
}

/** The branch's head, as this process knows it or as it was last fetched. */
export async function knownHead(site: Site): Promise<Head> {
  const head = site.known.head ?? (await remoteHead(site));
  if (!head) throw new Failure('workspace-lost', `the branch ${site.options.branch} is not in the mirror`);
  site.known.head = head;
  return head;
}

interface Kept {
  branch: string;
  commit: string;
  host?: true;
}

/**
 * Keeps a tree on `ultraloop/stash/<run>-<n>`, pushed, and puts the worktree back. The same tree is kept once. A tree that holds
 * a secret is not pushed anywhere: it stays on the host (SEC-55).
 */
export async function stashTree(site: Site, tree: string, reason: string): Promise<Kept> {
  await requireSite(site);
  const head = await knownHead(site);
  const secrets = await secretsOf(site.objects, { from: head.tree, to: tree }, site.options.eyes);
  const keeping = { tree, head, reason };
  const kept =
    secrets.length > 0
      ? await keepOnHost(site, keeping)
      : ((await findStash(site, tree)) ?? (await keep(site, keeping)));
  await restoreTree(site, head.tree);
  return kept;
}

/** In the mirror only, under a ref that no fetch takes away. Its name follows from the tree, so it is there once. */
async function keepOnHost(site: Site, { tree, head, reason }: Keeping): Promise<Kept> {
  const branch = `refs/ultraloop-kept/${site.options.run}-${tree.slice(0, 12)}`;
  const known = await readCommit(site.objects, branch);
  if (known) return { branch, commit: known.commit, host: true };
  const commit = await commitTree(site, tree, head.commit, stashMessage(site, reason));
  await git(site.objects, ['update-ref', branch, commit]);
  return { branch, commit, host: true };
}

const stashMessage = (site: Site, reason: string): string => `${reason}\n\nUltraloop-Run: ${site.options.run}\n`;

async function moveTo(site: Site, head: Head): Promise<void> {
  site.known.head = head;
  await pointBranch(site, head.commit);
  await showIndex(site);
}

interface Attempt {
  head: Head;
  tree: string;
  message: string;
  refused: string;
}

async function whyRefused(site: Site, { head, tree, message, refused }: Attempt): Promise<Published> {
  await site.mirror.fetch([site.options.branch]);
  const now = await remoteHead(site);
  if (!now) return { outcome: 'refused', detail: `the branch ${site.options.branch} is gone on the remote` };
  if (now.commit === head.commit) return { outcome: 'refused', detail: refused };
  if (now.tree === tree && now.parents[0] === head.commit && isSame(site, now, message)) {
    await moveTo(site, now);
    return { outcome: 'pushed', commit: now.commit };
  }
  delete site.known.head;
  return { outcome: 'foreign', sha: now.commit };
}

/** The commit an earlier try with the same message made: same run, same iteration. */
function isSame(site: Site, head: Head, message: string): boolean {
  const iteration = trailer(message, 'Ultraloop-Iteration');
  return iteration !== undefined && isOurs(site, head) && trailer(head.message, 'Ultraloop-Iteration') === iteration;
}

async function findStash(site: Site, tree: string): Promise<{ branch: string; commit: string } | undefined> {
  const prefix = stashPrefix(site);
  await site.mirror.fetch([prefix]);
  const format = '--format=%(tree) %(objectname) %(refname:lstrip=3)';
  const lines = await gitText(site.objects, ['for-each-ref', format, `refs/remotes/origin/${prefix}*`]);
  const [, commit, branch] =
    lines
      .split('\n')
      .map(line => line.split(' '))
      .find(([found]) => found === tree) ?? [];
  return commit && branch ? { branch, commit } : undefined;
}

interface Keeping {
  tree: string;
  head: Head;
  reason: string;
}

async function keep(site: Site, { tree, head, reason }: Keeping): Promise<Kept> {
  const commit = await commitTree(site, tree, head.commit, stashMessage(site, reason));
  let refused: string | undefined = '';
  for (let n = 1, tries = 0; tries < STASH_TRIES; n++) {
    const branch = `${stashPrefix(site)}${n}`;
    if (await readCommit(site.objects, `refs/remotes/origin/${branch}`)) continue;
    tries++;
    refused = await push(site, branch, commit, '');
    if (refused === undefined) return { branch, commit };
  }
  await git(site.objects, ['update-ref', `refs/ultraloop-kept/${site.options.run}-${tree.slice(0, 12)}`, commit]);
  throw new Failure(
    'push-refused',
    `${refused}. The work is kept on the host as commit ${commit} in ${site.mirror.dir}`,
  );
}

function stashPrefix(site: Site): string {
  return `ultraloop/stash/${site.options.run}-`;
}
