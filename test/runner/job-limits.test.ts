// Commands that really take too much, watched by the app alone; what they took is given back.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskUse } from '../../src/runner/disk-use.ts';
import type { JobLimits } from '../../src/runner/job-limits.ts';
import { memoryUse } from '../../src/runner/memory-use.ts';
import { type Ended, runProcess } from '../../src/runner/process.ts';
import { jobProcesses } from '../../src/runner/process-tree.ts';
import { tempFolder } from './places.ts';

const MEGABYTE = 1024 * 1024;
const env = { PATH: process.env.PATH ?? '' };
let jobs = 0;

interface Bounded {
  command: string;
  limits?: Partial<JobLimits>;
  folder?: string;
}

async function bounded({ command, limits, folder = tempFolder() }: Bounded): Promise<Ended & { said: string }> {
  const job = `limits-${process.pid}-${jobs++}`;
  const all = { memory: 512 * MEGABYTE, disk: 256 * MEGABYTE, files: 20_000, folders: [folder], ...limits };
  const argv = ['/bin/sh', '-c', command];
  const ended = await runProcess({ argv, cwd: folder, env, job, run: 'r1', timeoutMs: 60_000, limits: all });
  expect(jobProcesses(job)).toEqual([]);
  return { ...ended, said: ended.log.head + ended.log.tail };
}

/** Fills memory in steps of 32 MB, up to 2 GB, and then stays. */
const EATER = `const held = []; setInterval(() => { if (held.length < 64) held.push(Buffer.alloc(${32 * MEGABYTE}, 1)) }, 5)`;

const LINUX = process.platform === 'linux';

describe.skipIf(!LINUX)('SEC-84 memory', () => {
  test('one process that takes more than its job may is ended by name, and the app does not grow', async () => {
    const before = process.memoryUsage().rss;
    const ended = await bounded({ command: `echo begun; exec node -e '${EATER}'` });
    expect(ended).toMatchObject({ outcome: 'exited', exitCode: null, over: { kind: 'memory' } });
    expect(ended.over?.why).toBe('it ran over its memory limit of 512 MB');
    expect(ended.said).toBe('begun\n\n[ended by ultraloop: it ran over its memory limit of 512 MB]\n');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEGABYTE);
  });

  test('many small ones count together, also those that left their parent', async () => {
    const small = 'const held = Buffer.alloc(80 * 1024 * 1024, 1); setInterval(() => held, 1000)';
    const command = `for i in 1 2 3 4 5 6 7 8 9; do setsid node -e '${small}' & done; wait`;
    expect((await bounded({ command })).over?.kind).toBe('memory');
  });

  test('memory nobody has mapped counts too: files in memory without a name', async () => {
    // memfd_create: the pages are in no process's own.
    const hidden = 'my $fd = syscall(319, my $n = "x", 0); open(my $f, ">&=", $fd); my $m = "x" x 1048576;';
    const command = `perl -e '${hidden} for (1..700) { print $f $m } $f->flush; sleep 60'`;
    const ended = await bounded({ command });
    expect(ended.over?.kind, ended.said).toBe('memory');
  });

  test('pages that many share count once', async () => {
    const beside =
      'my $m = "x" x (150 * 1048576); for (1..5) { fork or do { sleep 3; exit } } sleep 3; print length $m';
    const ended = await bounded({ command: `perl -e '${beside}'` });
    expect(ended).toMatchObject({ exitCode: 0, said: String(150 * MEGABYTE) });
    expect(ended.over).toBeUndefined();
  });

  test('a command within its limits ends as it would', async () => {
    const ended = await bounded({ command: 'node -e "Buffer.alloc(1e8, 1)"; sleep 1; echo fine; exit 3' });
    expect(ended).toMatchObject({ outcome: 'exited', exitCode: 3, said: 'fine\n' });
    expect(ended.over).toBeUndefined();
  });

  test('the exact number is near what was taken', async () => {
    const command = 'node -e "const b = Buffer.alloc(3e8, 1); console.log(process.pid); setTimeout(() => b, 50000)"';
    const [job, enough] = [`limits-${process.pid}-exact`, new AbortController()];
    let seen = 0;
    const onOutput = () => {
      seen = memoryUse(jobProcesses(job));
      enough.abort();
    };
    const { signal } = enough;
    await runProcess({
      ...{ argv: ['/bin/sh', '-c', command], cwd: '/', env, job, run: 'r1', timeoutMs: 60_000, signal, onOutput },
    });
    expect(seen).toBeGreaterThan(3e8);
    expect(seen).toBeLessThan(4e8);
  });
});

describe.skipIf(!LINUX)('SEC-84 disk', () => {
  test('a command that fills the disk is ended by name', async () => {
    const folder = tempFolder();
    const command = 'n=0; while :; do n=$((n + 1)); head -c 32M /dev/zero > "big$n" || exit 9; done';
    const ended = await bounded({ command, folder });
    expect(ended.over).toEqual({ kind: 'disk', why: 'it ran over its disk limit of 256 MB' });
    expect(ended.said).toContain('[ended by ultraloop: it ran over its disk limit of 256 MB]');
  });

  test('one that makes files without end is too', async () => {
    const command = `exec node -e 'const fs = require("fs"); for (let n = 0; n < 1e6; n++) { if (n % 1000 === 0) fs.mkdirSync("d" + n); fs.writeFileSync("d" + (n - n % 1000) + "/" + n, "") }'`;
    const ended = await bounded({ command });
    expect(ended.over).toEqual({ kind: 'disk', why: 'it ran over its limit of 20000 files' });
  });

  test('files that were deleted and are still open count too', async () => {
    const command =
      'for n in 1 2 3 4 5 6 7 8 9 10; do (exec 9> "big$n"; rm "big$n"; head -c 48M /dev/zero >&9; sleep 60) & done; wait';
    const ended = await bounded({ command });
    expect(ended.over?.kind, ended.said).toBe('disk');
  });

  test('what others write on the same disk is not held against it', async () => {
    const [mine, beside] = [tempFolder(), tempFolder()];
    const both = await Promise.all([
      bounded({ command: 'sleep 3; echo fine > mine', folder: mine }),
      bounded({
        command: `sleep 0.5; head -c 300M /dev/zero > big; sleep 2; rm big`,
        folder: beside,
        limits: { disk: 1e9 },
      }),
    ]);
    expect(both.map(({ exitCode, over }) => [exitCode, over])).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
  });

  test('a look counts blocks and entries, links once, and stops when it is enough', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'a\nb'));
    writeFileSync(join(folder, 'a\nb', 'one'), Buffer.alloc(MEGABYTE));
    for (let n = 0; n < 3000; n++) writeFileSync(join(folder, `f${n}`), '');
    const never = new AbortController().signal;
    const all = await diskUse([folder], { bytes: 1e12, files: 1e9 }, never);
    expect(all).toMatchObject({ files: 3003, hidden: false });
    expect(all?.bytes).toBeGreaterThanOrEqual(MEGABYTE);
    expect(all?.bytes).toBeLessThan(2 * MEGABYTE);
    const enough = await diskUse([folder], { bytes: 1e12, files: 100 }, never);
    expect(enough?.files).toBeGreaterThan(100);
    expect(await diskUse([folder], { bytes: 1, files: 1 }, AbortSignal.abort())).toBeDefined();
    expect(existsSync(folder) && readdirSync(folder)).toHaveLength(3001);
  });
});
