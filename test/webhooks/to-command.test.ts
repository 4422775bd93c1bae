import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCommand } from '../../src/webhooks/to-command.ts';
import * as sent from './payloads.ts';

const hear = (event: string, payload: unknown) => toCommand(event, payload, sent.delivery);
const { base, itself, dependabot, frame, labeled, commented, comment, pushed, pressed, pullClosed } = sent;

/** Every event that means something, with a payload that is heard. */
const HEARD: [string, Record<string, unknown>][] = [
  ['issues', labeled],
  ['issues', sent.unlabeled],
  ['issues', { ...labeled, action: 'closed' }],
  ['issues', { ...labeled, action: 'deleted' }],
  ['issues', { ...labeled, action: 'reopened' }],
  ['issues', { ...labeled, action: 'transferred' }],
  ['issue_comment', commented],
  ['pull_request', pullClosed],
  ['pull_request', { ...pullClosed, action: 'reopened' }],
  ['check_run', pressed],
  ['push', pushed],
  ['repository', { ...frame, action: 'renamed', changes: { repository: { name: { from: 'old' } } } }],
  ['installation', { ...frame, action: 'deleted' }],
  ['installation_repositories', { ...frame, action: 'removed', repositories_removed: [{ id: 7, name: 'widgets' }] }],
];

describe('K3 only people steer', () => {
  const steering = HEARD.filter(
    ([event, { action }]) => !/push|repositor|installation/.test(event) && action !== 'transferred',
  );
  it('there is something to test', () => expect(steering.length).toBeGreaterThan(7));

  it.each(steering)('%s by a bot, by the app or by a bot that calls itself a user', (event, payload) => {
    const disguised = { ...itself, type: 'User' };
    for (const sender of [itself, dependabot, disguised, { ...sent.mona, type: 'Organization' }]) {
      expect(hear(event, { ...payload, sender })).toEqual({ why: 'not sent by a person' });
    }
  });

  it('a comment the app wrote in the name of a person is not heard', () => {
    const through = { ...comment, body: '/continue', performed_via_github_app: { id: 5, slug: 'Ultraloop' } };
    expect(hear('issue_comment', { ...commented, comment: through })).toEqual({ why: 'written by the app itself' });
  });

  it('a comment a person wrote through another app is', () => {
    const through = { ...comment, body: '/finish', performed_via_github_app: { id: 6, slug: 'chat' } };
    expect(hear('issue_comment', { ...commented, comment: through }).command).toMatchObject({ kind: 'finish' });
  });
});

describe('what is heard', () => {
  it.each(HEARD)('%s is a command that survives JSON', (event, payload) => {
    const { command } = hear(event, payload);
    expect(command).toMatchObject({ delivery: 'guid-1', installation: 100, actor: base.actor });
    expect(JSON.parse(JSON.stringify(command))).toEqual(command);
  });

  it.each(HEARD)(
    '%s without installation, sender or with an odd repository is ignored with the field’s name',
    (event, payload) => {
      expect(hear(event, { ...payload, installation: undefined }).why).toContain('installation');
      expect(hear(event, { ...payload, sender: null }).why).toContain('sender');
      if (event.startsWith('installation')) return;
      for (const odd of [
        { name: '..' },
        { owner: { login: '-x' } },
        { clone_url: 'ext::sh -c id' },
        { default_branch: '--upload-pack=id' },
      ]) {
        const repository = { ...frame.repository, ...odd };
        expect(hear(event, { ...payload, repository }).why).toContain(Object.keys(odd)[0]);
      }
    },
  );

  it('SEC-40 another host in the address changes nothing: a repository is where GitHub is', () => {
    const repository = { ...frame.repository, clone_url: 'https://evil.example/acme/widgets.git' };
    expect(hear('issues', { ...labeled, repository }).command).toMatchObject({
      repo: { cloneUrl: 'https://github.com/acme/widgets.git' },
    });
  });

  it.each([
    ['issues', 'opened', labeled],
    ['issues', 'edited', labeled],
    ['issue_comment', 'edited', sent.saying('/continue') as object],
    ['issue_comment', 'deleted', sent.saying('/abort') as object],
    ['pull_request', 'labeled', { ...pullClosed, label: { name: 'ultraloop' } }],
    ['pull_request', 'opened', pullClosed],
    ['check_run', 'completed', pressed],
    ['constructor', '__proto__', labeled],
  ])('%s.%s means nothing (K1, K2)', (event, action, payload) => {
    expect(hear(event, { ...payload, action })).toEqual({ why: 'nothing the app listens to' });
  });

  it('nothing throws, whatever is sent', () => {
    const events = fc.constantFrom(...HEARD.map(([event]) => event));
    const damaged = fc.tuple(fc.constantFrom(...HEARD), fc.string(), fc.anything()).map(([[, payload], key, value]) => {
      const keys = Object.keys(payload);
      return { ...payload, [keys[key.length % keys.length] ?? key]: value };
    });
    const payload = fc.oneof(fc.anything(), damaged);
    fc.assert(
      fc.property(events, payload, (event, what) => {
        expect(hear(event, what)).toBeTypeOf('object');
      }),
      { numRuns: 500 },
    );
  });
});
