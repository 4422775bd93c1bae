import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Command, runProcess } from '../../src/runner/process.ts';
import { parsePs } from '../../src/runner/process-table.ts';
import { killAllJobs, reapJob } from '../../src/runner/process-tree.ts';
import { tempFolder } from './places.ts';

const env = { PATH: process.env.PATH ?? '' };
let jobs = 0;

function command(script: string, more: Partial<Command> = {}): Command {
  const job = `test-${process.pid}-${jobs++}`;
  return { argv: ['/bin/sh', '-c', script], cwd: '/', env, job, run: 'r1', timeoutMs: 60_000, ...more };
}

/** Every way to leave one's parent that a shell knows; `token` is a number of seconds that finds them again. */
const tree = (token: number) => `
  sleep ${token} &
  setsid sleep ${token} &
  nohup sleep ${token} >/dev/null 2>&1 &
  (setsid sh -c 'sleep ${token} & exec sleep ${token}' &) &
  sh -c 'trap "" TERM HUP; while :; do sleep 1; : ${token}; done' &
  env -i /bin/sleep ${token} &
`;

/** Living processes with the token in their command line, asked of the kernel. */
function alive(token: number): string[] {
  return readdirSync('/proc').filter(pid => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(String(token));
    } catch {
      return false;
    }
  });
}

let tokens = 1_000_000 + (process.pid % 10_000) * 100;

describe('runProcess', () => {
  it.each([
    { what: 'success', script: 'echo out; echo err >&2', outcome: 'exited', exitCode: 0 },
    { what: 'an exit code', script: 'exit 7', outcome: 'exited', exitCode: 7 },
    { what: 'a death by signal', script: 'kill -9 $$', outcome: 'exited', exitCode: null },
  ])('tells $what', async ({ script, outcome, exitCode }) => {
    expect(await runProcess(command(script))).toMatchObject({ outcome, exitCode, leftovers: 0 });
  });

  it('a program that is not there is `missing`, by name', async () => {
    const ended = await runProcess(command('', { argv: ['no-such-agent'] }));
    expect(ended).toMatchObject({ outcome: 'missing', exitCode: null });
    expect(ended.log.head).toContain('no-such-agent: not found');
  });

  it('a file that may not be executed is `missing`', async () => {
    const file = join(tempFolder(), 'agent');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o644);
    expect((await runProcess(command('', { argv: [file] }))).log.head).toContain('not executable');
  });

  it('an argument that no program can take is `missing`, not a crash', async () => {
    expect(await runProcess(command('', { argv: ['/bin/echo', 'a\0b'] }))).toMatchObject({ outcome: 'missing' });
  });

  it('SEC-75: children see only what they are given, and the marks of their run', async () => {
    process.env.ULTRALOOP_TEST_SECRET = 'do-not-leak';
    const ended = await runProcess(command('env', { job: 'marked', env: { ...env, GIVEN: 'yes' } }));
    delete process.env.ULTRALOOP_TEST_SECRET;
    const names = ended.log.head
      .concat(ended.log.tail)
      .split('\n')
      .map(line => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['GIVEN', 'ULTRALOOP_JOB', 'ULTRALOOP_ACTIVE']));
    expect(ended.log.head).not.toContain('do-not-leak');
    expect(ended.log.head).toContain('ULTRALOOP_ACTIVE=r1');
  });

  it('a prompt on stdin arrives whole, and one nobody reads is no error', async () => {
    const stdin = 'é'.repeat(300_000);
    expect((await runProcess(command('wc -c', { stdin }))).log.head.trim()).toBe('600000');
    expect(await runProcess(command('exit 0', { stdin }))).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it('keeps stdout apart for the answer, whatever stderr says between', async () => {
    const ended = await runProcess(command('printf "{\\"a\\":"; echo noise >&2; printf "1}"'));
    expect(ended.stdout).toBe('{"a":1}');
    expect(ended.log.head + ended.log.tail).toContain('noise');
  });

  it('200 MB that are not UTF-8 do not grow our memory', async () => {
    const before = process.memoryUsage().rss;
    let peak = 0;
    const onOutput = () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    };
    const ended = await runProcess(command("head -c 209715200 /dev/zero | tr '\\000' '\\377'", { onOutput }));
    expect(ended.log).toMatchObject({ bytes: 209715200, lines: 1 });
    expect(ended.log.head.length + ended.log.tail.length).toBeLessThan(100 * 1024);
    expect(peak - before).toBeLessThan(80 * 1024 * 1024);
  });
});

describe('SEC-83: nothing of a job survives', () => {
  it('a time-out ends the whole tree, also what left its session or ignores SIGTERM', async () => {
    const token = tokens++;
    const job = command(`${tree(token)} echo started; wait`, { timeoutMs: 2_000 });
    expect(await runProcess(job)).toMatchObject({ outcome: 'timeout', exitCode: null, log: { bytes: 8 } });
    expect(alive(token)).toEqual([]);
  });

  it('silence ends it as `idle`, output keeps it alive', async () => {
    expect(await runProcess(command('sleep 300', { idleMs: 300 }))).toMatchObject({ outcome: 'idle' });
    // Ten signs of life fit into the silence that ends it, and it is over later than that.
    const busy = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo $i; sleep 0.2; done';
    expect(await runProcess(command(busy, { idleMs: 2_000 }))).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it('an abort ends it as `cancelled`, also one that came before the start', async () => {
    const abort = new AbortController();
    const token = tokens++;
    const script = `${tree(token)} echo ready; wait`;
    let seen = 0;
    const onOutput = async () => {
      while (seen < 7) {
        await sleep(20);
        seen = alive(token).length;
      }
      abort.abort();
    };
    expect(await runProcess(command(script, { signal: abort.signal, onOutput }))).toMatchObject({
      outcome: 'cancelled',
    });
    expect(seen).toBeGreaterThanOrEqual(7);
    expect(alive(token)).toEqual([]);
    const marker = join(tempFolder(), 'started');
    expect(await runProcess(command(`touch ${marker}`, { signal: abort.signal }))).toMatchObject({
      outcome: 'cancelled',
    });
    expect(existsSync(marker)).toBe(false);
  });

  it('what outlives a normal exit is counted, ended, and cannot keep us waiting by holding the pipe', async () => {
    const token = tokens++;
    const script = `setsid sleep ${token} & (setsid sh -c "sleep ${token}; true" &) & echo done`;
    const ended = await runProcess(command(script));
    expect(ended).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(ended.leftovers).toBeGreaterThanOrEqual(2);
    expect(ended.log.head + ended.log.tail).toBe('done\n');
    expect(alive(token)).toEqual([]);
  });

  it('a child that ends by itself a moment later is nobody’s leftover', async () => {
    expect(await runProcess(command('sleep 0.02 & exit 0'))).toMatchObject({ leftovers: 0 });
  });

  it('the app’s own end takes every running job with it at once', async () => {
    const token = tokens++;
    const onOutput = () => killAllJobs();
    const script = `${tree(token)} sleep 0.3; echo ready; wait`;
    expect(await runProcess(command(script, { onOutput }))).toMatchObject({ outcome: 'cancelled', exitCode: null });
    expect(alive(token)).toEqual([]);
  });

  it('one job’s end leaves another job alone', async () => {
    const other = runProcess(command('sleep 0.8; echo survived'));
    await runProcess(command('sleep 300', { timeoutMs: 200 }));
    expect((await other).log.head + (await other).log.tail).toBe('survived\n');
  });

  it('reapJob ends what a killed app left, and finds nothing the second time', async () => {
    const folder = tempFolder();
    const pids = join(folder, 'pids');
    // The app of an earlier life: it starts a job with its mark and is killed without a word.
    const script = `ULTRALOOP_JOB=left-${process.pid} setsid sh -c 'sleep 300 & echo $! $$ > ${pids}; wait' & sleep 0.1; kill -9 $$`;
    await runProcess(command(script, { timeoutMs: 5000 }));
    // The mark of that job is not ours, so our own clean-up by group and parent does not reach it.
    while (!existsSync(pids) || !/^\d+ \d+\n$/.test(readFileSync(pids, 'utf8'))) await sleep(20);
    expect(await reapJob(`left-${process.pid}`)).toBe(2);
    expect(await reapJob(`left-${process.pid}`)).toBe(0);
  });
});

describe('parsePs', () => {
  it('reads the listing of macOS: marks, zombies, odd lines', () => {
    const text = `  1     0     1 Ss   /sbin/launchd
 500   1   500 S    /bin/sh -c x ULTRALOOP_JOB=j1 PATH=/bin
 501   1   500 S    sleep 1 PATH=/bin ULTRALOOP_JOB=j1
 502   1   500 Z    (sleep) ULTRALOOP_JOB=j1
 503   1   503 S    sleep 1 ULTRALOOP_JOB=j11 PATH=/bin

`;
    expect(
      parsePs(text, 'j1')
        .filter(row => row.marked)
        .map(row => row.pid),
    ).toEqual([500, 501]);
    expect(parsePs(text, 'j1').map(row => row.pid)).toEqual([1, 500, 501, 503]);
  });
});
