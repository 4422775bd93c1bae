// `setup:` of the configuration file: commands that install what agent and checks need, and where each of them may go.
import * as z from 'zod';
import { command, globs, host } from './fields.ts';

/** Files that say what has to be installed, in the ecosystems people use; wherever they are. */
export const MANIFESTS: readonly string[] = [
  ...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', '.npmrc', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  ...['yarn.lock', '.yarnrc.yml', 'bun.lock', 'bun.lockb', 'requirements*.txt', 'pyproject.toml', 'setup.cfg'],
  ...['setup.py', 'poetry.lock', 'uv.lock', 'Pipfile.lock', 'Cargo.toml', 'Cargo.lock', 'go.mod', 'go.sum'],
  ...['Gemfile', 'Gemfile.lock', 'composer.json', 'composer.lock', 'pom.xml', '*.gradle', '*.gradle.kts'],
].map(name => `**/${name}`);

const step = z.union([
  command,
  z.strictObject({
    run: command.describe('Command of the shell, run at the root of the worktree inside the sandbox.'),
    hosts: z
      .array(host)
      .max(20, 'at most 20 hosts')
      .prefault([])
      .describe('Hosts it may reach, of those the operator of the app allows. Left out: none.'),
    when: globs
      .min(1, 'at least one glob, or leave it out')
      .exactOptional()
      .describe('Globs of files whose change makes it run again. Left out: manifests and lock files.'),
  }),
]);

export const setup = z
  .array(step.transform(value => (typeof value === 'string' ? { run: value, hosts: [] } : value)))
  .max(20, 'at most 20 commands')
  .describe(
    'Commands that install what agent and checks need, in order. Left out: they are detected. An empty list `[]`: there is nothing to install.',
  );
