import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Notice, notify } from '../../src/runner/notify.ts';
import { listen } from './git-server.ts';
import { tempFolder } from './places.ts';

const NOTICE: Notice = {
  event: 'autoiter_done',
  run: 'r1',
  statusFile: '/data/runs/r1/status.md',
  text: 'acme/app#7 converged.',
  facts: { url: 'https://github.test/acme/app/pull/8' },
};
const secret = 'a-secret-of-the-operator';

/** A receiver that answers with these status codes, one after the other, and keeps what it got. */
async function receiver(...answers: number[]) {
  const got: { headers: Record<string, unknown>; body: string }[] = [];
  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(answers[got.length - 1] ?? 200, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  return { url, got };
}

describe('K17: the operator’s webhook', () => {
  it('gets a signed JSON body with the event and a text a chat tool shows', async () => {
    const { url, got } = await receiver();
    expect(await notify({ webhook: { url, secret } }, NOTICE)).toEqual([]);
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(JSON.parse(body)).toEqual({
      ...{ event: 'autoiter_done', run: 'r1', text: 'acme/app#7 converged.' },
      url: 'https://github.test/acme/app/pull/8',
    });
    const wanted = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    expect(headers['x-ultraloop-signature-256']).toBe(wanted);
  });

  it.each([
    { what: 'one failure is tried again', answers: [503, 200], wrong: [] },
    { what: 'two failures are told, not thrown', answers: [503, 500], wrong: ['the webhook answered 500'] },
    { what: 'a redirect is not followed', answers: [302, 302], wrong: [expect.stringMatching(/webhook/)] },
  ])('$what', async ({ answers, wrong }) => {
    const { url, got } = await receiver(...answers);
    expect(await notify({ webhook: { url, secret } }, NOTICE)).toEqual(wrong);
    expect(got).toHaveLength(2);
  });

  it('nobody listening is a line in the log', async () => {
    expect(await notify({ webhook: { url: 'http://127.0.0.1:1/', secret } }, NOTICE)).toHaveLength(1);
  });
});

describe('K17: the operator’s command', () => {
  it('is started without a shell and gets event, run and status file', async () => {
    const folder = tempFolder();
    const script = join(folder, 'tell.sh');
    const vars = '$ULTRALOOP_EVENT $ULTRALOOP_RUN_ID $ULTRALOOP_STATUS_FILE $SECRET$1';
    writeFileSync(script, `#!/bin/sh\necho "${vars}" > ${folder}/told\n`, { mode: 0o755 });
    process.env.SECRET = 'of-the-app';
    expect(await notify({ command: `${script} $(id);` }, NOTICE)).toEqual([]);
    delete process.env.SECRET;
    expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('autoiter_done r1 /data/runs/r1/status.md $(id);\n');
  });

  it.each([
    { command: '/bin/false', wrong: 'the command ended with exit code 1' },
    { command: '/nowhere/at/all', wrong: 'the command ended with missing' },
  ])('$command: $wrong', async ({ command, wrong }) => {
    expect(await notify({ command }, NOTICE)).toEqual([wrong]);
  });

  it('one channel that fails does not silence the other', async () => {
    const { url, got } = await receiver();
    expect(await notify({ webhook: { url, secret }, command: '/bin/false' }, NOTICE)).toHaveLength(1);
    expect(got).toHaveLength(1);
  });
});
