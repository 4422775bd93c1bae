// Makes the bare repositories and answers questions about them that need git itself.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCommit } from './objects.ts';
import { readRef } from './refs.ts';
import { git, tryGit } from './spawn.ts';

// Hidden refs keep people from pushing pull refs; the filter settings allow partial clones as GitHub does.
const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
[gc]
\tauto = 0
[receive]
\tautogc = false
\thideRefs = refs/pull
[http]
\treceivepack = true
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
`;

// Written by hand: `git init` would be one more spawn per repository.
export async function initBare(gitDir: string, defaultBranch: string): Promise<void> {
  await mkdir(join(gitDir, 'refs/heads'), { recursive: true });
  await mkdir(join(gitDir, 'refs/tags'), { recursive: true });
  await mkdir(join(gitDir, 'objects/pack'), { recursive: true });
  await mkdir(join(gitDir, 'objects/info'), { recursive: true });
  await writeFile(join(gitDir, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  await writeFile(join(gitDir, 'config'), CONFIG);
}

// The source is only read: everything is fetched out of it.
export async function copyFrom(gitDir: string, source: string): Promise<void> {
  await git(gitDir, [
    'fetch',
    '--quiet',
    '--no-auto-gc',
    source,
    '+refs/heads/*:refs/heads/*',
    '+refs/tags/*:refs/tags/*',
  ]);
}

const SHA = /^[0-9a-f]{40}$/;

// A branch, a tag, a full ref name or a commit id, in the order GitHub tries them. Always answers a commit.
export async function resolveCommit(gitDir: string, name: string): Promise<string | null> {
  for (const ref of [`refs/heads/${name}`, `refs/tags/${name}`, name]) {
    const sha = await readRef(gitDir, ref);
    if (sha !== null) return (await readCommit(gitDir, sha)) ? sha : peel(gitDir, sha);
  }
  if (SHA.test(name)) return (await readCommit(gitDir, name)) ? name : null;
  if (/^[0-9a-f]{7,39}$/.test(name)) return peel(gitDir, name);
  return null;
}

async function peel(gitDir: string, name: string): Promise<string | null> {
  const result = await tryGit(gitDir, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return result.code === 0 ? result.stdout.trim() : null;
}

export async function mergeBase(gitDir: string, a: string, b: string): Promise<string | null> {
  if (a === b) return a;
  const result = await tryGit(gitDir, ['merge-base', a, b]);
  return result.code === 0 ? result.stdout.trim() : null;
}

export async function isAncestor(gitDir: string, older: string, newer: string): Promise<boolean> {
  if (older === newer) return true;
  const tip = await readCommit(gitDir, newer);
  if (tip?.parent.includes(older)) return true;
  return (await tryGit(gitDir, ['merge-base', '--is-ancestor', older, newer])).code === 0;
}

export async function revList(gitDir: string, args: string[]): Promise<string[]> {
  return (await git(gitDir, ['rev-list', ...args])).split('\n').filter(line => line !== '');
}
