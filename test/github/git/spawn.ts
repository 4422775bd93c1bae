// Starts git with nothing of the machine's own configuration. A spawn costs about 20 ms, so the hot paths avoid it.
import { execFile } from 'node:child_process';

export const GIT_ENV: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.com',
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
};

export interface GitResult {
  code: number;
  stdout: string;
  stderr: string;
}

export function tryGit(gitDir: string, args: string[]): Promise<GitResult> {
  const full = ['--git-dir', gitDir, '-c', 'core.quotepath=off', '-c', 'safe.directory=*', ...args];
  return new Promise(resolve => {
    execFile('git', full, { env: GIT_ENV, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128;
      resolve({ code, stdout, stderr });
    });
  });
}

export async function git(gitDir: string, args: string[]): Promise<string> {
  const result = await tryGit(gitDir, args);
  if (result.code !== 0) throw new Error(`git ${args[0]} failed (${result.code}): ${result.stderr.trim()}`);
  return result.stdout;
}
