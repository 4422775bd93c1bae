// The same on a repository of the user's own: looked at, copied, never changed; GitHub stays simulated.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { execa } from 'execa';
import { parseDocument } from 'yaml';
import type { LocalChoice } from './arguments.ts';
import type { Stage } from './scenario.ts';
import type { Setting } from './setting.ts';

const CONFIG = '.github/ultraloop.yml';

export interface Local {
  repository: { owner: string; name: string; from: string; defaultBranch: string };
  issue: { title: string; body: string };
  /** What a person should know before it begins. */
  warnings: string[];
}

/** Throws an Error with one line that says what is wrong and what to do. */
export async function openLocal({ repo, issue }: LocalChoice): Promise<Local> {
  const root = await rootOf(resolve(repo));
  const head = await git(root, 'rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === undefined) throw new Error(`${root} has no commit yet: commit what the work should begin with`);
  const branch = await git(root, 'symbolic-ref', '--short', '--quiet', 'HEAD');
  if (branch === undefined) throw new Error(`${root} is on no branch (detached HEAD): check out the one to work from`);
  const uncommitted = await git(root, 'status', '--porcelain');
  return {
    repository: { owner: 'local', name: nameOf(root), from: root, defaultBranch: branch },
    issue: await readIssue(issue),
    warnings: uncommitted ? ['uncommitted changes are not part of the copy: only commits are used'] : [],
  };
}

async function rootOf(folder: string): Promise<string> {
  if (!existsSync(folder)) throw new Error(`${folder} is not there: give --repo the folder of a git repository`);
  const found = await execa('git', ['rev-parse', '--show-toplevel'], { cwd: folder, reject: false });
  if (!found.failed) return found.stdout;
  const [why = ''] = (found.stderr || found.shortMessage || '').split('\n');
  throw new Error(`${folder} is not a git repository: give --repo the folder of one (${why})`);
}

async function git(cwd: string, ...args: string[]): Promise<string | undefined> {
  const { failed, stdout } = await execa('git', args, { cwd, reject: false });
  return failed ? undefined : stdout;
}

function nameOf(root: string): string {
  return basename(root).replace(/[^\w.-]+/g, '-') || 'repository';
}

async function readIssue(file: string): Promise<Local['issue']> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${resolve(file)} cannot be read: --issue takes a text file with the task`);
  const [first = '', ...rest] = text.trim().split('\n');
  const title = first.replace(/^#+\s*/, '').trim();
  if (title === '') throw new Error(`${resolve(file)} is empty: its first line is the title of the task`);
  return { title, body: rest.join('\n').trim() };
}

/** The agent works in a folder of its own: a program named from here is named by its whole path. */
export function agentFromHere(command: string): string {
  return command
    .trim()
    .replace(/^\.{1,2}\/(?:\\ |\S)+/, program => resolve(program.replaceAll('\\ ', ' ')).replaceAll(' ', '\\ '));
}

/** The user's check, written into the copy's configuration, beside what stands there already. */
export async function addCheck({ github, repo }: Setting, branch: string, command: string): Promise<void> {
  const config = parseDocument((await github.readFile(repo, branch, CONFIG)) ?? '');
  config.set('checks', { check: command });
  await github.as('maintainer').pushFiles(repo, branch, { [CONFIG]: config.toString() }, 'Name the check');
}

/** The maintainer takes what is proposed and goes on after every iteration, until the run ends or asks. */
export async function playLocal(stage: Stage): Promise<void> {
  for (;;) {
    const { state, exit } = await stage.until('waiting', 'done', 'stopped', 'needs-human');
    const proposed = exit?.code === 'SPEC_WAITING';
    if (state !== 'waiting' && !proposed) return;
    const next = stage.begun('hear');
    await stage.say(proposed ? '/approve' : '/continue');
    await next;
  }
}

/** What the run changed, as `git diff` shows it. */
export async function branchDiff(gitDir: string, base: string, branch: string): Promise<string> {
  return (await git(gitDir, 'diff', '--stat', '--patch', `${base}...${branch}`)) ?? '';
}
