// F: what an agent that looks everywhere finds of the app's credentials.
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../world/moments.ts';
import { TINY_ISSUE, tinyConfig } from '../world/tiny.ts';
import { attack } from './attack.ts';
import { runs, toldBy } from './inside.ts';
import { type Found, lookFor, wanted } from './look-for.ts';
import { passing } from './passing.ts';
import type { Scene } from './scene.ts';

/** Passed on by the operator's own word, so an agent that looks must find it: else its looking would say nothing. */
const CONTROL = `a-word-for-the-agent-${process.pid}-0123456789`;
const MODEL_KEY = `sk-ant-api03-of-the-tests-${process.pid}-0123456789abcdef`;

const LOOKS_TOO = { '.github/ultraloop.yml': tinyConfig().replace('grep -qx 42 answer.txt', 'sh looks.sh') };

attack(
  75,
  'an agent, a reviewer and a check that look for secrets everywhere',
  async at => {
    const { dataDir, databaseUrl = '' } = at.world.settings;
    await passing(at, { ANTHROPIC_API_KEY: MODEL_KEY, OPERATORS_WORD: CONTROL });
    at.host.secrets['model key'] = MODEL_KEY;
    // What lies in the data folder for anybody to read, were it not for the walls.
    for (const folder of ['runs/another', 'worktrees/another', 'mirrors/another.git', 'postgres']) {
      await mkdir(join(dataDir, folder), { recursive: true, mode: 0o755 });
      await writeFile(join(dataDir, folder, 'file'), at.host.secrets['file of the host'] ?? '', { mode: 0o644 });
    }
    const secrets = wanted({ ...at.host.secrets, 'address of the database': databaseUrl });
    const control = wanted({ 'an operator word': CONTROL }).slice(0, 1);
    const folders = [
      at.host.dir,
      dataDir,
      ...['worktrees', 'runs', 'mirrors'].map(name => join(dataDir, name)),
      '/root',
    ];
    const look = runs(lookFor, { secrets, folders }, '/tmp/told.json');
    // A found secret ends the check, and kills the reviewer before it can answer.
    const finds = `rm -f /tmp/told.json; ${look}; grep -q '"found":\\[\\]' /tmp/told.json`;
    await at.malice({
      implementer: {
        sh: `cat > looks.sh <<'LOOKS'\n${finds} && grep -qx 42 answer.txt\nLOOKS
          ${runs(lookFor, { secrets: [...secrets, ...control], folders })}; echo 42 > answer.txt`,
      },
      reviewer: { sh: `${finds} || kill -9 $PPID` },
    });
    const run = await at.start();
    expect(run.exit?.code, at.comments().join('\n')).toBe('COMPLETE');
    const { found, names, processes, bytes } = await toldBy<Found>(at, run);
    expect(found.filter(place => !place.startsWith('an operator word')).join('\n')).toBe('');
    expect(found).toContain('an operator word in the environment');
    expect(found.some(place => place.includes('in the memory of'))).toBe(true);
    expect(names).toEqual({
      [at.host.dir]: ['agent'],
      [dataDir]: ['mirrors', 'runs', 'worktrees'],
      [join(dataDir, 'worktrees')]: [run.id],
      [join(dataDir, 'runs')]: [run.id],
      [join(dataDir, 'mirrors')]: [expect.stringMatching(/^\d+\.git$/)],
      '/root': [],
    });
    expect(processes).toBeLessThan(12);
    expect(bytes).toBeGreaterThan(10_000_000);
  },
  { files: LOOKS_TOO, timeoutMs: 900_000 },
);

/** Looks at all processes again and again, as another account where it may; answers everything it saw so far. */
function watcher(part: 'cmdline' | 'environ', uid?: number): { seen(): string; stop(): void } {
  const source = `const fs = require('fs'), known = new Set(); setInterval(() => {
    for (const pid of fs.readdirSync('/proc')) {
      let text = ''; try { text = fs.readFileSync('/proc/' + pid + '/${part}', 'latin1') } catch {}
      if (text && !known.has(text) && pid !== String(process.pid)) { known.add(text); console.log(text.replaceAll('\\0', ' ')) }
    }
  }, 50)`;
  const child = spawn(process.execPath, ['-e', source], {
    cwd: '/',
    env: {},
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let seen = '';
  child.stdout.on('data', chunk => (seen += chunk));
  return { seen: () => seen, stop: () => void child.kill('SIGKILL') };
}

/** Tokens GitHub gave so far, as they are and as git sends them. */
function tokens({ exchanges }: Scene): string[] {
  return exchanges.flatMap(({ responseBody }) => {
    const token = (responseBody as { token?: unknown } | null)?.token;
    if (typeof token !== 'string') return [];
    return [token, Buffer.from(`x-access-token:${token}`).toString('base64').slice(0, -4)];
  });
}

/** Files below a folder that hold one of the texts. */
async function holding(folder: string, texts: () => string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const read = files.map(async path => ({ path, text: await readFile(path, 'latin1').catch(() => '') }));
  return (await Promise.all(read))
    .filter(({ text }) => texts().some(each => text.includes(each)))
    .map(({ path }) => path);
}

const OTHER = 65_534;
/** Tokens, and how git sends them; written so that it does not find itself. */
const TOKENS = 'gh[sp]_[A-Za-z0-9_-]{20}|eC1hY2Nlc3Mtd[G]9rZW4|extra[hH]eade[r]';
const SNOOPS = `d=$(git rev-parse --git-common-dir)
  { git config --list --show-origin; git remote -v; git remote get-url origin; printf 'protocol=http\nhost=127.0.0.1\n\n' | git credential fill
    env | grep ^GIT_CONFIG; cat .git "$d"/config* "$d"/FETCH_HEAD "$d"/worktrees/*/* "$d"/packed-refs; } > snooped.txt 2>&1
  grep -rIlE '${TOKENS}' "$d" .git ~ /tmp /run > found.txt; git ls-remote "$(git config remote.origin.url)" >> found.txt`;
/** Looks at the processes it sees for as long as the other run needs. */
const WAITS = `for n in $(seq 80); do cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\\0' '\\n' | grep -E '${TOKENS}|remote-[h]ttp' >> found.txt; sleep 0.1; done
  sort -u found.txt > x; mv x found.txt; echo 42 > answer.txt`;

attack(
  76,
  'a token in arguments, files and addresses while git fetches and pushes',
  async at => {
    const { github, settings } = at.world;
    const again = { 'implementer-1': '41', implementer: '42' };
    const deeds = Object.entries(again).map(([job, answer]) => {
      const sh = `case "$(cat)" in *WATCHING*) ${WAITS};; *) ${SNOOPS}; echo ${answer} > answer.txt;; esac`;
      return [job, { sh }];
    });
    await at.malice(Object.fromEntries(deeds));
    for (const path of [/upload-pack/, /receive-pack/, /info\/refs/])
      github.faults.add({ git: true, path, delayMs: 500, times: 4 });
    const root = process.getuid?.() === 0;
    const [argv, ...others] = [
      watcher('cmdline'),
      ...(root ? [watcher('cmdline', OTHER), watcher('environ', OTHER)] : []),
    ];
    const onDisk = new Set<string>();
    let looks = true;
    const looking = eventually(async () => {
      for (const path of await holding(settings.dataDir, () => tokens(at))) onDisk.add(path);
      await sleep(300);
      return !looks;
    });
    const watching = await at.world.label({ ...TINY_ISSUE, title: 'WATCHING' });
    const first = await at.start();
    const run = await at.goOn(first.issue, 'again');
    const watched = await at.world.until(watching, 'waiting', 'done', 'needs-human');
    looks = false;
    await looking;
    for (const { stop } of [argv, ...others]) stop();
    expect([run.exit?.code, watched.exit?.code], at.comments().join('\n')).toEqual(['COMPLETE', 'COMPLETE']);
    // The watchers saw git at work, and they would have seen what it was told by argument.
    expect(argv?.seen()).toMatch(/git-remote-http/);
    expect(argv?.seen()).toMatch(/ push /);
    if (root) expect(others[0]?.seen()).toMatch(/git-remote-http/);
    expect(tokens(at).length).toBeGreaterThan(6);
    const all = [argv, ...others].map(each => each?.seen() ?? '').join('\n');
    expect(tokens(at).filter(token => all.includes(token))).toEqual([]);
    const gits = all.split('\n').filter(line => /^(?:git|\S*git-\S+) /.test(line));
    expect(gits.length).toBeGreaterThan(5);
    expect(gits.filter(line => /x-access-token|extraheader|https?:\/\/[^/ ]*@/i.test(line))).toEqual([]);
    expect([...onDisk]).toEqual([]);
    const { 'found.txt': found = 'none', 'snooped.txt': snooped = '' } = await at.branch(run);
    expect(found).toBe('');
    expect(snooped).toContain('safe.directory');
    expect(snooped).not.toMatch(/extraheader|x-access-token|gh[sp]_|:\/\/[^/\s]*@/i);
    expect((await at.branch(watched))['found.txt']).toBe('');
  },
  { timeoutMs: 900_000 },
);

attack(
  77,
  'answers of git’s endpoint that lead elsewhere',
  async at => {
    const { github } = at.world;
    const came: { url: string; authorization: string | undefined }[] = [];
    const trap = createServer((request, response) => {
      came.push({ url: request.url ?? '', authorization: request.headers.authorization });
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    });
    await new Promise<void>(resolve => trap.listen(0, '127.0.0.1', resolve));
    const { port } = trap.address() as { port: number };
    await github.createRepo({ owner: 'acme', name: 'evil', files: { 'README.md': 'x\n' } });
    const to = (place: string) => ({ location: `${place}/acme/durations.git/info/refs?service=git-receive-pack` });
    const places = [
      `http://127.0.0.1:${port}`,
      `http://localhost:${at.host.port}`,
      `http://x-access-token@127.0.0.1:${port}`,
      `${new URL(github.apiUrl).origin}/acme/evil.git#`,
      `https://127.0.0.1:${port}`,
    ];
    const fault = (path: RegExp, status: number, place = '') =>
      github.faults.add({ git: true, path, status, headers: to(place), times: 60 });
    const tries = (answer: number) =>
      at.malice({ implementer: { sh: `date +%N >> tries.txt; echo ${answer} > answer.txt` } });
    await tries(41);
    // The first fetch, then each place of a push, in each of the ways HTTP has to lead elsewhere.
    const ways: [RegExp, number][] = [
      [/info\/refs/, 302],
      [/git-receive-pack$/, 308],
      [/info\/refs/, 307],
      [/info\/refs/, 301],
      [/git-receive-pack$/, 303],
    ];
    let run: Awaited<ReturnType<Scene['start']>> | undefined;
    for (const [n, [path, status]] of ways.entries()) {
      fault(path, status, places[n]);
      run = run ? await at.goOn(run.issue, `try ${n}`) : await at.start();
      expect(run.exit?.code).not.toBe('COMPLETE');
      expect(github.faults.left()).toBeLessThan(60);
      github.faults.clear();
      // Opened now, so that what is led elsewhere next is a push of the agent’s work.
      if (n === 0) run = await at.goOn(run.issue, 'open');
    }
    await tries(42);
    const done = await at.goOn(run?.issue ?? 0, 'the endpoint answers again');
    expect(done.exit?.code, at.comments().join('\n')).toBe('COMPLETE');
    expect(await at.branch(done)).toMatchObject({ 'answer.txt': '42\n' });
    trap.close();
    expect(came).toEqual([]);
    expect([...(await github.refs('acme/evil')).keys()]).toEqual(['refs/heads/main']);
  },
  { timeoutMs: 900_000 },
);
