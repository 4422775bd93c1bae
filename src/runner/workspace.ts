// A run's workspace: one worktree on the repository's mirror, through which everything a run does to files goes.
import { join } from 'node:path';
import { Failure } from '../failures.ts';
import type { Change, FileChange, Freeze } from '../record.ts';
import type { Git, Prepared } from '../tools.ts';
import { commitTree, type Head, push, readCommit, remoteHead } from './branch.ts';
import { diffTrees } from './diff.ts';
import { takeFreeze, verifyFreeze } from './freeze.ts';
import { git, gitText } from './git.ts';
import { inspect } from './inspect.ts';
import { type Instructed, instructed, putBack, sweepInstructions } from './instructions.ts';
import { removeNested } from './nested.ts';
import { isOurs, sealed } from './ours.ts';
import { prepare } from './prepare.ts';
import { knownHead, publishTree, stashTree } from './publish.ts';
import { readBlob } from './read-blob.ts';
import { revertCommits } from './revert.ts';
import { type SetupMemory, setupMemory } from './setup-memory.ts';
import type { WorkspaceOptions } from './site.ts';
import { openSite, removeSite, requireSite, restoreTree, type Site } from './site.ts';
import { clearIgnored, sweepSite } from './sweep.ts';
import { makeThrowaway, removeThrowaways, type Throwaway } from './throwaway.ts';
import { writeBlob } from './write-blob.ts';

export type { WorkspaceOptions } from './site.ts';

export interface Workspace extends Git {
  /** The worktree, and the mirror behind it (to be visible to the agent, never writable). */
  path: string;
  mirrorDir: string;
  /** Makes the run's branch on the remote: one empty commit on the base. Done once, however often it is called (K5). */
  start(message: string): Promise<Prepared>;
  /** Takes the design freeze of the base (U3). Throws `EmptyFreeze` when a glob matches nothing. */
  freeze(paths: readonly string[]): Promise<Freeze>;
  /** What the branch's head changed since a commit. */
  changedSince(base: string): Promise<FileChange[]>;
  /** Says that somebody is about to write in the worktree: what it holds is no longer known. */
  touch(): void;
  /** The tree as agents are shown it: their instructions are the base's. */
  instruct(tree: string): Promise<Instructed>;
  /** Makes the worktree hold it, without instructions an earlier turn left. */
  show(shown: Instructed): Promise<void>;
  /** After the turn: instructions the agent left alone are the branch's again. */
  putBack(shown: Instructed): Promise<void>;
  /** The worktree holds what git's index says, and nothing else: a command wrote more than it may. */
  sweep(): Promise<void>;
  setups: SetupMemory;
  /** A copy to look at; copies of different names live side by side. */
  throwaway(tree: string, name?: string): Promise<Throwaway>;
  remove(): Promise<void>;
}

export function openWorkspace(options: WorkspaceOptions): Workspace {
  const site = openSite(options);
  return {
    path: site.path,
    mirrorDir: site.mirror.dir,
    prepare: accept => prepare(site, accept),
    start: message => start(site, message),
    snapshot: since => snapshot(site, since),
    compare: async (from, to) => changeOf(from, to, await diffTrees(site.objects, from, to)),
    verify: (freeze, tree) => verifyFreeze(site.objects, freeze, tree),
    inspect: (from, to, base) => inspect(site.objects, { from, to, base }, options.eyes),
    publish: (tree, message) => publishTree(site, tree, message),
    revert: (commits, message) => revertCommits(site, commits, message),
    stash: (tree, reason) => stashTree(site, tree, reason),
    write: (tree, file) => writeBlob(site, { tree, ...file }),
    read: (tree, path, cap) => readBlob(site.objects, { tree, path, cap }),
    freeze: async paths => takeFreeze(site.objects, (await baseCommit(site)).tree, paths),
    changedSince: async base => diffTrees(site.objects, base, (await knownHead(site)).commit),
    restore: tree => restore(site, tree),
    clear: tree => clearIgnored(site, tree),
    instruct: tree => instructed(site, tree),
    async show(shown) {
      await restore(site, shown.tree);
      await sweepInstructions(site);
    },
    putBack: shown => putBack(site, shown),
    touch: () => void delete site.known.tree,
    sweep: () => sweepSite(site),
    setups: setupMemory(site),
    throwaway: async (tree, name) => makeThrowaway(site, { tree, head: (await knownHead(site)).commit, name }),
    async remove() {
      await removeThrowaways(site);
      await removeSite(site);
    },
  };
}

async function restore(site: Site, tree: string): Promise<void> {
  await requireSite(site);
  if (site.known.tree !== tree) await restoreTree(site, tree);
}

async function start(site: Site, message: string): Promise<Prepared> {
  const { branch } = site.options;
  const base = await baseCommit(site);
  await site.mirror.fetch([branch]);
  const there = await remoteHead(site);
  if (there) return { head: there.commit, tree: there.tree, ...(isOurs(site, there) ? {} : { foreign: there.commit }) };
  const text = sealed(site, message, { tree: base.tree, parent: base.commit });
  const commit = await commitTree(site, base.tree, base.commit, text);
  const refused = await push(site, branch, commit, '');
  if (refused === undefined) return { head: commit, tree: base.tree };
  // git itself sends a push again whose answer got lost, and is then told that the branch is there already.
  await site.mirror.fetch([branch]);
  const made = await remoteHead(site);
  if (made?.commit !== commit) throw new Failure('push-refused', refused);
  return { head: commit, tree: base.tree };
}

async function baseCommit(site: Site): Promise<Head> {
  await site.mirror.ensure();
  const { base } = site.options;
  const found = await readCommit(site.objects, base);
  if (found) return found;
  await site.mirror.fetch();
  const fetched = await readCommit(site.objects, base);
  if (!fetched) throw new Failure('git-failed', `the commit ${base} the run starts from is on no branch of the remote`);
  return fetched;
}

async function snapshot(site: Site, since: string): Promise<Change> {
  await requireSite(site);
  const quarantine = join(site.options.data, 'runs', site.options.run, 'quarantine');
  const nested = await removeNested(site.files, site.path, quarantine);
  if (nested.length > 0) throw new Failure('nested-repository', nested.join(', '));
  await git(site.files, ['add', '-A']);
  const to = await gitText(site.files, ['write-tree']);
  site.known.tree = to;
  const files = await diffTrees(site.objects, since, to);
  const links = files.filter(file => file.mode === '160000');
  if (links.length > 0) throw new Failure('nested-repository', links.map(file => file.path).join(', '));
  return changeOf(since, to, files);
}

function changeOf(from: string, to: string, files: FileChange[]): Change {
  const sum = (key: 'added' | 'removed') => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return { from, to, files, added: sum('added'), removed: sum('removed') };
}
