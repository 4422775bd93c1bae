// SEC-44: a symbolic link that leads out of the repository is harmless in git and dangerous wherever it is checked out.
import type { Inspection, Sighting } from '../facts/guard.ts';

/** Absolute, above the root, or into git's own folder. Where a link leads is told: it is a name, and people need it. */
export function escapingLinks(links: Inspection['links']): Sighting[] {
  return links.flatMap(({ path, target }) => {
    const why = wayOut(path, target);
    return why === undefined ? [] : [{ path, what: `a link ${why}` }];
  });
}

function wayOut(path: string, target: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:/.test(target)) return 'to an absolute path';
  const at = path.split('/').slice(0, -1);
  for (const part of target.split(/[/\\]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') at.push(part.toLowerCase());
    else if (at.pop() === undefined) return 'out of the repository';
  }
  return at[0] === '.git' ? 'into git’s own folder' : undefined;
}
