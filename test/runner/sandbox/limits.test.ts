// Bombs inside real walls, by agents and checks as the product starts them: each ends by its limit's name, and the run can go on.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeAgent } from '../../../src/runner/agent.ts';
import { cleanEnv } from '../../../src/runner/environment.ts';
import { makeShell } from '../../../src/runner/shell.ts';
import type { AgentJob } from '../../../src/tools.ts';
import { describeInWalls } from '../../world/walls.ts';
import { plainAgent } from '../plain-agent.ts';
import { openRoom, type Room } from './room.ts';

const MEGABYTE = 1024 * 1024;
const FILL = 'n=0; while :; do n=$((n + 1)); head -c 16M /dev/zero > "$PWD/big$n"; done';
const MANY = `exec node -e 'const fs = require("fs"); for (let n = 0; n < 1e6; n++) { if (n % 1000 === 0) fs.mkdirSync("d" + n); fs.writeFileSync("d" + (n - n % 1000) + "/" + n, "") }'`;

await describeInWalls('SEC-84 bombs', () => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(undefined, { memory: 400 * MEGABYTE, disk: 128 * MEGABYTE, files: 10_000 });
  });

  function check(command: string) {
    const { workspace, choice } = room;
    const place = { worktree: workspace.path, readOnlyDirs: [workspace.mirrorDir] };
    const shell = makeShell({ run: 'r1', sandbox: choice.sandbox, ...place, env: cleanEnv([]) });
    return shell.run({ name: 'bomb', command, timeoutMin: 1 });
  }

  function agent(script: string, more: Partial<AgentJob> = {}) {
    const file = join(room.data, 'agent.sh');
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const { data, workspace, choice, tree } = room;
    const config = plainAgent(['/bin/sh', file]);
    const made = makeAgent({ run: 'r1', data, workspace, sandbox: choice.sandbox, agents: () => config });
    return made.run({
      ...{ stage: 'execute', role: 'implementer', brief: [], from: tree, readOnly: false, timeoutMin: 1, idleMin: 1 },
      ...more,
    });
  }

  const clean = ['.git', '.gitignore', 'docs', 'src'];

  test.each([
    ['one process', 'node -e "const h = []; setInterval(() => h.push(Buffer.alloc(2 ** 25, 1)), 5)"'],
    ['files in /tmp and /dev/shm', 'head -c 300M /dev/zero > /tmp/x; head -c 300M /dev/zero > /dev/shm/x; sleep 60'],
  ])('memory of %s is ended by name; a command beside it does not notice', async (_, command) => {
    const [{ log, ...ended }, beside] = await Promise.all([
      check(command),
      room.inside('sleep 1; node -e "console.log(\'fine\')"'),
    ]);
    expect(ended).toMatchObject({ exitCode: null, timedOut: false, cancelled: false, leftovers: 0 });
    expect(ended.over).toEqual({ kind: 'memory', why: 'it ran over its memory limit of 400 MB' });
    expect(log.head + log.tail).toContain('[ended by ultraloop: it ran over its memory limit of 400 MB]');
    expect(beside.said).toBe('fine\n');
  });

  test('a check that fills the disk is ended by name; what it wrote goes, what the agent had staged stays', async () => {
    await room.inside('echo two > src/a.ts; mkdir -p node_modules && echo x > node_modules/x');
    const { to } = await room.workspace.snapshot(room.tree);
    expect((await check(`rm -rf src docs; ${FILL}`)).over).toEqual({
      kind: 'disk',
      why: 'it ran over its disk limit of 128 MB',
    });
    await room.workspace.sweep();
    expect(readdirSync(room.workspace.path).sort()).toEqual(clean);
    expect((await room.workspace.snapshot(room.tree)).to).toBe(to);
    expect((await check('grep -qx two src/a.ts && echo ok > own')).exitCode).toBe(0);
    room.workspace.touch();
    await room.workspace.restore(room.tree);
  });

  test('an agent that fills the disk fails by name, also where it fills its own folder; the next turn finds the tree it began with', async () => {
    const turn = await agent(`echo three > src/a.ts; echo '{}' > "$ULTRALOOP_RESULT_FILE"; ${FILL}`);
    expect(turn).toMatchObject({ outcome: 'failed', exitCode: null, over: { kind: 'disk' } });
    expect(turn.notes).toEqual([
      'The implementer was stopped: it ran over its disk limit of 128 MB. What it wrote in this turn was removed',
    ]);
    expect(readdirSync(room.workspace.path).sort()).toEqual(clean);
    expect((await room.workspace.snapshot(room.tree)).files).toEqual([]);
    const beside = await agent(`cd "$(dirname "$ULTRALOOP_RESULT_FILE")"; ${FILL}`);
    expect(beside.over?.kind).toBe('disk');
    expect(readdirSync(join(room.data, 'runs/r1/jobs/r1.execute-implementer'))).toEqual([]);
    expect((await agent('echo four > src/a.ts')).outcome).toBe('ok');
    expect((await room.workspace.snapshot(room.tree)).files.map(({ path }) => path)).toEqual(['src/a.ts']);
  });

  test('a million files end at their limit, and the copy of one who only looks goes as a whole', async () => {
    const turn = await agent(MANY, { role: 'reviewer', readOnly: true });
    expect(turn).toMatchObject({ outcome: 'failed', discarded: [], over: { kind: 'disk' } });
    expect(turn.notes?.[0]).toContain('The reviewer was stopped: it ran over its limit of 10000 files');
    expect(existsSync(`${room.workspace.path}.review`)).toBe(false);
    expect((await agent('echo x > y', { role: 'reviewer', readOnly: true })).discarded).toEqual(['y']);
  });

  test('a bomb behind closed doors is swept too', async () => {
    await room.inside('mkdir -p a/b && head -c 4M /dev/zero > a/b/big && chmod 0 a/b a');
    await room.workspace.sweep();
    expect(readdirSync(room.workspace.path).sort()).toEqual(clean);
  });

  test('an honest command near its limits is left alone, and comes after the app', async () => {
    const { log, ...ended } = await check('head -c 90M /dev/zero > big; sleep 2; rm big; nice');
    expect(ended).toMatchObject({ exitCode: 0, timedOut: false });
    expect(ended.over).toBeUndefined();
    expect(Number(log.head)).toBeGreaterThanOrEqual(5);
  });
});
