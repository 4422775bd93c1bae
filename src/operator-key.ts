// The App's private key as operators hand it over: the PEM text, in one line or in base64 as Probot allows, or a file of it.
import { readFileSync } from 'node:fs';

/** Throws an Error that says what to do; nothing of the key is in it. */
export function readKey(key: string | undefined, path: string | undefined): string {
  if (key === undefined && path === undefined)
    throw new Error(
      'PRIVATE_KEY or PRIVATE_KEY_PATH is missing: generate a private key on the settings page of your GitHub App.',
    );
  const text = key ?? read(path ?? '');
  const plain = text.includes('BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8');
  if (!plain.includes('PRIVATE KEY'))
    throw new Error('PRIVATE_KEY is not a PEM key: paste the whole file, or use PRIVATE_KEY_PATH.');
  return plain;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`PRIVATE_KEY_PATH: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
