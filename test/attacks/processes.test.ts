// F: processes that will not go, and what takes more than it may.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { openToAgents } from '../../src/runner/sandbox/account.ts';
import { atWork, eventually, processes, rest, say } from '../world/moments.ts';
import { openOutpost } from '../world/outpost.ts';
import { freshDatabase } from '../world/postgres.ts';
import { TINY_ISSUE, tinyConfig } from '../world/tiny.ts';
import { TINY_PLAYS } from '../world/tiny-plays.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';

/** Every way to leave one's parent, to be deaf to signals, to hold what others wait for and to hide name and environment. */
const ESCAPES = `sleep 90001 & setsid sleep 90001 & nohup sleep 90001 >/dev/null 2>&1 &
  (setsid sh -c "sleep 90001 & sleep 90001" &)
  (trap "" TERM HUP INT QUIT; while :; do sleep 1; done) &
  (trap "" TERM HUP; setsid sleep 90001 &)
  env -i setsid /bin/sleep 90001 &
  perl -e '$0 = "[kworker/0:1]"; $SIG{$_} = "IGNORE" for qw(TERM HUP INT QUIT USR1 PIPE); fork and exit; setpgrp; fork and exit; sleep 1 while 1'
  perl -e 'fork and exit; close STDIN; close STDOUT; close STDERR; $0 = "init"; $ENV{$_} = "" for keys %ENV; sleep 1 while 1'
  node -e "process.title = 'sshd'; for (const s of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(s, () => 0); setInterval(() => 0, 1000)" &
  (exec 9>&1; while :; do sleep 1; done) &`;
const LEAST = 12;

/** Where a process lives, whatever it calls itself and whatever it forgot of its environment. */
const home = (pid: number | string): string => {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return '';
  }
};
const OURS = home(process.pid);

/** The pid namespaces of a run's commands. */
async function homes(run: string): Promise<string[]> {
  const all = (await processes(run)).map(home);
  return [...new Set(all)].filter(each => each !== '' && each !== OURS);
}

/** One that is dead and only waits for its parent to notice is none. */
const isDead = (pid: string): boolean => {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
};

const livingIn = (places: string[]): string[] =>
  readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && places.includes(home(pid)) && !isDead(pid));

/** Who is left a second later, by what the kernel says of them. */
async function leftIn(places: string[]): Promise<string[]> {
  for (const until = Date.now() + 1_000; livingIn(places).length > 0 && Date.now() < until; ) await sleep(20);
  return livingIn(places).map(pid => {
    const look = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'latin1').replaceAll('\0', ' ');
    return `${look('stat').slice(0, 40)} ${look('cmdline').slice(0, 80)}`;
  });
}

/** The homes of a run whose command has made all of its children. */
async function settled(run: () => Promise<string>): Promise<string[]> {
  let places: string[] = [];
  await eventually(async () => {
    places = await homes(await run());
    return livingIn(places).length >= LEAST;
  });
  return places;
}

const CHECKED = {
  '.github/ultraloop.yml': tinyConfig('limits: { agent_timeout_min: 1, check_timeout_min: 1 }\n').replace(
    'grep -qx 42 answer.txt',
    'sh check.sh',
  ),
  'check.sh': 'grep -qx 42 answer.txt\n',
};

/** What the agent does follows from the title of its issue. */
const byTitle = (cases: Record<string, string>): string =>
  `case "$(cat)" in ${Object.entries(cases)
    .map(([title, sh]) => `*${title}*) ${sh}\n;;`)
    .join(' ')} *) echo 42 > answer.txt;; esac`;

attack(
  83,
  'processes that outlive their command, an abort, a time limit and the app',
  async at => {
    // Its last deed stops the sandbox’s own first process, which then notices no end of anything.
    const stops = process.arch === 'x64' ? "perl -e 'syscall(101, 16, 1, 0, 0)'" : 'true';
    const hangs = `echo 41 > answer.txt\n${ESCAPES}\n${stops}\nsleep 90001`;
    const sh = byTitle({
      LEAVES: `${ESCAPES}\necho 42 > answer.txt`,
      HANGS: hangs,
      CHECKS: `cat > check.sh <<'CHECK'\n${ESCAPES}\nsleep 90001\nCHECK\necho 42 > answer.txt`,
    });
    await at.malice({ implementer: { sh, loud: true } });
    const label = (title: string) => at.world.label({ ...TINY_ISSUE, title });
    const idOf = (issue: number) => async () => (await at.world.run(issue))?.id ?? '';
    // Time limits, of an agent and of a check, while other runs are aborted and end by themselves.
    const [late, checked] = [await label('HANGS late'), await label('CHECKS')];
    const limited = Promise.all([settled(idOf(late)), settled(idOf(checked))]);
    const aborted = await label('HANGS aborted');
    await atWork(at.world, aborted, '41');
    const places = await settled(idOf(aborted));
    await say(at.world, aborted, '/abort');
    const ended = await at.world.until(aborted, 'stopped', 'done');
    expect([ended.exit?.code, await leftIn(places)]).toEqual(['ABORTED', []]);
    const left = await label('LEAVES');
    const done = await rest(at.world, left);
    expect([done.exit?.code, await homes(done.id)]).toEqual(['COMPLETE', []]);
    const held = (await limited).flat();
    for (const issue of [late, checked]) expect((await rest(at.world, issue)).state).toBe('waiting');
    expect(await leftIn(held)).toEqual([]);
    const said = at.comments().join('\n');
    expect(said).toContain('The agent ran into its time limit');
    expect(said).toContain('answer contract: ran into its time limit');
  },
  { files: CHECKED, timeoutMs: 900_000 },
);

attack(
  83,
  'processes of an app that is killed while its agent has all of its children',
  async at => {
    await at.malice({ implementer: { sh: `${ESCAPES}\nsleep 90001`, loud: true } });
    const { agents } = at.world.settings;
    const databaseUrl = await freshDatabase(inject('postgres'));
    const settings = { sandbox: 'bubblewrap', agents } as const;
    const outpost = await openOutpost({ databaseUrl, play: TINY_PLAYS.complete, settings });
    try {
      await openToAgents(outpost.dir);
      const app = await outpost.start();
      const issue = await outpost.label();
      const places = await settled(async () => (await outpost.run(issue))?.id ?? '');
      app.kill('SIGKILL');
      expect(await leftIn(places)).toEqual([]);
    } finally {
      await outpost.close();
    }
  },
  { timeoutMs: 900_000 },
);

const MEGABYTE = 1024 * 1024;
const EATS = `node -e 'const held = []; setInterval(() => held.push(Buffer.alloc(2 ** 25, 1)), 5)'`;
const SMALL = `for i in $(seq 40); do setsid perl -e 'my $m = "x" x (60 * 1048576); sleep 60' & done; wait`;
const MANY = `node -e 'const fs = require("fs"); for (let n = 0; n < 1e6; n++) { if (n % 1000 === 0) fs.mkdirSync("d" + n); fs.writeFileSync("d" + (n - n % 1000) + "/" + n, "") }'`;

/** By title: what it does, and what the thread says of it. */
const BOMBS: Record<string, [string, RegExp]> = {
  'memory of one': [EATS, /ran over its memory limit of 400 MB/],
  'memory of many': [SMALL, /ran over its memory limit of 400 MB/],
  'one large file': ['head -c 4G /dev/zero > big', /ran over its disk limit of 128 MB/],
  'large files': ['n=0; while :; do n=$((n + 1)); head -c 16M /dev/zero > "big$n"; done', /disk limit of 128 MB/],
  'many files': [MANY, /ran over its limit of 10000 files/],
  processors: ['for i in $(seq 4); do (while :; do :; done) & done; wait', /The agent ran into its time limit/],
  'memory of a check': [
    `cat > check.sh <<'CHECK'\n${EATS}\nCHECK\necho 42 > answer.txt`,
    /ran over its memory limit of 400 MB/,
  ],
};
/** Those that are cut to size, and may end as they like. */
const CUT: Record<string, string> = {
  output: 'head -c 1300M /dev/zero | tr "\\0" x; yes "a line of output" | head -c 1300M; echo 42 > answer.txt',
  forks: 'sleep 15 & w=$!; b() { b | b & }; b; wait $w',
};

attack(
  84,
  'bombs of processes, memory, disk, output and processors, and an honest run beside them',
  async at => {
    const bombs = Object.fromEntries(Object.entries(BOMBS).map(([title, [sh]]) => [`'BOMB ${title}.'`, sh]));
    const cut = Object.fromEntries(Object.entries(CUT).map(([title, sh]) => [`'BOMB ${title}.'`, sh]));
    await at.malice({ implementer: { sh: byTitle({ ...bombs, ...cut }), loud: true } });
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const label = (title: string) => at.world.label({ ...TINY_ISSUE, title: `BOMB ${title}.` });
    const issues = new Map<string, number>();
    for (const title of [...Object.keys(CUT), ...Object.keys(BOMBS)]) {
      issues.set(title, await label(title));
      // One that does no harm after each of the first: it ends while they are at work.
      if (issues.size % 3 === 0) issues.set(`honest ${issues.size}`, await label(`none ${issues.size}`));
    }
    for (const [title, issue] of issues) {
      const run = await rest(at.world, issue);
      const threads = [issue, run.places.pull ?? issue].map(number => at.world.github.issue(REPO, number));
      const said = threads.flatMap(({ comments }) => comments.map(({ body }) => body)).join('\n');
      if (title.startsWith('honest')) expect(run.exit?.code, title).toBe('COMPLETE');
      const [, named] = BOMBS[title] ?? [];
      if (named) expect([run.state, said], title).toEqual(['waiting', expect.stringMatching(named)]);
      expect(await homes(run.id), title).toEqual([]);
    }
    clearInterval(watch);
    expect((peak - before) / MEGABYTE).toBeLessThan(400);
  },
  {
    files: CHECKED,
    settings: { quota: { memory: 400 * MEGABYTE, disk: 128 * MEGABYTE, files: 10_000 } },
    timeoutMs: 900_000,
  },
);
