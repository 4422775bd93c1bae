// The run's branch: reading its head, making commits and pushing them, never over anybody else's.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failures.ts';
import { type GitPlace, git, gitText } from './git.ts';
import { gitFailure, shortWords } from './git-errors.ts';
import type { Site } from './site.ts';

export interface Head {
  commit: string;
  tree: string;
  parents: string[];
  /** E-mail address of the committer. */
  by: string;
  message: string;
}

/** A commit by name, or undefined when there is no such ref. */
export async function readCommit(place: GitPlace, name: string): Promise<Head | undefined> {
  const { stdout } = await git(place, ['cat-file', '--batch'], { input: `${name}\n` });
  const [, commit, text] = /^([0-9a-f]{40,64}) commit \d+\n([\s\S]*)\n$/.exec(stdout.toString('utf8')) ?? [];
  return commit === undefined || text === undefined ? undefined : parseCommit(commit, text);
}

/** What the remote's branch held when we last fetched or pushed. */
export function remoteHead(site: Site): Promise<Head | undefined> {
  return readCommit(site.objects, `refs/remotes/origin/${site.options.branch}`);
}

export function commitTree(site: Site, tree: string, parent: string, message: string): Promise<string> {
  const input = message.replaceAll('\0', '');
  return gitText(site.objects, ['commit-tree', tree, '-p', parent, '-F', '-'], { input });
}

/** Before each further try of a push that got no answer. It may have gone through: then pushing again changes nothing. */
const PAUSES_MS = [1_000, 5_000, 15_000, 40_000];

/** Pushes a commit to a branch that must be at `expected` (empty = must not exist). Undefined when it went through. */
export async function push(site: Site, branch: string, commit: string, expected: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await pushOnce(site, branch, { commit, expected });
    } catch (error) {
      const pause = PAUSES_MS[attempt];
      if (!(error instanceof Failure && error.code === 'github-unreachable') || pause === undefined) throw error;
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
}

async function pushOnce(
  site: Site,
  branch: string,
  { commit, expected }: { commit: string; expected: string },
): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  const flags = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no'];
  const args = [
    'push',
    ...flags,
    `--force-with-lease=${ref}:${expected}`,
    '--end-of-options',
    'origin',
    `${commit}:${ref}`,
  ];
  try {
    const result = await git(site.objects, args, { network: true, ok: [1] });
    if (result.exitCode === 0) return undefined;
    const said = result.stdout.toString('utf8');
    const failure = gitFailure('push', result.stderr);
    // Without a verdict on the branch nobody refused anything: the answer got lost on the way.
    if (!/\[(?:remote )?rejected\]/.test(said) && failure.code === 'github-unreachable') throw failure;
    return refusal(said, result.stderr);
  } catch (error) {
    // The remote answered, and its answer is no: a matter of rights or rules, told to a person.
    if (error instanceof Failure && (error.code === 'access-lost' || error.code === 'git-failed')) return error.detail;
    throw error;
  }
}

/** Points the local branch, which the agent's git shows, at a commit. Costs nothing when it is there already. */
export async function pointBranch(site: Site, commit: string): Promise<void> {
  const ref = `refs/heads/${site.options.branch}`;
  const now = await readFile(join(site.mirror.dir, ref), 'utf8').catch(() => '');
  if (now.trim() !== commit) await git(site.objects, ['update-ref', ref, commit]);
}

function parseCommit(commit: string, text: string): Head {
  const end = text.indexOf('\n\n');
  const lines = (end === -1 ? text : text.slice(0, end)).split('\n');
  const values = (key: string) =>
    lines.filter(line => line.startsWith(`${key} `)).map(line => line.slice(key.length + 1));
  const by = /<([^>]*)>/.exec(values('committer')[0] ?? '')?.[1] ?? '';
  const message = end === -1 ? '' : text.slice(end + 2);
  return { commit, tree: values('tree')[0] ?? '', parents: values('parent'), by, message };
}

/** The remote's reason: `! from:to TAB [remote rejected] (why)` and what it said beside it. */
function refusal(stdout: string, stderr: string): string {
  const why = stdout
    .split('\n')
    .find(line => line.startsWith('!'))
    ?.split('\t')
    .at(-1);
  const said = stderr
    .split(/[\r\n]+/)
    .filter(line => line.startsWith('remote:') && line.replace('remote:', '').trim() !== '');
  return shortWords([why ?? stderr, ...said].join('\n'));
}
