// C: the git directory itself: pointers to others, names that are options, addresses that run something, files of somebody else's.
import { execFile } from 'node:child_process';
import { chown, lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { agentAccount } from '../../src/runner/sandbox/account.ts';
import { eventually, handled, rest, worktree } from '../world/moments.ts';
import { TINY_ISSUE, tinyConfig } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { NOTHING, started } from './quiet.ts';
import { LOOKING, saw } from './saw.ts';
import type { Scene } from './scene.ts';
import { post, sentBy } from './webhook.ts';

const run = promisify(execFile);
const CONFIG = tinyConfig().replace('max_cycles: 4', 'max_cycles: 20');
const mirrorOf = ({ world }: Scene): string =>
  join(world.settings.dataDir, 'mirrors', `${world.github.repo(REPO).id}.git`);

/** A git directory at `$1` that leaves the mark when anything of it is run. */
const evil = (mark: string): string => `
  evil() {
    mkdir -p "$1/hooks" "$1/info" "$1/objects/info" "$1/refs"; echo 'ref: refs/heads/main' > "$1/HEAD"
    for h in post-index-change pre-commit post-checkout reference-transaction pre-push; do printf '#!/bin/sh\\ntouch ${mark}\\n' > "$1/hooks/$h"; chmod +x "$1/hooks/$h"; done
    printf '[core]\\n\\tfsmonitor = touch ${mark}\\n\\thooksPath = %s/hooks\\n\\tworktree = /\\n\\tpager = touch ${mark}\\n[filter "x"]\\n\\tclean = touch ${mark}\\n[diff]\\n\\texternal = touch ${mark}\\n' "$1" >> "$1/config"
    echo '* filter=x diff=x' > "$1/info/attributes"
  }`;

attack(
  32,
  'another git directory in the place of the worktree’s own',
  async at => {
    const mark = at.host.mark('32');
    const replace = `${evil(mark)}
      rm -f .git; rm -rf .git; mv .git old; mv -f answer.txt .git; ln -sf evil.git .git; echo 'gitdir: evil.git' > .git; cp /dev/null .git
      chmod 777 .git; unlink .git; mkdir .git; umount .git; mount --bind evil.git .git; git init -q --separate-git-dir "$PWD/evil.git" .
      git -C . init -q; git worktree repair .; git worktree move . ../moved; git worktree add ../other; mv "$PWD" "$PWD-x"; rmdir "$PWD"
      d=$(git rev-parse --git-dir); echo "$PWD/evil.git" > "$d/commondir"; echo x > "$d/HEAD"; rm -rf "$d"; git config core.worktree /`;
    await at.malice({
      'implementer-1': { sh: `${replace}\nevil .GIT; evil evil.git; rm -rf evil.git/HEAD; echo 41 > answer.txt` },
      'implementer-2': {
        sh: `${replace}; rm -rf evil.git; echo '${replace.replaceAll("'", "'\\''")}' > check.sh; echo 42 > answer.txt`,
      },
      reviewer: { sh: replace },
    });
    let done = await at.start();
    // A name that some systems take for its own is refused by git, which says so.
    expect(at.comments().at(-1)).toContain("invalid path '.GIT/");
    done = await at.goOn(done.issue, 'on');
    expect(done.exit?.code).toBe('COMPLETE');
    expect(await at.branch(done)).toMatchObject({ 'answer.txt': '42\n' });
    const pointer = await readFile(join(worktree(at.world, done.id), '.git'), 'utf8');
    expect(pointer).toBe(`gitdir: ${join(mirrorOf(at), 'worktrees', done.id)}\n`);
    expect(await readFile(join(mirrorOf(at), 'worktrees', done.id, 'commondir'), 'utf8')).toBe('../..\n');
  },
  {
    // Checks run what the agent wrote, in the same walls.
    files: { '.github/ultraloop.yml': CONFIG.replace('test -s answer.txt', 'sh ./check.sh; test -s answer.txt') },
    timeoutMs: 600_000,
  },
);

/** Of the repository as it is on GitHub: names that a push can make and git's own commands for people refuse. */
async function refs({ world }: Scene, names: readonly string[]): Promise<void> {
  const { gitDir } = world.github.repo(REPO);
  for (const name of names) await run('git', ['-C', gitDir, 'update-ref', `refs/heads/${name}`, 'refs/heads/main']);
}

attack(
  38,
  'branches, labels, words and files whose names are options',
  async at => {
    const { github } = at.world;
    const person = github.as('maintainer');
    const mark = at.host.mark('38');
    const program = `touch\${IFS}${mark}`;
    const names = [
      `--upload-pack=${program}`,
      '-x',
      '--all',
      `--exec=${program}`,
      `--receive-pack=${program}`,
      '--',
      'x/-y',
    ];
    await refs(at, names);
    const { number } = await person.openIssue(REPO, TINY_ISSUE);
    const words = [`--upload-pack=${program}`, '-x', `--output=${mark}`, `autonomous --upload-pack=${program}`];
    for (const word of words) {
      await person.comment(REPO, number, `/ultraloop ${word}`);
      await person.label(REPO, number, `ultraloop:${word}`.slice(0, 50));
    }
    // A pull request from such a branch is nobody's run.
    for (const head of names.slice(0, 2)) {
      await github.as('maintainer').pushFiles(REPO, head, { 'x.txt': `${head}\n` }, 'x');
      const pull = await person.openPull(REPO, { title: head, head });
      await person.label(REPO, pull.number, 'ultraloop');
      for (const word of ['/continue', '/ultraloop', `/continue ${head}`])
        await person.comment(REPO, pull.number, word);
    }
    await handled(at.world);
    await at.world.restart();
    await handled(at.world);
    expect(await started(at)).toMatchObject({ runs: 0, folders: [] });
    expect(at.comments().join()).toContain('There is no option');

    // All of them are fetched along with an honest run, in which the agent makes files of such names.
    await at.malice({
      implementer: {
        sh: `for f in --output=${'x'.repeat(9)} -rf --all -- --upload-pack=x '-x y' --git-dir=x; do echo x > "./$f"; mkdir -p -- "d/$f"; echo x > "d/$f/-x"; done
          echo 42 > answer.txt; git checkout -q --orphan=-x; git branch -- -x; git tag -- -x`,
      },
    });
    const done = await at.start();
    expect(done.exit?.code).toBe('COMPLETE');
    expect(Object.keys(await at.branch(done))).toEqual(
      expect.arrayContaining(['--all', '-rf', 'd/--/-x', 'd/-x y/-x']),
    );

    // The default branch itself has such a name: nothing is run, whether the app hears of it or looks for it.
    for (const name of names.slice(0, 2)) {
      github.repo(REPO).defaultBranch = name;
      const issue = await at.world.label(TINY_ISSUE);
      await handled(at.world);
      expect(await at.world.run(issue)).toBeUndefined();
      await at.world.restart();
      await handled(at.world);
      if (await at.world.run(issue)) await rest(at.world, issue);
    }
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 600_000 },
);

attack(
  40,
  'addresses that run something or lead elsewhere',
  async at => {
    const { github } = at.world;
    const mark = at.host.mark('40');
    const elsewhere = `http://127.0.0.1:${at.host.port}`;
    const unsent = async (): Promise<Record<string, unknown>> => {
      github.paused = true;
      const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
      await github.as('maintainer').label(REPO, number, 'ultraloop');
      await github.idle();
      github.paused = false;
      return sentBy(at, 'issues.labeled').payload;
    };
    // The app looks for what it missed when it starts, and must not find this.
    await eventually(() => at.exchanges.some(({ url }) => url.includes('/issues?state=open')));
    const payload = await unsent();
    const repository = payload.repository as Record<string, unknown>;
    const owner = repository.owner as object;
    const odd = [
      ...[`ext::sh -c touch% ${mark}`, `file://${at.host.dir}`, `ssh://-oProxyCommand=touch%20${mark}/x`, `-u${mark}`],
      ...[
        `git@-oProxyCommand=touch ${mark}:x`,
        at.host.dir,
        `--upload-pack=touch ${mark}`,
        'git://x/y',
        'ftp://x/y',
        '',
      ],
    ].map(url => ({ clone_url: url }));
    const names = [
      '..',
      '.',
      '',
      'a/b',
      '../../etc',
      '-x',
      'x y',
      'x\n',
      'x?y',
      'x#y',
      'x%2f..',
      `x@127.0.0.1:${at.host.port}`,
      'x\\y',
    ];
    const refused = [
      ...odd,
      ...names.filter(name => name !== '-x').map(name => ({ name })),
      ...names.map(login => ({ owner: { ...owner, login } })),
    ];
    for (const part of refused) await post(at, { ...payload, repository: { ...repository, ...part } });
    await handled(at.world);
    expect(await started(at)).toEqual(NOTHING);
    // Addresses that could be true, and are not asked.
    const lies = {
      ...{ clone_url: `${elsewhere}/acme/durations.git`, git_url: elsewhere, ssh_url: elsewhere, html_url: elsewhere },
      ...{ url: elsewhere, full_name: `evil/x`, mirror_url: elsewhere, default_branch: 'main' },
    };
    await at.malice({
      'implementer-1': {
        sh: `for key in remote.origin.url remote.origin.pushurl url.${elsewhere}/.insteadOf http.proxy core.sshCommand core.gitProxy remote.origin.uploadpack; do
            git config $key 'ext::sh -c touch% ${mark}'; git config --global $key '${elsewhere}'; git config --worktree $key x; done
          git remote set-url origin ${elsewhere}; git remote add evil ${elsewhere}; d=$(git rev-parse --git-common-dir)
          mkdir -p $d/remotes $d/branches; echo 'URL: ${elsewhere}' > $d/remotes/origin; echo '${elsewhere}' > $d/branches/origin; echo 41 > answer.txt`,
      },
      implementer: { sh: 'echo 42 > answer.txt' },
    });
    const issue = payload.issue as { number: number };
    await post(at, { ...payload, repository: { ...repository, ...lies } });
    await rest(at.world, issue.number);
    const done = await at.goOn(issue.number, 'on');
    expect(done.exit?.code).toBe('COMPLETE');
    expect(await at.branch(done)).toMatchObject({ 'answer.txt': '42\n' });
    for (const { url } of at.exchanges) expect(new URL(url, github.url).origin).toBe(new URL(github.url).origin);
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 600_000 },
);

/** Who owns what below a folder, and what others than the owner may write: `path uid mode`. */
async function open(folder: string): Promise<string[]> {
  const { stdout } = await run('find', [
    folder,
    '(',
    '!',
    '-uid',
    String(process.getuid?.()),
    '-o',
    '-perm',
    '/022',
    ')',
    '!',
    '-type',
    'l',
    '-printf',
    '%P %U %m\\n',
  ]);
  return stdout.split('\n').filter(Boolean);
}

attack(
  41,
  'git directories that another account owns or may write into',
  async at => {
    const mark = at.host.mark('41');
    await at.malice({
      'implementer-1': {
        sh: `${LOOKING}; d=$(git rev-parse --git-common-dir); ls -ld "$d/.." "$d/../../runs" "$d/../../worktrees" && ls "$d/.." "$d/../../runs" "$d/../../worktrees"
          for at in "$d" "$d/objects" "$d/worktrees" "$(git rev-parse --git-dir)"; do
            chmod 777 "$at"; chown $(id -u) "$at"; touch "$at/x" && echo "WROTE $at"; mv "$at" "$at.x" && echo "MOVED $at"; done
          touch "$d/../x" ../x "$d/../../runs/x"; mv "$d/.." "$d/../../y"; find "$d" -writable ! -type l 2>/dev/null | sed 's/^/WRITABLE /'; echo 41 > answer.txt`,
      },
      implementer: { sh: 'date > answer.txt' },
    });
    const first = await at.start();
    const seen = await saw(at, first.id);
    expect(seen).not.toMatch(/WROTE|MOVED|WRITABLE/);
    expect(await open(mirrorOf(at))).toEqual([]);
    const { dataDir } = at.world.settings;
    for (const name of ['mirrors', 'worktrees', 'runs']) {
      const { mode, uid } = await lstat(join(dataDir, name));
      expect([uid, mode & 0o027, name]).toEqual([process.getuid?.(), 0, name]);
      // What it made beside them was in folders of its own walls.
      expect(await readdir(join(dataDir, name))).not.toContain('x');
    }
    // As if it had got at them all the same, while the run waits: part by part, and the whole.
    const account = await agentAccount();
    for (const part of ['.', 'objects', 'worktrees', join('worktrees', first.id)]) {
      const folder = join(mirrorOf(at), part);
      const sh = `${evil(mark)}\nevil .`;
      await run('/bin/sh', ['-c', sh], { cwd: part === 'objects' ? mirrorOf(at) : folder });
      await writeFile(join(folder, 'config.worktree'), `[core]\n\tfsmonitor = touch ${mark}\n`);
      if (account) await chown(folder, account.uid, account.gid);
      const after = await at.goOn(first.issue, 'on');
      expect([after.state, part]).toEqual(['waiting', part]);
      if (account && part !== join('worktrees', first.id)) expect(await open(mirrorOf(at)), part).toEqual([]);
    }
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 600_000 },
);

attack(
  42,
  'objects and git directories the agent made for the app to read from',
  async at => {
    const mark = at.host.mark('42');
    const secret = at.host.secretFile;
    await at.malice({
      'implementer-1': {
        sh: `${LOOKING}; ${evil(mark)}
          d=$(git rev-parse --git-common-dir); own=$(git rev-parse --git-dir); object=$(find "$d/objects" -type f | head -1)
          for at in "$d" "$own" .; do
            mkdir -p "$at/objects/info"; echo "${at.host.dir}" > "$at/objects/info/alternates" && [ "$at" != . ] && echo "WROTE $at"; echo "$PWD" > "$at/commondir"
            echo "$PWD/.git" > "$at/gitdir"; ln -s ${secret} "$at/objects/x"; ln ${secret} "$at/objects/y"; done
          ln "$object" hard && echo LINKED; ln -L "$d/HEAD" headlink && echo LINKED; ln "$d/config" link && echo LINKED; cp "$object" objects/copy; rm -f gitdir
          echo x > answer.txt; GIT_OBJECT_DIRECTORY="$d/objects" git hash-object -w answer.txt && echo STORED
          git bundle create x.bundle HEAD; git pack-objects -q x < /dev/null; git clone -q --local . /tmp/copy; rm -f x.bundle *.pack *.idx; echo 41 > answer.txt`,
      },
      // A whole repository to be fetched from, with objects that are links to what only the app may read.
      'implementer-2': {
        sh: `${LOOKING}; git init -q --bare docs/box.git; rm -rf docs/box.git/objects; ln -s ../../../../.. docs/box.git/objects; ln -s ${secret} docs/box.git/packed-refs; date > answer.txt`,
      },
      implementer: { sh: 'rm -rf objects commondir; echo 42 > answer.txt' },
    });
    let done = await at.start();
    expect(await saw(at, done.id)).not.toMatch(/WROTE|LINKED|STORED/);
    done = await at.goOn(done.issue, 'on');
    const boxed = `${done.exit?.files?.join()} ${at.comments().at(-1)}`;
    expect(boxed).toContain('docs/box.git');
    done = await at.goOn(done.issue, 'on');
    expect(done.exit?.code).toBe('COMPLETE');
    expect(await readdir(join(mirrorOf(at), 'objects', 'info')).catch(() => [])).not.toContain('alternates');
    const { stdout, stderr } = await run('git', [
      '-c',
      'safe.directory=*',
      '-C',
      mirrorOf(at),
      'fsck',
      '--no-dangling',
    ]);
    expect(`${stdout}${stderr}`).not.toMatch(/error|missing blob/);
    expect(await open(mirrorOf(at))).toEqual([]);
  },
  { files: { '.github/ultraloop.yml': CONFIG }, timeoutMs: 600_000 },
);
