// Reads git's words: which failure of the catalogue they mean.
import { Failure, type FailureCode } from '../failures.ts';

const MEANINGS: readonly [RegExp, FailureCode][] = [
  [/No space left on device|Disk quota exceeded|file write error/i, 'disk-full'],
  [
    /Authentication failed|could not read Username|returned error: 401|Repository not found|repository .* not found/i,
    'access-lost',
  ],
  [/returned error: 403|Write access to repository not granted|Permission to .* denied/i, 'access-lost'],
  [
    /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|returned error: 5\d\d/i,
    'github-unreachable',
  ],
  [
    /returned error: 429|early EOF|hung up unexpectedly|RPC failed|Operation too slow|took longer than/i,
    'github-unreachable',
  ],
];
const DETAIL_LENGTH = 600;

export function gitFailure(verb: string, stderr: string): Failure {
  const code = MEANINGS.find(([words]) => words.test(stderr))?.[1] ?? 'git-failed';
  return new Failure(code, `git ${verb}: ${shortWords(stderr)}`);
}

/** git's own words in one paragraph, without progress and hints. */
export function shortWords(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter(line => line.trim() !== '' && !/^(hint|warning):/.test(line));
  const text = lines.join(' · ') || 'no words on stderr';
  return text.length > DETAIL_LENGTH ? `${text.slice(0, DETAIL_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

export function isAuthFailure(stderr: string): boolean {
  return /Authentication failed|could not read Username|returned error: 401/i.test(stderr);
}

/** An object is not here: left out by a partial clone, or lost. */
export function isMissingObject(stderr: string): boolean {
  return /promisor remote|could not fetch|unable to read|bad object|not a valid object|missing blob/i.test(stderr);
}

const DAMAGE =
  /not a git repository|object file .* is empty|loose object|packfile|pack .* too (short|small)|inflate|corrupt|bad (tree|object|index|ref)|index file|invalid sha1 pointer|unable to read (?!askpass)|missing (blob|tree|commit)/i;

/** Our repository is damaged and building it anew helps. What the remote says about itself does not count. */
export function isCorrupt(words: string): boolean {
  return words.split(/[\n·]/).some(line => !line.trim().startsWith('remote:') && DAMAGE.test(line));
}
