// Makes commits on a branch without a working copy, for the contents routes and for people.

import { readCommit, writeCommit } from '../git/objects.ts';
import { deleteRef, readRef, writeRef } from '../git/refs.ts';
import { applyChanges, type Files, filesToChanges } from '../git/trees.ts';
import type { Actor, Hub } from '../hub.ts';
import type { Repo } from '../state/model.ts';
import { changeRefs } from './refs.ts';
import { identity } from './repos.ts';

export interface NewBranchCommit {
  branch: string;
  files: Files; // null removes a file
  message: string;
  author?: { name: string; email: string; date?: string } | undefined;
}

export async function commitFiles(hub: Hub, repo: Repo, actor: Actor, input: NewBranchCommit): Promise<string> {
  const { gitDir } = repo;
  const ref = `refs/heads/${input.branch}`;
  let after = '';
  await changeRefs(hub, repo, actor, async () => {
    const before = await readRef(gitDir, ref);
    const base = before ?? (await readRef(gitDir, `refs/heads/${repo.defaultBranch}`));
    const commit = base === null ? null : await readCommit(gitDir, base);
    const tree = await applyChanges(gitDir, commit?.tree ?? null, await filesToChanges(gitDir, input.files));
    if (tree === null) throw new Error('a commit needs at least one file');
    const author = input.author ?? identity(actor.account);
    after = await writeCommit(gitDir, { tree, parents: base === null ? [] : [base], message: input.message, author });
    await writeRef(gitDir, ref, after);
    return [{ ref, before, after }];
  });
  return after;
}

export const moveRef = (hub: Hub, repo: Repo, actor: Actor, ref: string, after: string | null): Promise<void> =>
  changeRefs(hub, repo, actor, async () => {
    const before = await readRef(repo.gitDir, ref);
    if (after === null) await deleteRef(repo.gitDir, ref);
    else await writeRef(repo.gitDir, ref, after);
    return before === after ? [] : [{ ref, before, after }];
  });
