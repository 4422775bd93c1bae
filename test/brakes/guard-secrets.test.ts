// SEC-55: what counts as a secret in a change about to be pushed, and what only looks like one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretsInDiff } from '../../src/brakes/secrets-in-diff.ts';
import type { FileDiff, Sighting } from '../../src/facts/guard.ts';
import { secretPlaces } from '../../src/reports/secret-places.ts';

const diff = (path: string, added: string[], removed: string[] = [], status = 'M'): FileDiff => ({
  ...{ path, status },
  added: added.map((text, index) => ({ n: index + 1, text })),
  removed: removed.map((text, index) => ({ n: index + 1, text })),
});

describe('secrets', () => {
  const TOKEN = `ghs_${'Ab3dEf7hIj'.repeat(4)}`;
  const OWN = 'k9Q-own-model-key-7Zp4';
  const look = (files: FileDiff[]): Sighting[] => secretsInDiff(files, text => secretPlaces(text, new Set([OWN])));
  const pem = [
    '-----BEGIN PRIVATE KEY-----',
    ...Array(6).fill('MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB'),
    '-----END PRIVATE KEY-----',
  ];

  test('SEC-55 told by file, line and kind, and never by value', () => {
    const found = look([
      diff('a.ts', ['fine', `const t = '${TOKEN}';`, OWN]),
      diff('b.env', [`url=postgres://app:h8#kdF9sLq@db.internal/x`, Buffer.from(OWN).toString('base64')]),
      diff('key.pem', pem),
    ]);
    expect(found).toEqual([
      { path: 'a.ts', line: 2, what: 'a GitHub token' },
      { path: 'a.ts', line: 3, what: 'a credential of the app' },
      { path: 'b.env', line: 1, what: 'a password in an address' },
      { path: 'b.env', line: 2, what: 'a credential of the app' },
      { path: 'key.pem', line: 1, what: 'a private key' },
    ]);
    expect(JSON.stringify(found)).not.toContain('h8#kdF9sLq');
  });

  test('SEC-55 a file of nothing but secrets is refused as fast as one with a single one', () => {
    const found = look([diff('keys.txt', Array(100_000).fill(TOKEN))]);
    expect(found[0]).toEqual({ path: 'keys.txt', line: 1, what: 'a GitHub token' });
    expect(found).toHaveLength(20);
  });

  test('SEC-55 the name of a new file is looked at too, and told without what it holds', () => {
    const found = look([diff(`keys/${TOKEN}.txt`, ['x'], [], 'A'), diff(`${OWN}`, [], [], 'A'), diff(TOKEN, ['x'])]);
    expect(found).toEqual([
      { path: 'keys/…', what: 'has a GitHub token in its name' },
      { path: '…', what: 'has a credential of the app in its name' },
    ]);
  });

  test('a value broken over two lines is found where it begins', () => {
    expect(look([diff('a', ['x', OWN.slice(0, 9), OWN.slice(9)])])).toEqual([
      { path: 'a', line: 2, what: 'a credential of the app' },
    ]);
  });

  test('a line that only moved was in the repository before; a second copy is new', () => {
    expect(look([diff('new.ts', [TOKEN]), diff('old.ts', [], [TOKEN])])).toEqual([]);
    expect(look([diff('new.ts', [TOKEN, TOKEN]), diff('old.ts', [], [TOKEN])])).toHaveLength(1);
  });

  test.each([
    'AKIAIOSFODNN7EXAMPLE',
    `sk-${'x'.repeat(40)}`,
    'ghp_your-token-goes-here-please',
    "if (text.includes('-----BEGIN PRIVATE KEY-----')) throw",
    'postgres://user:password@localhost/db',
    'postgres://user:{{PASSWORD}}@db/x',
    'https://user:pass@example.com',
  ])('an example is no secret: %s', line => expect(look([diff('README.md', [line])])).toEqual([]));

  test('SEC-55 the app’s own secrets are found in every line they are put into', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), fc.nat(20), (before, after, at) => {
        const lines = Array(21).fill('plain');
        lines[at] = `${before.replaceAll('\n', ' ')} ${OWN} ${after.replaceAll('\n', ' ')}`;
        expect(look([diff('f', lines)]).map(({ line }) => line)).toContain(at + 1);
      }),
    );
  });
});
