// What the operator decides: tiers and notifications, and each mistake with what to do about it (C15, K17, C1).
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { refuseNested } from '../src/nested.ts';
import { readSettings } from '../src/settings.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ENV = {
  APP_ID: '1',
  PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  WEBHOOK_SECRET: 'a-secret-of-the-tests-0123456789',
  ULTRALOOP_DATA: '/tmp/ultraloop-settings',
};
const SECRET = 'a-secret-of-the-operator';

test('C15: tiers that are set have a model, the others have none', () => {
  expect(readSettings(ENV).agents.agents.command?.models).toEqual({});
  const { agents } = readSettings({ ...ENV, ULTRALOOP_MODEL_FAST: 'small', ULTRALOOP_MODEL_DEEP: 'large' }).agents;
  expect(agents.command?.models).toEqual({ fast: 'small', deep: 'large' });
});

test('K17: webhook and command are each their own; nothing set tells nobody', () => {
  expect(readSettings(ENV).notify).toEqual({});
  const url = 'https://chat.example/hook';
  expect(readSettings({ ...ENV, ULTRALOOP_NOTIFY_COMMAND: 'tell me' }).notify).toEqual({ command: 'tell me' });
  const { notify } = readSettings({ ...ENV, ULTRALOOP_NOTIFY_URL: url, ULTRALOOP_NOTIFY_SECRET: SECRET });
  expect(notify).toEqual({ webhook: { url, secret: SECRET } });
});

test.each([
  [{ ULTRALOOP_NOTIFY_URL: 'https://chat.example/hook' }, /ULTRALOOP_NOTIFY_SECRET is missing/],
  [
    { ULTRALOOP_NOTIFY_URL: 'file:///etc/passwd', ULTRALOOP_NOTIFY_SECRET: SECRET },
    /ULTRALOOP_NOTIFY_URL: this must be/,
  ],
  [
    { ULTRALOOP_NOTIFY_URL: 'https://a.example', ULTRALOOP_NOTIFY_SECRET: 'short' },
    /ULTRALOOP_NOTIFY_SECRET: .*too short/,
  ],
])('K17: %j is refused', (more, why) => {
  expect(() => readSettings({ ...ENV, ...more })).toThrow(why);
});

test.each<[env: NodeJS.ProcessEnv, refused: boolean]>([
  [{}, false],
  [{ ULTRALOOP_ACTIVE: '' }, false],
  [{ ULTRALOOP_ACTIVE: 'r7k2' }, true],
])('C1: a start with %j is refused: %s', (env, refused) => {
  const start = () => refuseNested(env);
  if (refused) expect(start).toThrow(/^nested_loop_call: .*r7k2/);
  else expect(start).not.toThrow();
});

test.each([
  [undefined, /WEBHOOK_SECRET is missing/],
  ['', /WEBHOOK_SECRET is missing/],
  ['development', /default everybody knows/],
  ['development'.padEnd(40), /default everybody knows/],
  ['development-'.repeat(4), /default everybody knows/],
  ['a'.repeat(31), /32 characters are the least/],
  ['12'.repeat(20), /too easy to guess/],
  [' '.repeat(40), /too easy to guess/],
])('SEC-60: a start with the webhook secret %j is refused', (secret, why) => {
  expect(() => readSettings({ ...ENV, WEBHOOK_SECRET: secret })).toThrow(why);
});
