// What a command leaves behind, however it ends, and also when the app itself is killed: nothing.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { cleanEnv } from '../../../src/runner/environment.ts';
import { processTable } from '../../../src/runner/process-table.ts';
import { jobProcesses, killAllJobs, reapJob } from '../../../src/runner/process-tree.ts';
import { describeInWalls } from '../../world/walls.ts';
import { openRoom, type Room } from './room.ts';

/** Every way to leave one's parent that a shell knows. */
const ESCAPES = [
  ...['sleep 300 & setsid sleep 300 & nohup sleep 300 >/dev/null 2>&1 &', '(setsid sh -c "sleep 300 & sleep 300" &) ;'],
  ...['sh -c "trap \'\' TERM HUP INT; while :; do sleep 1; done" &', '(trap "" TERM; setsid sleep 300 &) ;'],
].join(' ');

/** Waits until nobody of the job is left; answers how many there are after ten seconds. */
async function left(job: string): Promise<number> {
  const until = Date.now() + 10_000;
  while (jobProcesses(job).length > 0 && Date.now() < until) await sleep(20);
  return jobProcesses(job).length;
}

await describeInWalls('leftovers', () => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom();
  });

  test('SEC-83 the end of a command is the end of all it started', async () => {
    const job = 'left-by-itself';
    expect(await room.inside(`${ESCAPES} exit 3`, { job })).toMatchObject({ outcome: 'exited', exitCode: 3 });
    expect(await left(job)).toBe(0);
  });

  test('SEC-83 a time-out ends all of it', async () => {
    const job = 'left-by-time';
    expect(await room.inside(`${ESCAPES} sleep 300`, { job, timeoutMs: 2_000 })).toMatchObject({ outcome: 'timeout' });
    expect(await left(job)).toBe(0);
  });

  test('SEC-83 an abort ends all of it', async () => {
    const job = 'left-by-abort';
    const abort = new AbortController();
    const ending = room.inside(`${ESCAPES} echo started; sleep 300`, {
      job,
      signal: abort.signal,
      onOutput: () => abort.abort(),
    });
    expect(await ending).toMatchObject({ outcome: 'cancelled' });
    expect(await left(job)).toBe(0);
  });

  test('C8 SEC-83 processes of another account and namespace are found by their mark, by a later app too', async () => {
    const job = 'left-for-later';
    const running = room.inside(`${ESCAPES} echo started; sleep 300`, { job });
    while (processTable(job).filter(row => row.marked).length < 5) await sleep(20);
    expect(await reapJob(job)).toBeGreaterThan(4);
    expect((await running).exitCode).not.toBe(0);
    expect(await left(job)).toBe(0);
  });

  test('the app’s own end takes it along', async () => {
    const job = 'left-at-the-end';
    const running = room.inside(`${ESCAPES} sleep 300`, { job });
    while (processTable(job).filter(row => row.marked).length < 5) await sleep(20);
    killAllJobs();
    expect(await running).toMatchObject({ outcome: 'cancelled' });
    expect(await left(job)).toBe(0);
  });

  test('SEC-83 nothing is left when the app is killed with SIGKILL', async () => {
    const job = 'left-by-a-killed-app';
    const { argv, env, account } = room.choice.sandbox.wrap(
      ['/bin/sh', '-c', `${ESCAPES} touch up; sleep 300`],
      room.walls,
    );
    const plan = { argv, uid: account?.uid, gid: account?.gid, env: { ...cleanEnv([]), ...env, ULTRALOOP_JOB: job } };
    const app = join(room.data, 'app.mjs');
    writeFileSync(
      app,
      `import { spawn } from 'node:child_process';
       const { argv, ...options } = ${JSON.stringify(plan)};
       spawn(argv[0], argv.slice(1), { ...options, detached: true, stdio: 'ignore' });
       setInterval(() => {}, 1000);`,
    );
    const child = spawn(process.execPath, [app], { stdio: 'inherit' });
    while (!existsSync(join(room.workspace.path, 'up'))) await sleep(20);
    expect(jobProcesses(job).length).toBeGreaterThan(4);
    child.kill('SIGKILL');
    expect(await left(job)).toBe(0);
  });
});
