// The few fields of GitHub's payloads that are used, checked before anything is built on them.
import * as z from 'zod';

const id = z.int().positive();
const url = z.url({ protocol: /^https?$/ });

const actor = z.object({ id, login: z.string().regex(/^[\w-]{1,100}(?:\[bot\])?$/), type: z.string() });

/** Names end up in paths, addresses and git's arguments: what GitHub would never allow is not believed. */
const repository = z.object({
  id,
  name: z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/),
  owner: z.object({ login: z.string().regex(/^[A-Za-z0-9][\w-]{0,99}$/) }),
  clone_url: url,
  default_branch: z.string().regex(/^(?![-/.])[^\s~^:?*[\\\x00-\x1f\x7f]{1,250}$/),
});

export const issue = z.object({
  number: id,
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  html_url: url,
});

export const label = z.object({ name: z.string() });

/** Where a pull request's head lives; `repo` is null when the fork was deleted. */
export const head = z.object({ ref: z.string(), repo: z.object({ id }).nullable() });

export const sha = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

export const time = z.iso.datetime({ offset: true });

export { id, url };

/** On everything an app hears. */
export const SENT = z.object({ installation: z.object({ id }), sender: actor });

/** On everything it hears of a repository. */
export const HERE = SENT.extend({ repository });
