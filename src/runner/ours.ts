// By what the app knows its own commits again: who committed, the run in their trailers, and a seal only the app can make. Without
// it anybody who may push could dress a commit up as the run's own, and no webhook may have told of it (SEC-23).
import { createHmac, hkdfSync } from 'node:crypto';
import type { Head } from './branch.ts';
import type { Site } from './site.ts';

/** Of everything that makes the commit what it is but for its words: elsewhere, or on top of another, it is worth nothing. */
export type Seal = (run: string, tree: string, parent: string) => string;

/** @param key the App's private key: what is made of it tells nothing of it */
export function sealer(key: string): Seal {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'ultraloop: commits of runs', 32));
  return (...parts) => createHmac('sha256', own).update(parts.join('\n')).digest('hex').slice(0, 32);
}

/** The message of a commit to be made, with the seal as its last trailer. */
export function sealed({ options }: Site, message: string, { tree, parent }: { tree: string; parent: string }): string {
  return `${message.trimEnd()}\nUltraloop-Seal: ${options.seal(options.run, tree, parent)}\n`;
}

/** A commit of this run. */
export function isOurs({ options }: Site, { by, message, tree, parents }: Head): boolean {
  if (by !== options.author.email || trailer(message, 'Ultraloop-Run') !== options.run) return false;
  return (
    parents.length === 1 && trailer(message, 'Ultraloop-Seal') === options.seal(options.run, tree, parents[0] ?? '')
  );
}

/** Last value of a `Key: value` line of a message. */
export function trailer(message: string, key: string): string | undefined {
  const lines = message.split('\n').filter(line => line.startsWith(`${key}: `));
  return lines
    .at(-1)
    ?.slice(key.length + 2)
    .trim();
}
