// Where secrets stand in a text that is about to be pushed: the same values and shapes as redaction, without what only looks like one.
import { findSecrets } from './secret-index.ts';
import { PATTERNS } from './secret-patterns.ts';
import { squash } from './squash.ts';

/** Places in the text, in order. Kinds are told, values never. */
export function secretPlaces(text: string, secrets: ReadonlySet<string>): { at: number; what: string }[] {
  const { text: squashed, starts } = squash(text);
  const own = findSecrets(squashed, secrets).whole.map(([from]) => ({
    at: starts[from] ?? 0,
    what: 'a credential of the app',
  }));
  const shapes = PATTERNS.flatMap(pattern => [...text.matchAll(pattern)])
    .filter(([value]) => isReal(value))
    .map(({ index, 0: value }) => ({ at: index, what: kind(value) }));
  return [...own, ...shapes].sort((a, b) => a.at - b.at);
}

/** Blocking a run is dear: examples, templates, headers without a key and made-up values pass; what is posted is redacted all the same. */
function isReal(value: string): boolean {
  if (/example|placeholder|change[_-]?me|dummy|fake|redacted|your[_-]|xxxx|\$\{|\{\{|<\w+>|\*{3}/i.test(value))
    return false;
  if (value.startsWith('-----BEGIN')) return value.length > 200;
  if (value.includes(':')) return isPassword(value.slice(value.indexOf(':') + 1));
  return new Set(value).size >= 10;
}

/** Of an address with name and password. Nobody's real password is the word itself, or four characters. */
function isPassword(word: string): boolean {
  return word.length >= 8 && !/^(?:pass(?:word|wd)?|secret|postgres|root|admin|user|test)\w{0,3}$/i.test(word);
}

function kind(value: string): string {
  if (value.startsWith('-----BEGIN')) return 'a private key';
  if (/^gh[a-z]|^github/.test(value)) return 'a GitHub token';
  if (/^(?:AKIA|ASIA)/.test(value)) return 'a cloud access key';
  if (value.startsWith('eyJ')) return 'a signed token';
  if (value.includes(':')) return 'a password in an address';
  return 'an access key';
}
