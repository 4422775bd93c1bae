// Makes a bare repository with a history, quickly.
import { execa } from 'execa';

const HOME = { HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

export interface Commit {
  message: string;
  /** Path → content, added to what the commit before held. */
  files: Record<string, string>;
}

/** Writes the commits to `main` of a new bare repository, as one pack; answers the last one's id. */
export async function makeHistory(gitDir: string, commits: Iterable<Commit>): Promise<string> {
  const git = (args: string[], input?: string) =>
    execa('git', args, {
      env: { PATH: process.env.PATH, ...HOME },
      extendEnv: false,
      ...(input !== undefined && { input }),
    });
  await git(['init', '-q', '--bare', '--template=', '-b', 'main', gitDir]);
  await git([`--git-dir=${gitDir}`, 'fast-import', '--quiet'], [...commits].map(asCommand).join(''));
  return (await git([`--git-dir=${gitDir}`, 'rev-parse', 'main'])).stdout;
}

function asCommand({ message, files }: Commit, n: number): string {
  const when = 1_700_000_000 + n * 600;
  const changes = Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
  return `commit refs/heads/main\ncommitter Ada <ada@example.com> ${when} +0000\n${data(message)}${changes.join('')}\n`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
