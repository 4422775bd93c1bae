// K17: an end is told to the operator's webhook and command, once, signed; one that fails costs the run nothing.
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../world/autoiter-sample.ts';
import { handled } from '../world/moments.ts';
import type { World } from '../world/world.ts';
import { autoiterWorld, startAutoiter } from './autoiter-world.ts';

const secret = 'a-secret-of-the-operator';
const SCENARIO = SCENARIOS['all-green'];
if (!SCENARIO) throw new Error('there is no such scenario');
const posted: { event: string; signed: boolean; body: Record<string, unknown> }[] = [];
let answer = 200;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const { 'x-ultraloop-signature-256': given, 'x-ultraloop-event': event } = request.headers;
    posted.push({ event: String(event), signed: given === signature, body: JSON.parse(body.toString('utf8')) });
    response.writeHead(answer).end();
  });
});
let world: World;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  world = await autoiterWorld(SCENARIO);
  const script = join(world.dir, 'tell.sh');
  const line = '$ULTRALOOP_EVENT $ULTRALOOP_RUN_ID $(cat $ULTRALOOP_STATUS_FILE)';
  await writeFile(script, `#!/bin/sh\necho "${line}" >> ${world.dir}/told\n`, { mode: 0o755 });
  world.settings.notify = { webhook: { url: `http://127.0.0.1:${port}/hook`, secret }, command: script };
});
afterAll(async () => {
  await world.close();
  server.close();
});

test('K17: autoiter_done by both ways, with the run’s status file', async () => {
  const { issue, run } = await startAutoiter(world, SCENARIO.issue);
  await handled(world);
  expect(posted).toMatchObject([
    {
      ...{ event: 'autoiter_done', signed: true },
      body: { run: run.id, exit: 'CONVERGED', state: 'done', loop: 'autoiter', repository: 'acme/durations', issue },
    },
  ]);
  expect(posted[0]?.body.text).toMatch(
    /^acme\/durations#1: CONVERGED after .* http:\/\/127\.0\.0\.1:\d+\/acme\/durations\/pull\/2$/,
  );
  expect(await readFile(join(world.dir, 'told'), 'utf8')).toMatch(
    new RegExp(`^autoiter_done ${run.id} DONE · converged: .*\\n$`),
  );
});

test('K17: a receiver that is down is a line in the log; the run ends as it would', async () => {
  answer = 500;
  const { run } = await startAutoiter(world, SCENARIO.issue);
  await handled(world);
  expect([run.exit?.code, run.state]).toEqual(['CONVERGED', 'done']);
  expect(world.contract.violations).toEqual([]);
});
