// GitHub's odd answers, one by one: what the layer makes of each. The simulator shows the usual ones.
import nock from 'nock';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../src/failures.ts';
import { createClient } from '../../src/github/client.ts';
import { commentOnce } from '../../src/github/comments.ts';
import { isTransient, toFailure } from '../../src/github/errors.ts';
import { once } from '../../src/github/once.ts';
import { askable, mayWrite } from '../../src/github/people.ts';
import { openPull } from '../../src/github/pull.ts';
import type { Store } from '../../src/store/store.ts';
import { KEY } from '../github/world.ts';

const ROOT = 'https://github.acme.test/api/v3';
const place = { owner: 'acme', repo: 'widgets', installation: 7 };
const PERMISSION = '/repos/acme/widgets/collaborators/rosa/permission';

const client = () =>
  createClient({
    ...{ appId: 1, privateKey: KEY, webhookSecret: 'secret', baseUrl: ROOT, pace: false, pauses: [1, 1] },
    log: pino({ level: 'silent' }),
  });

/** Effects in memory: what the table of the database does. */
function memory(): { store: Store; begun: Map<string, unknown> } {
  const begun = new Map<string, unknown>();
  const effects = {
    async begin(key: string) {
      const first = !begun.has(key);
      const result = begun.get(key);
      if (first) begun.set(key, undefined);
      return { first, ...(result !== undefined && { result }) };
    },
    done: async (key: string, result: unknown) => void begun.set(key, result),
  };
  return { store: { effects } as unknown as Store, begun };
}

beforeEach(() => {
  nock.disableNetConnect();
  nock(ROOT).persist().post('/app/installations/7/access_tokens').reply(201, {
    token: 'ghs_test',
    expires_at: '2099-01-01T00:00:00Z',
    permissions: {},
    repository_selection: 'all',
  });
});
afterEach(() => {
  expect(nock.pendingMocks().filter(mock => !mock.includes('access_tokens'))).toEqual([]);
  nock.cleanAll();
  nock.enableNetConnect();
});

describe('K3 may a person write?', () => {
  test.each([
    ['admin', 'yes'],
    ['write', 'yes'],
    ['read', 'no'],
    ['none', 'no'],
  ])('%s means %s', async (permission, may) => {
    nock(ROOT).get(PERMISSION).reply(200, { permission, role_name: permission, user: null });
    expect(await mayWrite(client(), place, 'rosa')).toBe(may);
  });

  test.each([404, 403, 451])('%i means no', async status => {
    nock(ROOT).get(PERMISSION).reply(status, { message: 'no' });
    expect(await mayWrite(client(), place, 'rosa')).toBe('no');
  });

  test.each<[string, number, Record<string, string>]>([
    ['the secondary limit', 403, { 'retry-after': '1' }],
    ['an empty rate limit', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }],
  ])('%s means unknown, which refuses nobody for good', async (_, status, headers) => {
    nock(ROOT).persist().get(PERMISSION).reply(status, { message: 'slow down' }, headers);
    expect(await mayWrite(client(), place, 'rosa')).toBe('unknown');
    nock.cleanAll();
  });

  test('K9 whom GitHub does not know is not asked for review', async () => {
    nock(ROOT).get(PERMISSION).reply(200, { permission: 'read', user: null });
    nock(ROOT).get('/repos/acme/widgets/collaborators/ghost/permission').reply(404, {});
    const logins = ['rosa', 'ghost', 'dependabot[bot]', 'author', 'rosa'];
    expect(await askable(client(), place, { logins, author: 'author' })).toEqual(['rosa']);
  });
});

describe('K5 opening the pull request', () => {
  const pull = { branch: 'ultraloop/issue-1-r', base: 'main', title: 't', body: 'b' };
  const at = { ...place, run: 'r' };

  test('where drafts are refused, an ordinary one', async () => {
    nock(ROOT)
      .post('/repos/acme/widgets/pulls', body => body.draft === true)
      .reply(422, { message: 'Draft pull requests are not supported in this repository.' })
      .post('/repos/acme/widgets/pulls', body => body.draft === false)
      .reply(201, { number: 5, node_id: 'PR_5' });
    const opened = await openPull({ client: client(), store: memory().store }, at, pull);
    expect(opened).toEqual({ number: 5, node: 'PR_5' });
  });

  test('a lost answer: the one that is there is taken, no second one is made', async () => {
    nock(ROOT).post('/repos/acme/widgets/pulls').replyWithError('socket hang up');
    nock(ROOT)
      .get('/repos/acme/widgets/pulls')
      .query(true)
      .reply(200, [{ number: 6, node_id: 'PR_6' }]);
    const opened = await openPull({ client: client(), store: memory().store }, at, pull);
    expect(opened.number).toBe(6);
  });

  test('any other 422 is a failure, not a second try', async () => {
    nock(ROOT).post('/repos/acme/widgets/pulls').reply(422, { message: 'No commits between main and it' });
    await expect(openPull({ client: client(), store: memory().store }, at, pull)).rejects.toBeInstanceOf(Failure);
  });
});

describe('K6 a comment is posted once', () => {
  const at = { ...place, number: 3 };
  const comment = {
    key: 'r/report-1',
    marker: '<!-- ultraloop:r:report-1 -->',
    body: 'Hi\n<!-- ultraloop:r:report-1 -->',
  };
  const COMMENTS = '/repos/acme/widgets/issues/3/comments';
  const posted = { id: 9, html_url: 'u', body: comment.body };

  test('its answer was lost: found by its marker', async () => {
    nock(ROOT).post(COMMENTS).reply(502, {});
    nock(ROOT)
      .get(COMMENTS)
      .query(true)
      .reply(200, [{ ...posted, user: { type: 'Bot' } }]);
    expect(await commentOnce({ client: client(), store: memory().store }, at, comment)).toMatchObject({ id: 9 });
  });

  test('a person who quotes the marker does not pass for the bot', async () => {
    nock(ROOT).post(COMMENTS).reply(502, {});
    nock(ROOT)
      .get(COMMENTS)
      .query(true)
      .reply(200, [{ ...posted, id: 8, user: { type: 'User' } }]);
    nock(ROOT).post(COMMENTS).reply(201, posted);
    expect((await commentOnce({ client: client(), store: memory().store }, at, comment)).id).toBe(9);
  });

  test('known to have happened: GitHub is not asked at all', async () => {
    const { store, begun } = memory();
    begun.set(comment.key, { id: 9, url: 'u' });
    expect(await commentOnce({ client: client(), store }, at, comment)).toEqual({ id: 9, url: 'u' });
  });
});

describe('errors', () => {
  const failed = (status: number, headers: Record<string, string> = {}, message = 'x') =>
    Object.assign(new Error(message), { status, response: { headers } });
  const graphql = (type: string, message = 'x') => Object.assign(new Error(message), { errors: [{ type, message }] });

  test.each<[string, unknown, boolean, string]>([
    ['500', failed(500), true, 'github-unreachable'],
    ['503', failed(503), true, 'github-unreachable'],
    ['429', failed(429), true, 'github-unreachable'],
    ['403 with retry-after', failed(403, { 'retry-after': '30' }), true, 'github-unreachable'],
    [
      '403 that says rate limit',
      failed(403, {}, 'You have exceeded a secondary rate limit'),
      true,
      'github-unreachable',
    ],
    ['a cut connection', Object.assign(new Error('x'), { code: 'ECONNRESET' }), true, 'github-unreachable'],
    ['401', failed(401), false, 'access-lost'],
    ['403', failed(403), false, 'access-lost'],
    ['404', failed(404), false, 'access-lost'],
    ['GraphQL’s limit', graphql('RATE_LIMITED'), true, 'github-unreachable'],
    ['GraphQL’s no', graphql('FORBIDDEN'), false, 'access-lost'],
    ['GraphQL’s not here', graphql('NOT_FOUND'), false, 'access-lost'],
    [
      'a locked thread',
      graphql('UNPROCESSABLE', 'Unable to create comment because issue is locked.'),
      false,
      'access-lost',
    ],
    ['an archive', graphql('UNPROCESSABLE', 'Repository was archived so is read-only.'), false, 'access-lost'],
    ['a mutation that is wrong', graphql('UNPROCESSABLE', 'Body is too long'), false, 'bug'],
    ['409', failed(409), false, 'bug'],
    ['422', failed(422), false, 'bug'],
    ['a mistake of our own', new RangeError('x'), false, 'bug'],
  ])('%s', (_, error, transient, code) => {
    expect([isTransient(error), toFailure(error).code]).toEqual([transient, code]);
  });

  test('an effect is tried as often as there is patience, looking each time', async () => {
    let looked = 0;
    let made = 0;
    const effect = {
      key: 'k',
      pauses: [1, 1],
      look: async () => void looked++,
      make: async () => {
        made++;
        throw failed(503);
      },
    };
    await expect(once(memory().store.effects, effect)).rejects.toMatchObject({ code: 'github-unreachable' });
    expect([looked, made]).toEqual([2, 3]);
  });
});
