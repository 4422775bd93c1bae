import { expect, test, vi } from 'vitest';
import { gitTokens } from '../../src/github/git-tokens.ts';

const SCOPE = { installation: 1, repoId: 2 };

function minting() {
  let minted = 0;
  const client = {
    token: vi.fn(
      async ({ permissions }: { permissions: { contents: string } }) => `${permissions.contents}-${++minted}`,
    ),
    revoke: vi.fn(),
  };
  return { client, tokens: gitTokens(client) };
}

test('a reading token serves the commands of a minute, of one repository only', async () => {
  const { tokens } = minting();
  expect(await tokens.take(SCOPE, 'read')).toBe('read-1');
  expect(await tokens.take(SCOPE, 'read')).toBe('read-1');
  expect(await tokens.take({ ...SCOPE, repoId: 3 }, 'read')).toBe('read-2');
});

test('after a minute, and after a refusal, another is minted', async () => {
  vi.useFakeTimers();
  const { tokens } = minting();
  await tokens.take(SCOPE, 'read');
  vi.setSystemTime(Date.now() + 61_000);
  expect(await tokens.take(SCOPE, 'read')).toBe('read-2');
  expect(await tokens.take(SCOPE, 'read', true)).toBe('read-3');
  vi.useRealTimers();
});

test('a writing token is never kept, and revoked when it was used; a reading one dies by itself', async () => {
  const { client, tokens } = minting();
  expect(await tokens.take(SCOPE, 'write')).toBe('write-1');
  expect(await tokens.take(SCOPE, 'write')).toBe('write-2');
  tokens.done('write-1', 'write');
  tokens.done('read-1', 'read');
  expect(client.revoke.mock.calls).toEqual([['write-1']]);
});

test('a mint that failed is not kept', async () => {
  const { client, tokens } = minting();
  client.token.mockRejectedValueOnce(new Error('away'));
  await expect(tokens.take(SCOPE, 'read')).rejects.toThrow('away');
  expect(await tokens.take(SCOPE, 'read')).toBe('read-1');
});
