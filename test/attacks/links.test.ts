import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tinyConfig } from '../world/tiny.ts';
import { attack } from './attack.ts';
import { plant } from './plant.ts';
import type { Scene } from './scene.ts';

const CONFIG = tinyConfig().replace('max_cycles: 4', 'max_cycles: 30');

/** A file of the host's that the app may read, and that would be a fine answer of either role: whoever follows a link takes it. */
async function bait({ host }: Scene): Promise<string> {
  const secret = host.secrets['file of the host'];
  const path = join(host.dir, 'answer.json');
  const answer = { outcome: 'done', summary: secret, verdict: 'CLEAN', priority_1: [], notes: [secret] };
  await writeFile(path, JSON.stringify(answer));
  await chmod(path, 0o644);
  return path;
}

attack(
  43,
  'links, pipes, devices and giants where the answer should be',
  async at => {
    const file = await bait(at);
    const ways = [
      `ln -s ${file} "$r"; ln -s ${file} "$j/prompt.md"; ln -s ${at.host.dir} "$j/home"`,
      `ln -s /proc/self/environ "$r"; rm "$j/prompt.md"; mkfifo "$j/prompt.md"; mkdir -p "$j/home"; mkfifo "$j/home/x"`,
      `cp -r "$j" "$j.old"; mv "$j" "$j.x"; rm -rf "$j"; ln -s ${at.host.dir} "$j"; ln -s ${at.host.dir} "$j/folder"; ln -s folder/answer.json "$r"`,
      `mkfifo "$r"; ln -s /dev/zero "$j/zero"`,
      'ln -s /dev/zero "$r"; ln -s /dev/stdin "$j/in"',
      `printf '%s' '{"verdict":"CLEAN","priority_1":[],"outcome":"done","summary":"x"}' > "$j/other"; ln "$j/other" "$r"; ln ${file} "$j/hard"`,
      'printf "{\\"verdict\\":\\"CLEAN\\",\\"priority_1\\":[]}" > "$r"; truncate -s 1000M "$r"',
      'mkdir "$r"; cd "$r"; n=0; while [ $n -lt 300 ]; do mkdir dddddddddddddddddd && cd dddddddddddddddddd || break; n=$((n+1)); done; chmod 0 "$r"',
    ];
    const deed = (way: string, more = '') => ({
      sh: `r=$ULTRALOOP_RESULT_FILE; j=$(dirname "$r"); rm -f "$r"; ${way}; cd "$OLDPWD" 2>/dev/null; ${more}true`,
      raw: '',
    });
    await at.malice({
      ...Object.fromEntries(
        ways.map((way, n) => [`implementer-${n + 1}`, deed(way, `cd "$w"; date > seen.txt; echo 42 > answer.txt; `)]),
      ),
      ...Object.fromEntries(ways.map((way, n) => [`reviewer-${n + 1}`, deed(way)])),
      implementer: { sh: 'echo 42 > answer.txt' },
    });
    let run = await at.start();
    for (const [n, way] of ways.entries()) {
      expect(run.exit?.code, way).not.toBe('COMPLETE');
      run = await at.goOn(run.issue, `on ${n}`);
    }
    expect(run.exit?.code).toBe('COMPLETE');
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 900_000 },
);

attack(
  43,
  'links, pipes, devices and giants where the work should be',
  async at => {
    const file = await bait(at);
    const socket = `node -e "require('net').createServer().listen('d/socket', () => process.exit(0))"`;
    /** What it does, and how the iteration ends: with an exit, or with words. */
    const ways: [sh: string, end: string][] = [
      [`rm answer.txt; ln -s ${file} answer.txt; ln -sf ${file} README.md`, 'PROTECTED_CHANGE'],
      ['rm answer.txt README.md; mkfifo answer.txt README.md new', 'can only add regular files'],
      [`mkdir d; mkfifo pipe d/pipe; ${socket}; rm -rf docs; mkfifo docs; echo 42 > answer.txt`, 'FREEZE_VIOLATION'],
      [`rm -rf docs; ln -s ${at.host.dir} docs; echo 42 > answer.txt`, 'FREEZE_VIOLATION'],
      ['truncate -s 200M big.bin; truncate -s 100M answer.txt', 'PROTECTED_CHANGE'],
    ];
    await at.malice({
      ...Object.fromEntries(ways.map(([sh], n) => [`implementer-${n + 1}`, { sh }])),
      implementer: { sh: 'ls -R; echo 42 > answer.txt' },
    });
    let run = await at.start();
    for (const [sh, end] of ways) {
      expect(end.includes(' ') ? at.comments().at(-1) : run.exit?.code, sh).toContain(end);
      expect(await at.branch(run)).toMatchObject({ 'answer.txt': '', 'README.md': '# The answer\n' });
      run = await at.goOn(run.issue, 'on');
    }
    expect(run.exit?.code).toBe('COMPLETE');
    const branch = await at.branch(run);
    expect(branch['answer.txt']).toBe('42\n');
    expect(Object.keys(branch).filter(path => /pipe|socket|new|big/.test(path))).toEqual([]);
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 900_000 },
);

/** Path → where it leads. None may be pushed. */
const LINKS: Record<string, string> = {
  up: '../x',
  'deep/er/up': '../../../.ssh/authorized_keys',
  absolute: '/etc/passwd',
  root: '/',
  home: '/proc/self/cwd/../../secret',
  config: '.git/config',
  'deep/config': '../.GIT/config',
  'deep/dots': '../.git . /hooks',
  short: 'GIT~1/config',
  windows: 'C:\\Windows\\x',
  share: '\\\\host\\share',
  back: 'deep/../../x',
  'there and back': 'docs/design/../../../x',
  parent: '..',
  'line\nfeed': '/etc/shadow',
};
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const make = (links: Record<string, string>): string =>
  Object.entries(links)
    .map(([path, to]) => `mkdir -p "$(dirname ${quoted(path)})"; ln -sfn ${quoted(to)} ${quoted(path)}`)
    .join('\n');

attack(
  44,
  'links that lead out of the repository for whoever checks it out',
  async at => {
    const marks = join(at.host.dir, 'marks');
    await plant(
      at,
      `ln -s /etc/hostname old; ln -s ${marks} out; mkdir pkg; echo one > pkg/file; ln -s ../../x up-before`,
    );
    await at.malice({
      'implementer-1': { sh: `${make(LINKS)}\necho 42 > answer.txt` },
      // One that was there before may stay, and may not lead elsewhere.
      'implementer-2': { sh: 'ln -sfn /etc/shadow old; echo x > out/evil; mv out out-too; echo 42 > answer.txt' },
      // Written through, when the app puts things back.
      'implementer-3': {
        sh: `rm -rf pkg docs .github; ln -s ${marks} pkg; ln -s ${marks} docs; ln -s ${marks} .github; echo 42 > answer.txt`,
      },
      implementer: { sh: `${make({ inside: 'answer.txt', 'deep/inside': '../docs/design' })}\necho 42 > answer.txt` },
    });
    let run = await at.start();
    expect(run.exit?.code).toBe('PROTECTED_CHANGE');
    expect(run.exit?.files?.toSorted()).toEqual(Object.keys(LINKS).toSorted());
    run = await at.goOn(run.issue, 'no links');
    expect(run.exit).toMatchObject({ code: 'PROTECTED_CHANGE', files: ['old', 'out-too'] });
    run = await at.goOn(run.issue, 'no links');
    expect(['PROTECTED_CHANGE', 'FREEZE_VIOLATION']).toContain(run.exit?.code);
    run = await at.goOn(run.issue, 'no links');
    expect(run.exit?.code).toBe('COMPLETE');
    const branch = await at.branch(run);
    expect(branch).toMatchObject({ inside: 'answer.txt', 'deep/inside': '../docs/design', old: '/etc/hostname' });
    expect(Object.keys(branch).filter(path => path in LINKS)).toEqual([]);
    expect(await readdir(marks)).toEqual([]);
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 900_000 },
);
