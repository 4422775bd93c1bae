// Real agents from the registry, each at the version its preset names, in a folder of its own that later runs find again.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { openToAgents } from '../../src/runner/sandbox/account.ts';

/** Hundreds of megabytes: seconds on a fast line. */
const LONGEST_MS = 300_000;

/** Their own script, and no other's, puts the program for this platform in its place; what scripts may do on this host is kept to that. */
const OWN_SCRIPT = new Set(['@anthropic-ai/claude-code', 'opencode-ai', 'cline']);

/** The folder of its programs. Throws with npm's own words when it cannot be installed. */
export async function install({ name, version }: { name: string; version: string }): Promise<string> {
  const all = join(tmpdir(), 'ultraloop-conformance');
  const dir = join(all, `${name.replaceAll('/', '+')}@${version}`);
  const bin = join(dir, 'node_modules', '.bin');
  if (existsSync(join(dir, 'installed'))) return bin;
  await mkdir(dir, { recursive: true });
  for (const folder of [all, dir]) await openToAgents(folder);
  // Later npm asks for the word of whoever installs.
  const allowScripts = OWN_SCRIPT.has(name) ? { [name]: true } : {};
  await writeFile(join(dir, 'package.json'), JSON.stringify({ private: true, allowScripts }));
  const words = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--prefix',
    dir,
    `${name}@${version}`,
  ];
  const options = { cwd: dir, timeout: LONGEST_MS, stdin: 'ignore' } as const;
  await execa('npm', words, options);
  if (OWN_SCRIPT.has(name)) await execa('npm', ['rebuild', '--ignore-scripts=false', '--prefix', dir, name], options);
  await writeFile(join(dir, 'installed'), '');
  return bin;
}
