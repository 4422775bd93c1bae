// Real agents from the registry, each at the version its preset names, in a folder of its own that later runs find again.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { openToAgents } from '../../src/runner/sandbox/account.ts';

/** Hundreds of megabytes: seconds on a fast line. */
const LONGEST_MS = 300_000;

/** The folder of its programs. Throws with npm's own words when it cannot be installed. */
export async function install({ name, version }: { name: string; version: string }): Promise<string> {
  const all = join(tmpdir(), 'ultraloop-conformance');
  const dir = join(all, `${name.replaceAll('/', '+')}@${version}`);
  const bin = join(dir, 'node_modules', '.bin');
  if (existsSync(join(dir, 'installed'))) return bin;
  await mkdir(dir, { recursive: true });
  for (const folder of [all, dir]) await openToAgents(folder);
  // None of them needs its install scripts; what a script may do on this host is nobody's business here.
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
  await execa('npm', words, { cwd: dir, timeout: LONGEST_MS, stdin: 'ignore' });
  await writeFile(join(dir, 'installed'), '');
  return bin;
}
