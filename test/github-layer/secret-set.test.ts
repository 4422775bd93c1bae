// Tokens come and go; the host's own secrets are known for as long as the app runs.
import { expect, test } from 'vitest';
import { secretSet } from '../../src/github/secret-set.ts';

test('after thousands of tokens the lasting ones are there, and the newest thousand', () => {
  const lasting = ['webhook', 'private', 'model-key', 'model-key', 'other-key'];
  const { secrets, remember } = secretSet(lasting);
  for (let n = 0; n < 5000; n++) remember(`token-${n}`);
  expect(lasting.filter(secret => !secrets.has(secret))).toEqual([]);
  for (let n = 4000; n < 5000; n++) expect(secrets.has(`token-${n}`)).toBe(true);
  expect(secrets.size).toBeLessThan(1110);
});
