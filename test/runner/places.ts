// Temporary folders and real repositories for the tests of this room.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type Seal, sealer } from '../../src/runner/ours.ts';
import { openWorkspace, type Workspace } from '../../src/runner/workspace.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ultraloop-runner-'));
  folders.push(folder);
  return folder;
}

export function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Plain git, as a person uses it. */
export function person(cwd: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgSign=false'];
  const options = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always'];
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...who, ...options, ...args], { cwd, env, stdio: 'pipe' })
    .toString('utf8')
    .trim();
}

export interface Origin {
  root: string;
  /** The bare repository, and a clone in which a person works. */
  bare: string;
  clone: string;
  url: string;
  base: string;
}

/** A remote with one commit on `main`: these files, or those of a folder. */
export function makeOrigin(
  files: Record<string, string> | string = { 'src/a.ts': 'one\n', 'docs/spec.md': 'frozen\n' },
): Origin {
  const root = tempFolder();
  const bare = join(root, 'origin.git');
  const clone = join(root, 'person');
  person(root, 'init', '-q', '--bare', bare);
  person(root, 'clone', '-q', bare, clone);
  if (typeof files === 'string') cpSync(files, clone, { recursive: true });
  else write(clone, { '.gitignore': 'node_modules/\n', ...files });
  const base = pushAll(clone, 'first', 'main');
  return { root, bare, clone, url: `file://${bare}`, base };
}

export function pushAll(clone: string, message: string, branch: string): string {
  person(clone, 'add', '-A');
  person(clone, 'commit', '-q', '--allow-empty', '-m', message);
  person(clone, 'push', '-q', 'origin', `HEAD:refs/heads/${branch}`);
  return person(clone, 'rev-parse', 'HEAD');
}

/** Of an App the tests of this room stand for. */
export const SEAL = sealer('the App’s key');

export const BRANCH = 'ultraloop/issue-1-r1';

export interface Which {
  run?: string;
  data?: string;
  branch?: string;
  seal?: Seal;
}

export function workspaceOf(origin: Origin, more: Which = {}): Workspace {
  const { run = 'r1', data = join(origin.root, 'data'), branch = BRANCH, seal = SEAL } = more;
  const author = { name: 'ultraloop[bot]', email: 'bot@example.com' };
  const remote = { url: origin.url, local: true };
  return openWorkspace({ data, repoId: '42', run, remote, branch, base: origin.base, author, seal });
}

export function message(n: number, run = 'r1'): string {
  return `Iteration ${n}\n\nUltraloop-Run: ${run}\nUltraloop-Iteration: ${n}\n`;
}

/** A workspace whose branch is there and whose worktree is ready. */
export async function readyWorkspace(origin: Origin, more: Which = {}) {
  const workspace = workspaceOf(origin, more);
  await workspace.start(message(0, more.run));
  return { workspace, prepared: await workspace.prepare() };
}
