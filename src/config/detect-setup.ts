// Finds how the dependencies of a Node project are installed, where the operator lets setups go anywhere at all.
import type { SetupStep, Spec } from '../spec.ts';
import { subfolders } from './detect-checks.ts';
import { MANIFESTS } from './setup-section.ts';

interface Manager {
  locks: readonly string[];
  command: string;
}

const MANAGERS: readonly Manager[] = [
  { locks: ['pnpm-lock.yaml'], command: 'pnpm install --frozen-lockfile' },
  { locks: ['yarn.lock'], command: 'yarn install --frozen-lockfile' },
  { locks: ['package-lock.json', 'npm-shrinkwrap.json'], command: 'npm ci' },
];

interface Found {
  manager: Manager;
  folder: string;
  lock: string;
}

/**
 * The root speaks for its folders; only where it is silent are they asked. Which registry a project uses is its own settings' affair, so
 * such a setup may go wherever setups may. Where that is nowhere there is a hint instead: a command that has to fail is worse than none.
 * @param allowed `host:port` of the operator; undefined = there are no walls
 */
export function detectSetup(files: readonly string[], allowed: readonly string[] | undefined): Pick<Spec, Part> {
  const root = found(files, '');
  const all = root.length > 0 ? root : subfolders(files).flatMap(folder => found(files, folder));
  if (all.length === 0) return {};
  const locks = all.map(({ lock }) => lock).join(', ');
  if (allowed?.length === 0) return { setupHint: hint(locks) };
  return { setup: all.map(one => stepOf(one, allowed ?? [])), setupFrom: locks };
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

function stepOf({ manager, folder }: Found, hosts: readonly string[]): SetupStep {
  const command = folder === '' ? manager.command : `cd ${folder} && ${manager.command}`;
  return { command, hosts: [...hosts], when: [...MANIFESTS] };
}

function hint(locks: string): string {
  return `What \`${locks}\` names is not installed: setups have no network on this host (\`ULTRALOOP_SETUP_HOSTS\`).`;
}
