// A worktree that holds a tree and nothing else: after a command that wrote more than it may, and before a goal is believed.
import { execa } from 'execa';
import { pathText, splitNul } from './diff.ts';
import { cleanEnv } from './environment.ts';
import { git, gitText } from './git.ts';
import { forgetSetups } from './setup-memory.ts';
import { mendSite, removeSite, requireSite, restoreTree, type Site } from './site.ts';

/** Ignored files go as well: nobody knows which of them were there before. Only while nothing of the run's commands is left. */
export async function sweepSite(site: Site): Promise<void> {
  await holdOnly(site, await gitText(site.files, ['write-tree']));
}

/** The worktree as everybody else would get it. Answers what was ignored, folders as one; empty = nothing was, and nothing is done. */
export async function clearIgnored(site: Site, tree: string): Promise<string[]> {
  await requireSite(site);
  const { stdout } = await git(site.files, ['ls-files', '-z', '-o', '-i', '--exclude-standard', '--directory']);
  const ignored = splitNul(stdout).map(pathText);
  if (ignored.length > 0) await holdOnly(site, tree);
  return ignored;
}

async function holdOnly(site: Site, tree: string): Promise<void> {
  await forgetSetups(site);
  try {
    await restoreTree(site, tree, 'go');
  } catch {
    // Folders nobody may look into, or a tree git cannot walk: all of it is built anew.
    await removeWhole(site);
    await mendSite(site, `ref: refs/heads/${site.options.branch}`);
    await restoreTree(site, tree);
  }
}

/** Also where the command took its own rights away. */
export async function removeWhole(site: Site): Promise<void> {
  const options = { env: cleanEnv([]), extendEnv: false, cwd: '/', stdin: 'ignore', reject: false } as const;
  await execa('chmod', ['-R', 'u+rwX', site.path], { ...options, stdout: 'ignore', stderr: 'ignore' });
  await removeSite(site);
}
