// SEC-44: a symbolic link that leads out of the repository is harmless in git and dangerous wherever it is checked out.
import type { Inspection, Sighting } from '../facts/guard.ts';

/**
 * Absolute, above the root, or into git's own folder. A way back out of a named folder counts too: that folder may itself be a link, and
 * `..` is then somewhere else. Where a link leads is told: it is a name, and people need it.
 */
export function escapingLinks(links: Inspection['links']): Sighting[] {
  return links.flatMap(({ path, target }) => {
    const why = wayOut(path, target);
    return why === undefined ? [] : [{ path, what: `a link ${why}` }];
  });
}

function wayOut(path: string, target: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:/.test(target)) return 'to an absolute path';
  const parts = target.split(/[/\\]/).filter(part => part !== '' && part !== '.');
  const down = parts.findIndex(part => part !== '..');
  const up = down === -1 ? parts.length : down;
  if (up > path.split('/').length - 1) return 'out of the repository';
  if (parts.includes('..', up)) return 'back out of a folder that may be a link';
  return parts.some(isGit) ? 'into git’s own folder' : undefined;
}

/** By all the names that some system knows it by: any case, dots and spaces behind it, a short name, characters nobody sees. */
function isGit(part: string): boolean {
  const seen = part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').replace(/[. ]+$/, '');
  return /^(?:\.git|git~1)(?::.*)?$/i.test(seen);
}
