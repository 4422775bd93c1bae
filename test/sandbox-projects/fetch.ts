// Brings a published package from the registry and makes it a project whose dependencies a lock file names.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './projects.ts';

/** Throws when the registry cannot be reached: without it there is nothing to compare. */
export function fetchProject({ name, version, dev }: Project, folder: string): string {
  const project = join(folder, 'project');
  mkdirSync(project);
  npm(folder, 'pack', '--silent', `${name}@${version}`);
  const packed = readdirSync(folder).find(file => file.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', join(folder, packed), '-C', project, '--strip-components=1']);
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  // Scripts are for those who publish it: hooks, linters, coverage.
  const own = { ...manifest, scripts: {}, devDependencies: dev };
  writeFileSync(join(project, 'package.json'), JSON.stringify(own, null, 2));
  writeFileSync(join(project, '.gitignore'), 'node_modules/\n');
  npm(project, 'install', '--package-lock-only', '--silent');
  return project;
}

function npm(cwd: string, ...args: string[]): void {
  try {
    execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd, stdio: 'pipe', timeout: 300_000 });
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? error).slice(-1000);
    throw new Error(`npm ${args.join(' ')} failed; this comparison needs the npm registry, so a network: ${said}`);
  }
}
