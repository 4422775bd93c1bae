// Finds how the dependencies of a Node project are installed, where the operator lets setups go to its registry at all.
import type { SetupStep, Spec } from '../spec.ts';
import { subfolders } from './detect-checks.ts';
import { MANIFESTS } from './setup-section.ts';

interface Manager {
  locks: readonly string[];
  command: string;
  hosts: readonly string[];
}

const NPM = 'registry.npmjs.org:443';
const MANAGERS: readonly Manager[] = [
  { locks: ['pnpm-lock.yaml'], command: 'pnpm install --frozen-lockfile', hosts: [NPM] },
  { locks: ['yarn.lock'], command: 'yarn install --frozen-lockfile', hosts: ['registry.yarnpkg.com:443', NPM] },
  { locks: ['package-lock.json', 'npm-shrinkwrap.json'], command: 'npm ci', hosts: [NPM] },
];

interface Found {
  manager: Manager;
  folder: string;
  lock: string;
}

/**
 * The root speaks for its folders; only where it is silent are they asked. Where the operator lets setups go nowhere there is a hint
 * instead: a command that has to fail is worse than none.
 */
export function detectSetup(files: readonly string[], allowed: readonly string[] | undefined): Pick<Spec, Part> {
  const root = found(files, '');
  const all = root.length > 0 ? root : subfolders(files).flatMap(folder => found(files, folder));
  if (all.length === 0) return {};
  const locks = all.map(({ lock }) => lock).join(', ');
  const closed = all.flatMap(({ manager }) => manager.hosts).filter(host => !(allowed?.includes(host) ?? true));
  if (closed.length > 0) return { setupHint: hint(locks, [...new Set(closed)]) };
  return { setup: all.map(stepOf), setupFrom: locks };
}
type Part = 'setup' | 'setupFrom' | 'setupHint';

function found(files: readonly string[], folder: string): Found[] {
  const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const all = new Set(files);
  // Dependencies that are part of the repository are not to be replaced.
  if (!all.has(at('package.json')) || files.some(file => file.startsWith(at('node_modules/')))) return [];
  return MANAGERS.flatMap(manager => {
    const lock = manager.locks.map(at).find(name => all.has(name));
    return lock === undefined ? [] : [{ manager, folder, lock }];
  }).slice(0, 1);
}

function stepOf({ manager, folder }: Found): SetupStep {
  const command = folder === '' ? manager.command : `cd ${folder} && ${manager.command}`;
  return { command, hosts: [...manager.hosts], when: [...MANIFESTS] };
}

function hint(locks: string, hosts: readonly string[]): string {
  const named = hosts.map(host => `\`${host}\``).join(', ');
  return `What \`${locks}\` names is not installed: setups may not go to ${named} on this host (\`ULTRALOOP_SETUP_HOSTS\`).`;
}
