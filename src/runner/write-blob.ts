// Puts one file into a tree, or takes it out, without a worktree: what the app itself adds to the work (R8).
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, gitText } from './git.ts';
import type { Site } from './site.ts';

/** Answers the new tree's id. Text as a plain file; undefined = the path is gone. Whatever stood at the path makes way. */
export async function writeBlob(
  site: Site,
  { tree, path, text }: { tree: string; path: string; text: string | undefined },
): Promise<string> {
  const index = join(site.admin, 'index.write');
  // One turn at a time works here: a lock that is left belongs to nobody.
  await rm(`${index}.lock`, { force: true });
  const place = { ...site.objects, index };
  await git(place, ['read-tree', '--end-of-options', tree]);
  const blob = text === undefined ? undefined : await gitText(place, ['hash-object', '-w', '--stdin'], { input: text });
  const entry = blob === undefined ? `0 ${'0'.repeat(tree.length)}\t${path}\0` : `100644 ${blob}\t${path}\0`;
  await git(place, ['update-index', '-z', '--index-info'], { input: entry });
  const written = await gitText(place, ['write-tree']);
  await rm(index, { force: true });
  return written;
}
