// After a command that wrote more than it may: the worktree holds what git's index says, and nothing else.
import { execa } from 'execa';
import { cleanEnv } from './environment.ts';
import { gitText } from './git.ts';
import { forgetSetups } from './setup-memory.ts';
import { mendSite, removeSite, restoreTree, type Site } from './site.ts';

/** Ignored files go as well: nobody knows which of them were there before. Only while nothing of the run's commands is left. */
export async function sweepSite(site: Site): Promise<void> {
  const tree = await gitText(site.files, ['write-tree']);
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
