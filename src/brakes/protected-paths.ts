// SEC-24, 25, 48, 49: files that steer checks, agents and people, or hold credentials, do not reach the branch changed.
import { listed, PROTECTED } from '../config/protected.ts';
import type { Sighting } from '../facts/guard.ts';
import type { FileChange } from '../record.ts';
import type { Spec } from '../spec.ts';

const WORDS: Record<string, string> = { A: 'is new', D: 'is gone', T: 'has another type' };

/** Adding, changing, removing and re-moding all count. */
export function protectedPaths(files: readonly FileChange[], { guarded }: Pick<Spec, 'guarded'>): Sighting[] {
  const inList = listed([...PROTECTED, ...(guarded?.protected ?? [])]);
  const isProtected = (path: string): boolean => inList(path) || isHead(path);
  const isAllowed = listed(guarded?.allowed ?? []);
  const hit = files.filter(file => (isProtected(file.path) || isDetour(file)) && !isAllowed(file.path));
  return hit.map(({ path, status }) => ({ path, what: WORDS[status] ?? 'is changed' }));
}

/** A link in the place of a folder of protected files: what it leads to would be read as theirs. */
const isDetour = ({ path, mode }: FileChange): boolean => mode === '120000' && HOLDER.test(path);

/** `.github` and `.github/workflows` at the top, `.claude` anywhere. */
const HOLDER = new RegExp(
  PROTECTED.flatMap(glob => {
    const folders = glob.split('/').slice(0, -1);
    const holders = folders.map((_, at) => folders.slice(0, at + 1).join('/')).filter(folder => folder !== '**');
    return holders.map(holder => `^${holder.replaceAll('.', '[.]').replace('**/', '(?:[^]*/)?')}$`);
  }).join('|'),
  'i',
);

/** SEC-33: with a HEAD a folder is a bare repository, and git obeys the configuration in it as soon as somebody stands there. */
const isHead = (path: string): boolean => /\/head$/i.test(path);
