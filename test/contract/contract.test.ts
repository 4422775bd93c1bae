// The judge must catch what GitHub would refuse, and what GitHub would silently ignore. Each case is a call that is wrong in one place.
import { expect, test } from 'vitest';
import { createOpenApi, type RestExchange } from './openapi.ts';
import { createWebhooks } from './webhooks.ts';

const check = createOpenApi();
const checks = '/repos/acme/widgets/check-runs';
const action = { label: 'Continue', description: 'Go on now', identifier: 'continue' };
const run = { name: 'ultraloop', head_sha: 'a'.repeat(40), status: 'in_progress', actions: [action] };

const errorsOf = (exchange: RestExchange): string[] => check(exchange).errors;
const post = (requestBody: unknown, url = checks): string[] => errorsOf({ method: 'POST', url, requestBody });

test('a right call passes', () => {
  expect(check({ method: 'POST', url: checks, requestBody: run })).toEqual({
    operationId: 'checks/create',
    errors: [],
  });
});

test.each([
  [
    'a label of 27 characters',
    { ...run, actions: [{ ...action, label: 'x'.repeat(27) }] },
    'request.body/actions/0/label must NOT have more than 20 characters',
  ],
  [
    'four actions',
    { ...run, actions: [action, action, action, action] },
    'request.body/actions must NOT have more than 3 items',
  ],
  ['an unknown property', { ...run, heads_sha: 'x' }, 'request.body.heads_sha is not a property of checks/create'],
  ['a missing property', { head_sha: 'x' }, "request.body must have required property 'name'"],
])('%s is caught', (_, body, message) => {
  expect(post(body)).toContain(message);
});

test('a wrong query is caught', () => {
  const errors = errorsOf({ method: 'GET', url: '/repos/acme/widgets/issues?state=opened&label=x' });
  expect(errors).toEqual([
    'request.query.state must be equal to one of the allowed values ["open","closed","all"]',
    'request.query.label is not a parameter of issues/list-for-repo',
  ]);
});

test('a wrong address and a wrong status are caught', () => {
  expect(post(run, '/repos/acme/widgets/checkruns')).toEqual([
    'there is no GitHub operation POST /repos/acme/widgets/checkruns',
  ]);
  expect(errorsOf({ method: 'POST', url: checks, requestBody: run, status: 200 })).toEqual([
    'response.status 200 is not documented (documented: 201)',
  ]);
});

test('a wrong answer is caught', () => {
  const errors = errorsOf({
    method: 'GET',
    url: '/repos/acme/widgets/labels/bug',
    status: 200,
    responseBody: { id: 'one', name: 'bug' },
  });
  expect(errors).toContain('response/id must be integer');
  expect(errors).toContain("response must have required property 'color'");
});

test('paths with slashes find their operation', () => {
  const idOf = (url: string) => check({ method: 'GET', url }).operationId;
  expect(idOf('/repos/acme/widgets/contents/.github/ultraloop.yml')).toBe('repos/get-content');
  expect(idOf('/repos/acme/widgets/git/ref/heads/ultraloop/issue-1')).toBe('git/get-ref');
  expect(idOf('/repos/acme/widgets/commits/main/check-runs')).toBe('checks/list-for-ref');
});

test('a webhook must exist, carry its headers, and have the payload GitHub describes', () => {
  const webhooks = createWebhooks();
  expect(webhooks({ event: 'issues', action: 'tickled', payload: {}, headers: {} })).toEqual([
    'there is no GitHub webhook issues-tickled',
  ]);
  const errors = webhooks({ event: 'issues', action: 'labeled', payload: { action: 'labeled' }, headers: {} });
  expect(errors).toContain('header X-GitHub-Delivery is missing');
  expect(errors).toContain("payload must have required property 'issue'");
});
