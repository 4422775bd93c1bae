// The whole app is killed with SIGKILL while agent or check run inside the walls: a second later nothing of them is left.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { commandBook } from '../../src/agent-book.ts';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { tempFolder } from '../runner/places.ts';
import { eventually } from '../world/moments.ts';
import { type Outpost, openOutpost } from '../world/outpost.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyConfig, tinyFiles } from '../world/tiny.ts';
import { describeInWalls } from '../world/walls.ts';

let tokens = 2_000_000 + (process.pid % 10_000) * 10;

/** Every way to leave one's parent that a shell knows; the last of them also hides its name. */
const escapes = (token: number): string =>
  [
    `sleep ${token} & setsid sleep ${token} & nohup sleep ${token} >/dev/null 2>&1 &`,
    `(setsid sh -c "sleep ${token} & sleep ${token}" &) ; (trap "" TERM HUP; setsid sleep ${token} &) ;`,
    `env -i /bin/sleep ${token} & sleep ${token}`,
  ].join(' ');

/** Living processes that were started with the token, asked of the kernel. */
function alive(token: number): string[] {
  return readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(String(token));
    } catch {
      return false;
    }
  });
}

await describeInWalls('SEC-83 a killed app', () => {
  let post: Outpost;
  afterEach(() => post.close());

  test.each(['agent', 'check'] as const)('leaves nothing of its %s', async who => {
    const token = tokens++;
    const place = tempFolder();
    await openToAgents(place);
    const agent = join(place, 'agent.sh');
    const work = who === 'agent' ? escapes(token) : 'echo 42 > answer.txt';
    writeFileSync(agent, `#!/bin/sh\n${work}\n`, { mode: 0o755 });
    const config = tinyConfig().replace('test -s answer.txt', `'${escapes(token).replaceAll("'", "''")}'`);
    post = await openOutpost({
      databaseUrl: await freshDatabase(inject('postgres')),
      play: {
        ...{ issue: TINY_ISSUE, label: 'ultraloop', script: {}, exit: 'COMPLETE' },
        files: tinyFiles(who === 'check' ? { '.github/ultraloop.yml': config } : {}),
      },
      settings: { sandbox: 'bubblewrap', agents: commandBook(`/bin/sh ${agent}`) },
    });
    await openToAgents(post.dir);
    const app = await post.start();
    await post.label();
    await eventually(() => alive(token).length >= 7);
    app.kill('SIGKILL');
    const until = Date.now() + 1000;
    while (alive(token).length > 0 && Date.now() < until) await sleep(20);
    expect(alive(token)).toEqual([]);
  });
});
