// Finds how the dependencies of a Node project are installed, where the operator lets setups go to its registry at all.
import type { SetupStep } from '../spec.ts';
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

/**
 * The root speaks for its folders; only where it is silent are they asked. Nothing where the operator lets setups go nowhere: a command
 * that has to fail is worse than none.
 */
export function detectSetup(files: readonly string[], allowed: readonly string[] | undefined) {
  const all = new Set(files);
  const found = (folder: string) => {
    const at = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
    // Dependencies that are part of the repository are not to be replaced.
    if (!all.has(at('package.json')) || files.some(file => file.startsWith(at('node_modules/')))) return [];
    const manager = MANAGERS.find(({ locks }) => locks.some(lock => all.has(at(lock))));
    if (!manager || !(allowed === undefined || manager.hosts.every(host => allowed.includes(host)))) return [];
    const command = folder === '' ? manager.command : `cd ${folder} && ${manager.command}`;
    const step: SetupStep = { command, hosts: [...manager.hosts], when: [...MANIFESTS] };
    return [{ step, from: at(manager.locks.find(lock => all.has(at(lock))) ?? '') }];
  };
  const root = found('');
  const chosen = root.length > 0 ? root : subfolders(files).flatMap(found);
  return { steps: chosen.map(({ step }) => step), from: chosen.map(({ from }) => from).join(', ') };
}
