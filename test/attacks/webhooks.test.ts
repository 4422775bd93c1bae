// E: deliveries that GitHub did not send, that are not what they seem, or that come more than once.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { eventually, handled, rest, sql } from '../world/moments.ts';
import { TINY_ISSUE } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { NOTHING, started } from './quiet.ts';
import type { Scene } from './scene.ts';
import { post, sentBy, webhookUrl } from './webhook.ts';

const WRONG = { implementer: { sh: 'echo 41 > answer.txt' } };
const MARK = 'written-by-a-stranger';

/** What GitHub would send for a maintainer's label; it was never delivered. */
async function unsent(at: Scene): Promise<Record<string, unknown>> {
  const { github } = at.world;
  // The app looks for what it missed when it starts: it must not find this.
  await eventually(() => at.exchanges.some(({ url }) => url.includes('/issues?state=open')));
  github.paused = true;
  const { number } = await github.as('maintainer').openIssue(REPO, { ...TINY_ISSUE, title: MARK });
  await github.as('maintainer').label(REPO, number, 'ultraloop');
  await github.idle();
  github.paused = false;
  return sentBy(at, 'issues.labeled').payload;
}

/** The app as a process with this secret; answers how it ended and what it said. */
async function startWith(at: Scene, secret: string | undefined): Promise<{ code: number | null; said: string }> {
  const { privateKey, databaseUrl = '', baseUrl = '' } = at.world.settings;
  const { PATH = '' } = process.env;
  const env = {
    ...{ PATH, APP_ID: '4711', PRIVATE_KEY: privateKey, DATABASE_URL: databaseUrl, PORT: '0' },
    ...{ GHE_HOST: new URL(baseUrl).host, GHE_PROTOCOL: 'http', ULTRALOOP_DATA: join(at.host.dir, 'other') },
    ...(secret !== undefined && { WEBHOOK_SECRET: secret }),
  };
  const child = spawn(process.execPath, [join(packageRoot(), 'dist/src/cli.js'), 'start'], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  // One that does start is as good as an answer.
  const timer = setInterval(() => said.includes('listening') && child.kill('SIGKILL'), 100);
  const code = await new Promise<number | null>(resolve => child.once('exit', resolve));
  clearInterval(timer);
  return { code, said };
}

attack(60, 'no secret, or one that everybody knows', async at => {
  const weak = [
    undefined,
    '',
    'development',
    'secret',
    'x'.repeat(31),
    ' '.repeat(40),
    'a'.repeat(64),
    '1212'.repeat(16),
  ];
  const padded = ['development'.padEnd(40), `  development${' '.repeat(40)}`, 'development'.repeat(4)];
  const ends = await Promise.all([...weak, ...padded].map(secret => startWith(at, secret)));
  for (const { code, said } of ends) {
    expect(code, said).toBe(1);
    expect(said).toContain('WEBHOOK_SECRET');
    expect(said).toContain('openssl rand -hex 32');
  }
  // And the app that runs does not listen to the word either.
  const payload = await unsent(at);
  for (const secret of ['development', '', 'secret', 'a-webhook-secret-of-the-tests'])
    expect((await post(at, payload, { secret }))[0]).toBe(401);
  await handled(at.world);
  expect(await started(at)).toEqual(NOTHING);
});

attack(61, 'a wrong signature, none, or one of another kind', async at => {
  const payload = await unsent(at);
  const body = JSON.stringify(payload);
  const { webhookSecret } = at.world.settings;
  const sign = (kind: string, of: string): string => createHmac(kind, webhookSecret).update(of).digest('hex');
  const right = sign('sha256', body);
  const signatures: (string | undefined)[] = [
    undefined,
    '',
    'sha256=',
    right,
    `sha256=${right.toUpperCase()}`,
    `sha256=${right.slice(0, -1)}`,
    `sha256=${right}0`,
    `sha256=${'0'.repeat(64)}`,
    `sha256=${sign('sha256', `${body} `)}`,
    `sha256=${sign('sha256', '')}`,
    `sha1=${sign('sha1', body)}`,
    `sha512=${sign('sha512', body)}`,
    `sha256=${right}, sha256=${right}`,
    `SHA256=${right}`,
  ];
  const old = { 'x-hub-signature': `sha1=${sign('sha1', body)}` };
  for (const signature of signatures)
    await refused(at, payload, { headers: { ...old, 'x-hub-signature-256': signature } });
  // Signed for one body, sent with another; signed rightly, but in a form nobody signs.
  await refused(at, body.replace(MARK, `${MARK}!`), { headers: { 'x-hub-signature-256': `sha256=${right}` } });
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/jsonp', undefined])
    await refused(at, payload, { headers: { 'content-type': type } });
  for (const headers of [{ 'x-github-event': 'issues/../x' }, { 'x-github-delivery': 'a b' }, { 'x-github-event': '' }])
    await refused(at, payload, { headers });
  for (const odd of ['null', '[]', '"issues"', '{"action":', '{"action":{"__proto__":1}}', '{"action":"labeled"}'])
    expect((await post(at, odd))[0]).toBeLessThan(500);
  await handled(at.world);
  expect(await sql(at.world, 'select id from deliveries')).toEqual([]);
  expect(await started(at)).toEqual(NOTHING);
  const log = at.log.join('');
  expect([log.includes(MARK), log.includes(right), /sha(?:1|256|512)=/.test(log)]).toEqual([false, false, false]);
});

async function refused(at: Scene, payload: unknown, options: Parameters<typeof post>[2]): Promise<void> {
  const [status, text] = await post(at, payload, options);
  expect([400, 401, 415], JSON.stringify(options)).toContain(status);
  expect(text).not.toContain(MARK);
  expect(text).not.toMatch(/\bat \S+:\d+|node_modules|Error/);
}

/** Sends so many bytes with a signature that looks like one; answers the status, or `closed`. */
function flood(at: Scene, bytes: number, headers: Record<string, string>): Promise<number | 'closed'> {
  return new Promise(resolve => {
    const out = send(webhookUrl(at), { method: 'POST', headers }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    out.on('error', () => resolve('closed'));
    const chunk = Buffer.alloc(64 * 1024, MARK);
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !out.destroyed) {
        left -= chunk.length;
        if (!out.write(chunk)) return void out.once('drain', more);
      }
      if (!out.destroyed) out.end();
    };
    more();
  });
}

attack(62, 'huge bodies, endless ones, and many of them', async at => {
  await at.malice(WRONG);
  const forged = {
    ...{ 'content-type': 'application/json', 'x-github-event': 'issues', 'x-github-delivery': 'd-1' },
    'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
  };
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  const MB = 1024 * 1024;
  const cut = [413, 408, 503, 'closed'];
  expect(cut).toContain(await flood(at, 120 * MB, forged));
  expect([400, 'closed']).toContain(await flood(at, 120 * MB, { ...forged, 'x-hub-signature-256': '' }));
  for (const outcome of await Promise.all(Array.from({ length: 8 }, () => flood(at, 40 * MB, forged))))
    expect(cut).toContain(outcome);
  clearInterval(watch);
  expect((peak - before) / MB).toBeLessThan(300);
  // A hundred who never finish, at their headers or at the body: others are served meanwhile, and they are cut off.
  const { port } = at.world.settings;
  const head = `POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\n${Object.entries(forged)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`;
  const slow = Array.from({ length: 100 }, (_, n) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(n % 2 ? head : `${head}content-length: 900\r\n\r\n{`));
    socket.on('error', () => undefined).resume();
    return new Promise(resolve => socket.on('close', resolve));
  });
  const run = await at.start();
  expect([run.state, run.turn]).toEqual(['waiting', 1]);
  await Promise.all(slow);
  expect(at.log.filter(line => line.length > 1_001)).toEqual([]);
  expect(at.log.join('')).not.toContain(MARK);
});

attack(64, 'the same delivery again and again', async at => {
  const { github } = at.world;
  await at.malice(WRONG);
  const payload = await unsent(at);
  const issue = (payload.issue as { number: number }).number;
  const statuses = await Promise.all(Array.from({ length: 20 }, () => post(at, payload, { id: 'the-same' })));
  expect(statuses.every(([status]) => status === 200)).toBe(true);
  const waiting = await rest(at.world, issue);
  expect(await sql(at.world, 'select id from runs')).toHaveLength(1);
  const pull = waiting.places.pull ?? 0;
  await github.as('maintainer').comment(REPO, pull, '/continue');
  await handled(at.world);
  const again = await rest(at.world, issue);
  const told = at.comments().length;
  const said = sentBy(at, 'issue_comment.created');
  // GitHub's own button, the same by hand, the same words under new ids, and other words under a known id.
  for (const { id } of github.deliveries.filter(({ statusCode }) => statusCode === 200)) github.redeliver(id);
  for (const id of [said.guid, said.guid.toUpperCase(), 'another-1', 'another-2'])
    await post(at, said.payload, { id, event: 'issue_comment' });
  const comment = { ...(said.payload.comment as object), id: 77, body: '/abort' };
  await post(at, { ...said.payload, comment }, { id: said.guid, event: 'issue_comment' });
  await post(at, payload, { id: 'the-same' });
  await handled(at.world);
  const after = await rest(at.world, issue);
  expect([after.id, after.state, after.turn]).toEqual([waiting.id, 'waiting', again.turn]);
  expect(at.comments()).toHaveLength(told);
  expect(await sql(at.world, `select id from inbox where body->>'word' = 'continue'`)).toHaveLength(1);
});

attack(65, 'the same thing told by different deliveries', async at => {
  const { github } = at.world;
  await at.malice(WRONG);
  const payload = await unsent(at);
  const issue = (payload.issue as { number: number }).number;
  await Promise.all(Array.from({ length: 5 }, (_, n) => post(at, payload, { id: `hook-${n}` })));
  await rest(at.world, issue);
  expect(await sql(at.world, 'select id from runs')).toHaveLength(1);
  expect(at.comments().filter(body => body.includes('already at work')).length).toBeLessThan(5);
  // Clicked twice, and both labels and a comment at once.
  const person = github.as('maintainer');
  const { number } = await person.openIssue(REPO, TINY_ISSUE);
  await person.label(REPO, number, 'ultraloop');
  await person.unlabel(REPO, number, 'ultraloop');
  await person.label(REPO, number, 'ultraloop');
  await Promise.all([person.label(REPO, number, 'ultraloop:ralph'), person.comment(REPO, number, '/ultraloop')]);
  await rest(at.world, number);
  const active = `select id from runs where issue = $1 and ended_at is null`;
  expect(await sql(at.world, active, [number])).toHaveLength(1);
  const branches = [...(await github.refs(REPO)).keys()].filter(name => name.startsWith('refs/heads/ultraloop/issue-'));
  const all = await sql<{ id: string }>(at.world, 'select id from runs');
  expect(branches.every(name => all.some(({ id }) => name.endsWith(`-${id}`)))).toBe(true);
});
