// Commands that really try it, inside real walls; what came of it is looked at from outside.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeInWalls } from '../../world/walls.ts';
import { openRoom, type Room } from './room.ts';

await describeInWalls('hostile commands', () => {
  let room: Room;
  beforeAll(async () => {
    process.env.OPERATORS_TOKEN = 'ghs_operators-token';
    room = await openRoom();
  });

  test.each([
    ['SEC-75 the environment', 'env; cat /proc/*/environ | tr "\\0" "\\n"; ps auxeww 2>/dev/null; set'],
    [
      'SEC-75 a file beside the worktree',
      'cat "$PWD/../../secret.txt"; find / -name secret.txt 2>/dev/null -exec cat {} +',
    ],
    ['SEC-43 a link out of the worktree', 'ln -s ../../secret.txt a; cat a; ln -s /proc/1/root b; cat b/etc/shadow'],
    ['SEC-75 memory of processes', 'cat /proc/[0-9]*/mem | head -c 100; cat /proc/kcore | head -c 10; cat /dev/mem'],
  ])('%s holds nothing of the app', async (_, command) => {
    const { said } = await room.inside(command);
    expect(said).not.toContain('operators');
    expect(said).not.toMatch(/^root:[^*!x]/m);
  });

  test('SEC-80 SEC-83 only its own processes are there, and none of them is root', async () => {
    const { said } = await room.inside(
      'id -u; ls /proc | grep -c "^[0-9]"; grep -h ^Uid /proc/[0-9]*/status | sort -u',
    );
    const [uid, count, ...uids] = said.trim().split('\n');
    expect(Number(uid)).toBe(room.choice.sandbox.account?.uid ?? process.getuid?.());
    expect(Number(uid)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThan(10);
    expect(uids).toHaveLength(1);
  });

  test.each([
    ['SEC-80 the kernel’s switches', 'v=$(cat /proc/sys/vm/swappiness); echo "$v" > /proc/sys/vm/swappiness'],
    [
      'SEC-80 where cores are dumped',
      'v=$(cat /proc/sys/kernel/core_pattern); echo "$v" > /proc/sys/kernel/core_pattern',
    ],
    ['SEC-80 a namespace in which it is root', 'unshare -Ur true'],
    ['mounting', 'mount -t tmpfs none /tmp'],
    ['the system', 'echo x > /usr/bin/x'],
    ['the root', 'echo x > /x'],
    ['the devices', 'echo x > /dev/x'],
    ['the list of accounts', 'echo x >> /etc/passwd'],
    ['SEC-32 the pointer to the git directory', 'rm -f .git; mv .git x; echo x > .git'],
    ['SEC-31 the mirror’s configuration', 'git config core.fsmonitor /tmp/evil'],
    ['SEC-35 hooks', 'd=$(git rev-parse --git-common-dir); mkdir -p "$d/hooks" && echo x > "$d/hooks/pre-commit"'],
    ['a commit', 'git -c user.name=x -c user.email=x commit -q --allow-empty -m x'],
    ['a branch', 'git branch x'],
  ])('%s cannot be changed', async (_, command) => {
    const { exitCode, outcome } = await room.inside(`( ${command} )`);
    expect(outcome).toBe('exited');
    expect(exitCode).not.toBe(0);
  });

  test('SEC-78 no address of the host, the network or the cloud is reached, and no name is found', async () => {
    let met = 0;
    const server = createServer(socket => {
      met++;
      socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(0, resolve));
    const { port } = server.address() as { port: number };
    const tried = `for (const host of ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', 'localhost', 'github.com'])
      require('net').connect({ host, port: ${port}, timeout: 3000 }).on('connect', () => console.log('REACHED', host)).on('error', e => console.log(e.code))
        .on('timeout', function () { this.destroy() })`;
    const { said } = await room.inside(`node -e "${tried}"; cat /proc/net/route /proc/net/dev`);
    server.close();
    expect(said).toMatch(/ECONNREFUSED|ENETUNREACH/);
    expect(said).not.toContain('REACHED');
    expect(said).not.toMatch(/eth0|ens\d|enp/);
    expect(met).toBe(0);
  });

  test('SEC-84 a fork bomb ends at its own limit; the host, and another command beside it, do not notice', async () => {
    const bomb =
      'n=0; while sleep 60 & do n=$((n + 1)); [ $n -gt 3000 ] && echo TOO MANY && break; done; echo "made $n"; exit 7';
    const [end, beside] = await Promise.all([room.inside(bomb), room.inside('sleep 0.5; sh -c "echo fine"')]);
    expect(end.said).not.toContain('TOO MANY');
    expect(end.exitCode).not.toBe(0);
    expect(beside.said).toBe('fine\n');
  });

  test('SEC-84 files end at their limits, on disk and in memory', async () => {
    const { said, exitCode } = await room.inside(
      'head -c 2G /dev/zero > big; echo "disk $?"; head -c 2G /dev/zero > /tmp/big; echo "tmp $?"; head -c 2G /dev/zero > ~/big; echo "home $?"; ulimit -c',
    );
    expect(exitCode).toBe(0);
    expect(said).not.toMatch(/^(?:disk|tmp|home) 0$/m);
    expect(said).toMatch(/^home \d+\n0\n$/m);
    expect(statSync(join(room.workspace.path, 'big')).size).toBeLessThanOrEqual(1024 ** 3);
    await room.inside('rm big');
  });

  test('when memory runs out the kernel takes these first', async () => {
    expect((await room.inside('cat /proc/self/oom_score_adj')).said).toBe('500\n');
  });

  test('what is written outside the worktree is gone, the next command has a fresh home', async () => {
    await room.inside('echo x > ~/.gitconfig; echo x > /tmp/left; mkdir -p /dev/shm/x; echo x > "$PWD/../beside"');
    const { said } = await room.inside('ls -A ~ /tmp /dev/shm');
    expect(said).not.toMatch(/gitconfig|left/);
    expect(existsSync('/tmp/left')).toBe(false);
    expect(existsSync(join(room.workspace.path, '..', 'beside'))).toBe(false);
  });

  test('SEC-41 files the agent left, also ones nobody may read, are taken in by our git and put back', async () => {
    await room.inside(
      'echo two > src/a.ts; mkdir -m 0700 own; echo x > own/file; echo y > locked; chmod 0400 locked; chmod +x src/a.ts',
    );
    const change = await room.workspace.snapshot(room.tree);
    expect(change.files.map(({ path }) => path).sort()).toEqual(
      expect.arrayContaining(['locked', 'own/file', 'src/a.ts']),
    );
    room.workspace.touch();
    await room.workspace.restore(room.tree);
    expect(readFileSync(join(room.workspace.path, 'src/a.ts'), 'utf8')).toBe('one\n');
    expect((await room.inside('echo three > src/a.ts && git status --short && git diff --stat')).said).toContain(
      'M src/a.ts',
    );
  });

  test('the way to the worktree shows nothing else to the account, and nothing at all to others', () => {
    const mode = (path: string) => (statSync(join(room.data, path)).mode & 0o777).toString(8);
    const closed = room.choice.sandbox.account ? '710' : '700';
    expect([mode('worktrees'), mode('mirrors')]).toEqual([closed, closed]);
    if (room.choice.sandbox.account === undefined) return;
    const { uid, gid } = room.choice.sandbox.account;
    const asAgent = (...argv: string[]) =>
      execFileSync(argv[0] ?? '', argv.slice(1), { uid, gid, cwd: '/', stdio: 'pipe' });
    expect(() => asAgent('ls', join(room.data, 'worktrees'))).toThrow(/Permission denied/);
    expect(() =>
      execFileSync('ls', [room.workspace.path], { uid: 65534, gid: 65534, cwd: '/', stdio: 'pipe' }),
    ).toThrow(/Permission denied/);
  });
});
