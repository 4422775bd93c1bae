// The folder of one turn: what the agent is told and answers in, and, for those that want one, a home that holds its settings.
import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { removeTree } from './remove-tree.ts';
import { giveTree, letThrough } from './sandbox/ownership.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface Folder {
  path: string;
  promptFile: string;
  resultFile: string;
  home: string;
}

/**
 * The home is inside the job's folder, at the same path on both sides of the walls: nothing else is shared with the agent that the
 * app could put files into before it starts.
 */
export function folderOf(path: string): Folder {
  const inside = (name: string): string => join(path, name);
  return { path, promptFile: inside('prompt.md'), resultFile: inside('result.json'), home: inside('home') };
}

/** Fresh, so that no answer of an earlier time is taken for this one's, nor a link an agent left is followed. */
export async function renew({ path }: Folder): Promise<void> {
  await removeTree(path);
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** Only for the app to call before anything of the agent runs. A text is what is wrong with a path. */
export async function furnish({ home }: Folder, files: Record<string, string>): Promise<string | undefined> {
  await mkdir(home, { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    const file = normalize(join(home, name));
    if (isAbsolute(name) || !file.startsWith(home + sep) || name.includes('\0'))
      return `\`${name}\` is not a path inside the home`;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  }
  return undefined;
}

/** Caches and copies of settings are of no use to anybody afterwards. What cannot be taken away goes with the job's folder. */
export async function unfurnish(folder: Folder): Promise<void> {
  if (await stands(folder)) await removeTree(folder.home).catch(() => {});
}

/** Also in place of the prompt of before. Only while nothing of the agent runs. */
export async function tell({ promptFile }: Folder, prompt: string): Promise<void> {
  await removeTree(promptFile);
  await writeFile(promptFile, prompt, { mode: 0o600, flag: 'wx' });
}

/** Without walls an agent may have put a link in its place. */
export async function stands({ path }: Folder): Promise<boolean> {
  return lstat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

/** The agent writes its answer where the app keeps the job: that folder is its own while it works. */
export async function lend(data: string, { path }: Folder, account: Sandbox['account']): Promise<void> {
  if (account === undefined) return;
  await letThrough(data, dirname(path), account);
  await giveTree(path, account);
}
