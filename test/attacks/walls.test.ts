// F: walls for an app that is root, and walls that are missing, broken or only half there.
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { findProgram } from '../../src/runner/sandbox/programs.ts';
import { rest, say } from '../world/moments.ts';
import { TINY_ISSUE } from '../world/tiny.ts';
import { attack } from './attack.ts';
import { jobs } from './quiet.ts';
import type { Scene } from './scene.ts';

/** What only root may do; each line is tried by itself and says `DONE name` when it could be done. Nothing is really changed by it. */
const OF_ROOT: Record<string, string> = {
  'the program for core dumps': 'v=$(cat /proc/sys/kernel/core_pattern); echo "$v" > /proc/sys/kernel/core_pattern',
  swappiness: 'v=$(cat /proc/sys/vm/swappiness); echo "$v" > /proc/sys/vm/swappiness',
  // Queues, shared memory and numbers of processes are those of its own namespaces.
  'any other switch':
    'for f in $(find /proc/sys -type f | grep -vE "/fs/mqueue/|/kernel/(msg|sem|shm|auto_msgmni|pid_max|ns_last_pid)"); do v=$(cat "$f") && echo "$v" > "$f" && exit 0; done; false',
  caches: 'echo 1 > /proc/sys/vm/drop_caches',
  'a key of the system': 'echo h > /proc/sysrq-trigger',
  'the OOM score of pid 1': 'echo -900 > /proc/1/oom_score_adj',
  'its own OOM score': 'echo -900 > /proc/self/oom_score_adj',
  'a kernel module': 'modprobe dummy || insmod /lib/modules/x.ko',
  'a mount': 'mount -t tmpfs none /mnt || mount -t tmpfs none /tmp || mount --bind / /tmp || mount -o remount,rw /',
  'a mount of /proc': 'mkdir -p /tmp/p && mount -t proc proc /tmp/p',
  'no mount': 'umount /tmp || umount -l /proc || umount /usr',
  'a namespace of users': 'unshare -Ur true || unshare -U true',
  'a namespace in one':
    'unshare -m true || unshare -n true || unshare -p -f true || unshare -i true || unshare -u true',
  'a bubblewrap in one': 'bwrap --ro-bind / / true || bwrap --unshare-all --ro-bind / / true',
  'another root': 'chroot / true || chroot /tmp true',
  'the namespaces of pid 1':
    'nsenter -t 1 -a true || nsenter -t 1 -m true || nsenter -t 1 -U --preserve-credentials true',
  'a device': 'mknod /tmp/d b 8 0 || mknod "$PWD/d" b 8 0 || mknod /tmp/d c 1 1',
  'the disk':
    'head -c 1 /dev/sda || head -c 1 /dev/vda || head -c 1 /dev/mem || head -c 1 /dev/kmem || head -c 1 /dev/kmsg',
  'another user':
    'su -c true root </dev/null || setpriv --reuid 0 true || chown 0 /tmp || sudo -n true || setpriv --reuid 65534 true',
  'a file of root that is setuid': 'cp /usr/bin/id /tmp/id && chmod 4755 /tmp/id && [ "$(/tmp/id -u)" = 0 ]',
  'a program with rights':
    'for f in $(find / -xdev -perm -4000 -type f 2>/dev/null); do case "$f" in *passwd|*chfn|*chsh|*gpasswd|*newgrp|*su) ;; *) timeout 2 "$f" --bind / / </dev/null && exit 0;; esac; done; false',
  capabilities: 'grep -E "^Cap(Prm|Eff|Bnd|Amb):.*[1-9a-f]" /proc/self/status',
  'new rights': 'grep -q "^NoNewPrivs:.*0$" /proc/self/status',
  'the host’s name': 'hostname evil',
  'the clock': 'date -s "$(date)"',
  'a nicer value': 'nice -n -5 true 2>&1 | grep -v "cannot set" && [ "$(nice -n -5 nice)" -lt 5 ]',
  'a higher limit':
    'ulimit -c unlimited && [ "$(ulimit -c)" = unlimited ] || ulimit -u 100000 || prlimit --nproc=100000 true',
  'the system’s files':
    'echo x > /usr/bin/x || echo x >> /etc/passwd || echo x > /x || echo x > /dev/x || touch /lib/x || mkdir /opt/x',
  cgroups: 'for d in /sys/fs/cgroup /sys/fs/cgroup/*; do mkdir "$d/evil" && exit 0; done; false',
};

/** System calls no shell has a word for: number, as x86 counts, and arguments; one that is refused answers -1. */
const CALLS: Record<string, string> = {
  bpf: '321, 5, $buffer, 128',
  'a module': '175, $buffer, 16, $empty',
  kexec: '246, 0, 0, 0, 0',
  'ports of the machine': '172, 3',
  'a swap file': '167, $empty, 0',
  accounting: '163, $empty',
  'a file by its handle': '304, -100, $buffer, 0',
  'a namespace by clone': '56, 0x10000000 | 17, 0, 0, 0, 0',
  'a namespace by unshare': '272, 0x10000000',
  'a new mount': '430, $tmpfs, 0',
  'the root by pivot': '155, $empty, $empty',
  'the time zone of the kernel': '164, 0, $buffer',
  'the log of the kernel': '103, 5, 0, 0',
};

/** `perl` speaks to the kernel without anybody between; a child that a call made ends at once and badly. */
const calls = Object.fromEntries(
  Object.entries(process.arch === 'x64' ? CALLS : {}).map(([name, args]) => {
    const script = `my ($buffer, $empty, $tmpfs) = ("\\0" x 256, "", "tmpfs"); my $done = syscall(${args}); exit($done < 0)`;
    return [name, `perl -e '${script}'`];
  }),
);
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** Says `DONE` and the name of what could be done. */
const TRIES = 'tries() { timeout -s KILL 20 sh -c "$2" >/dev/null 2>&1 </dev/null && echo "DONE $1"; }';

attack(
  80,
  'everything only root may do, from an app that is root',
  async at => {
    const queues = await readFile('/proc/sys/kernel/msgmax', 'utf8');
    const tries = Object.entries({ ...OF_ROOT, ...calls }).map(([name, sh]) => `tries ${quoted(name)} ${quoted(sh)}`);
    await at.malice({
      implementer: {
        sh: `cat > tries.sh <<'TRIES'\n${TRIES}\n${tries.join('\n')}\necho ended; id -u\nTRIES
        sh tries.sh > agent.txt; echo 8191 > /proc/sys/kernel/msgmax; mkdir -p docs; chmod 4777 docs; cp /usr/bin/id id; chmod 6755 id; echo 42 > answer.txt`,
      },
    });
    const run = await at.start();
    expect(run.exit?.code, at.comments().join('\n')).toBe('COMPLETE');
    const { 'agent.txt': told = '' } = await at.branch(run);
    expect(told.split('\n').filter(line => line.startsWith('DONE '))).toEqual([]);
    const [ended, uid] = told.trim().split('\n').slice(-2);
    expect(ended).toBe('ended');
    expect(Number(uid)).toBeGreaterThan(0);
    expect(await readFile('/proc/sys/kernel/msgmax', 'utf8')).toBe(queues);
  },
  { timeoutMs: 900_000 },
);

/** A folder with links to every program of the PATH but these, and scripts of ours in the place of others. */
async function programs(at: Scene, name: string, instead: Record<string, string | undefined>): Promise<string> {
  const bin = join(at.host.dir, name);
  await mkdir(bin, { mode: 0o755 });
  await chmod(bin, 0o755);
  for (const folder of PATH.split(delimiter))
    for (const program of await readdir(folder).catch(() => []))
      if (!Object.hasOwn(instead, program))
        await symlink(join(folder, program), join(bin, program)).catch(() => undefined);
  for (const [program, script] of Object.entries(instead))
    if (script !== undefined) await writeFile(join(bin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

const PATH = process.env.PATH ?? '';
const REAL = findProgram('bwrap', PATH) ?? '/usr/bin/bwrap';
/** The real one, less an option that it was given, or with more. */
const less = (option: string): string =>
  `for a do shift; [ "$a" = ${option} ] || set -- "$@" "$a"; done; exec ${REAL} "$@"`;
const JUST_RUNS = 'while [ "$1" != -- ]; do shift; done; shift; cd /tmp; exec "$@"';

const BROKEN: [string, Record<string, string | undefined>, RegExp][] = [
  ['bubblewrap is not there', { bwrap: undefined }, /bubblewrap is not installed/],
  [
    'namespaces are forbidden',
    { bwrap: 'echo "bwrap: No permissions to create new namespace" >&2; exit 1' },
    /No permissions to create/,
  ],
  ['it ends well and did nothing', { bwrap: 'exit 0' }, /bubblewrap does not start/],
  ['it says what is expected', { bwrap: 'echo "secret refused"; echo "network refused"; exit 0' }, /self-test failed/],
  ['it hears no argument', { bwrap: JUST_RUNS }, /a file outside cannot be read/],
  ['it leaves the network', { bwrap: less('--unshare-net') }, /network|services of the host/],
  ['it leaves the processes', { bwrap: `${less('--unshare-pid').replace('exec', 'exec')}` }, /self-test failed/],
  ['it lets namespaces be made', { bwrap: less('--disable-userns') }, /no user namespace/],
  [
    'it shows the whole host',
    {
      bwrap: `for a do shift; [ "$a" = --remount-ro ] && set -- "$@" --bind / /; set -- "$@" "$a"; done; exec ${REAL} "$@"`,
    },
    /self-test failed|does not start/,
  ],
  ['prlimit is not there', { prlimit: undefined }, /prlimit|self-test failed|does not start/],
  ['socat is not there', { socat: undefined }, /socat is not installed/],
];

/** The app starts anew with these programs. */
async function restarted(at: Scene, bin: string | undefined): Promise<void> {
  process.env.PATH = bin ?? PATH;
  // Walls that held are kept by the places they were asked for.
  at.world.settings.sandboxRead = bin === undefined ? [] : [bin];
  await at.world.restart();
}

attack(
  81,
  'walls that are not there, or only look like it',
  async at => {
    const mark = at.host.mark('81');
    at.world.settings.agentHosts = ['127.0.0.1:9'];
    const wrong = { sh: `touch ${mark}; echo 41 > answer.txt` };
    await at.malice({ implementer: wrong });
    await restarted(at, undefined);
    const begun = await at.start();
    expect(begun.state).toBe('waiting');
    try {
      for (const [n, [name, instead, why]] of BROKEN.entries()) {
        await restarted(at, await programs(at, `bin-${n}`, instead));
        const ready = await fetch(`http://127.0.0.1:${at.world.settings.port}/readyz`);
        expect([ready.status, await ready.text()], name).toEqual([503, expect.stringMatching(why)]);
        const issue = await at.world.label({ ...TINY_ISSUE, title: name });
        const run = await rest(at.world, issue);
        expect([run.places.pull, await jobs(at, run.id)], name).toEqual([undefined, []]);
        const said = at.world.github
          .issue('acme/durations', issue)
          .comments.map(({ body }) => body)
          .join('\n');
        expect(said, name).toContain('There is no sandbox on this host, so nothing is run');
        expect(said, name).toMatch(why);
      }
      // One that began inside walls does not go on without.
      await say(at.world, begun.issue, '/continue without walls');
      await rest(at.world, begun.issue);
      expect(at.comments().at(-1)).toContain('There is no sandbox on this host, so nothing is run');
    } finally {
      await restarted(at, undefined);
    }
    await at.malice({ implementer: { sh: `touch ${mark}; echo 42 > answer.txt` } });
    expect((await at.goOn(begun.issue, 'inside again')).exit?.code).toBe('COMPLETE');
  },
  { timeoutMs: 900_000 },
);
