// The kinds of values a configuration is made of; each refuses what would be dangerous or meaningless further down.
import * as z from 'zod';

/** Longest list or mapping anywhere in the file. */
export const MAX_ENTRIES = 200;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Names of targets, blocks and checks: they appear in commands, tables and file names. */
export const name = z
  .string()
  .regex(NAME, 'a name is up to 64 letters, digits, dots, dashes or underscores and begins with a letter or digit');

export const isName = (word: string): boolean => NAME.test(word);

/** A path inside the repository. */
export const path = z
  .string()
  .min(1, 'a path cannot be empty')
  .max(500, 'a path has at most 500 characters')
  .refine(
    staysInside,
    'a path is relative to the repository’s root, with `/`, without `..`, and cannot begin with `-`',
  );

/** A glob over paths of the repository. Exclusions are refused: in a list they would match everything else. */
const glob = path.refine(text => !text.startsWith('!'), 'a glob cannot begin with `!`: list what belongs to it');

export const globs = z.array(glob).max(MAX_ENTRIES, `at most ${MAX_ENTRIES} globs`);

/** A shell command, run at the root of the worktree inside the sandbox. */
export const command = z
  .string()
  .max(2000, 'a command has at most 2,000 characters: put it in a script')
  .refine(text => text.trim() !== '', 'a command cannot be empty')
  .refine(text => !text.includes('\0'), 'a command cannot hold a NUL character');

export const user = z
  .string()
  .regex(/^@?[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'a user is a GitHub login, such as `mona`')
  .transform(text => text.replace(/^@/, ''));

export const team = z
  .string()
  .regex(/^(?:@?[A-Za-z0-9][A-Za-z0-9_-]*\/)?[A-Za-z0-9][\w.-]*$/, 'a team is `team` or `@organisation/team`')
  .max(200)
  .transform(text => text.replace(/^@/, ''));

/** Either of them, told apart by the slash. */
export const reviewer = z
  .string()
  .regex(
    /^@?[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\/[A-Za-z0-9][\w.-]{0,99})?$/,
    'a reviewer is `@login` or `@organisation/team`',
  )
  .transform(text => text.replace(/^@/, ''));

function staysInside(text: string): boolean {
  if (/^[/-]|^[A-Za-z]:|[\\\x00-\x1f\x7f]/.test(text)) return false;
  return !text.split('/').includes('..');
}

/** `host:port`; the port may be left out: it is 443. */
export const host = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/,
    'a host is a name such as `api.example.com`, with a port where it is not 443; `*` means nothing',
  )
  .transform(text => (/:\d+$/.test(text) ? text : `${text}:443`).toLowerCase());
