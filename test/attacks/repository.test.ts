// C: a hostile repository and worktree against the app's own git: what it would run.
import { expect } from 'vitest';
import { tinyConfig } from '../world/tiny.ts';
import { attack } from './attack.ts';
import { evil, HOOKS } from './evil-git.ts';

attack(31, 'a file system monitor written into the shared configuration', async at => {
  const mark = at.host.mark('31');
  await at.malice({
    implementer: {
      sh: `d=$(git rev-parse --git-common-dir); own=$(git rev-parse --git-dir)
        git config core.fsmonitor 'touch ${mark}'; git config --worktree core.fsmonitor 'touch ${mark}'
        git config --global core.fsmonitor 'touch ${mark}'; git config --system core.fsmonitor 'touch ${mark}'
        for file in "$d/config" "$d/config.worktree" "$own/config.worktree" "$own/config" /etc/gitconfig .gitconfig; do
          printf '[core]\\n\\tfsmonitor = touch ${mark}\\n' >> "$file"
        done
        ln -s "$PWD/.gitconfig" "$d/config.lock"; mv "$d/config" "$d/x"; echo 42 > answer.txt`,
    },
  });
  const run = await at.start();
  expect(run.exit?.code).toBe('COMPLETE');
  expect(await at.branch(run)).toMatchObject({ 'answer.txt': '42\n' });
});

attack(
  33,
  'repositories inside the repository',
  async at => {
    const mark = at.host.mark('33');
    await at.malice({
      'implementer-1': {
        sh: `${evil(mark)}
        make() {
          mkdir -p "$1" && git init -q "$1" && echo x > "$1/file" && git -C "$1" add file
          git -C "$1" -c user.name=x -c user.email=x commit -qm x; evil "$1/.git"
        }
        make sub; make deep/er/still; make 'with space'; make ':(top)x';
        make "$(printf 'line\\nfeed')"; make upper; mv upper/.git upper/.GIT
        mkdir pointed linked; echo 'gitdir: ../sub/.git' > pointed/.git; ln -s ../sub/.git linked/.git
        mkdir -p .github/x && cp -r sub/.git .github/x/.git; echo 42 > answer.txt`,
      },
      // The same folder as an entry of the index, then its configuration: what made `git status` run it.
      'implementer-2': {
        sh: `${evil(mark)}
        git init -q sub; evil sub/.git; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub
        git submodule add ./sub other; git -c protocol.file.allow=always submodule add "$PWD/sub" third; echo 42 > answer.txt`,
      },
      // A bare one, which git finds as soon as somebody stands in it.
      'implementer-3': {
        sh: `${evil(mark)}\ngit init -q --bare docs/box; evil docs/box; touch docs/box/objects/x docs/box/refs/x`,
      },
      'implementer-4': { sh: 'ls -d sub upper docs/box; echo 42 > answer.txt' },
    });
    let run = await at.start();
    expect(run.exit?.code).toBe('PROTECTED_CHANGE');
    expect(run.exit?.files).toContain('docs/box/HEAD');
    const said = at.comments().join('\n');
    for (const folder of ['sub', 'deep/er/still', 'with space', 'upper', 'pointed', 'linked', '.github/x'])
      expect(said).toContain(folder);
    expect(said.match(/The agent made a git repository inside the worktree/g)?.length).toBeGreaterThanOrEqual(2);
    run = await at.goOn(run.issue, 'without repositories');
    expect(run.exit?.code).toBe('COMPLETE');
    const paths = Object.keys(await at.branch(run));
    expect(paths.filter(path => /(?:^|\/)\.git\/|^docs\/box/i.test(path))).toEqual([]);
    expect(await at.received()).not.toMatch(/^160000 commit/m);
  },
  { files: { '.github/ultraloop.yml': tinyConfig('auto_continue_minutes: 0\n') }, timeoutMs: 240_000 },
);

attack(
  35,
  'hooks of the repository and of the git directory',
  async at => {
    const mark = at.host.mark('35');
    await at.malice({
      'implementer-1': {
        sh: `${evil(mark)}
        d=$(git rev-parse --git-common-dir); evil "$d"; evil "$(git rev-parse --git-dir)"; evil .hooks; evil .
        git config core.hooksPath .husky; git config --worktree core.hooksPath "$PWD/hooks"
        for h in ${HOOKS}; do printf '#!/bin/sh\\ntouch ${mark}\\n' > .husky/$h; chmod +x .husky/$h; done
        rm -f config; echo 42 > answer.txt`,
      },
      'implementer-2': {
        sh: `${evil(mark)}\nevil .hooks; evil .; rm -f config; git config core.hooksPath .husky; echo 42 > answer.txt`,
      },
    });
    const run = await at.start();
    expect(run.exit).toMatchObject({ code: 'PROTECTED_CHANGE', files: expect.arrayContaining(['.husky/pre-commit']) });
    const after = await at.goOn(run.issue, 'leave the hooks alone');
    expect(after.exit?.code).toBe('COMPLETE');
    expect(Object.keys(await at.branch(after))).toContain('.hooks/hooks/pre-commit');
  },
  { files: { '.husky/pre-commit': 'exit 1\n', '.husky/pre-push': 'exit 1\n' } },
);

attack(
  36,
  'filters, drivers and attributes that name programs',
  async at => {
    const mark = at.host.mark('36');
    await at.malice({
      implementer: {
        sh: `d=$(git rev-parse --git-common-dir)
        drivers() {
          printf '[filter "x"]\\n\\tclean = touch ${mark}; cat\\n\\tsmudge = touch ${mark}; cat\\n\\tprocess = touch ${mark}\\n\\trequired\\n[diff]\\n\\texternal = touch ${mark}\\n[diff "x"]\\n\\ttextconv = touch ${mark}; cat\\n\\tcommand = touch ${mark}\\n[merge "x"]\\n\\tdriver = touch ${mark}\\n[filter "lfs"]\\n\\tclean = touch ${mark}\\n\\tprocess = touch ${mark}\\n' >> "$1"
        }
        for file in .gitconfig ~/.gitconfig .git.config "$d/config" "$d/config.worktree" "$(git rev-parse --git-dir)/config.worktree"; do drivers "$file"; done
        printf '[include]\\n\\tpath = %s/.gitconfig\\n' "$PWD" >> "$d/config"; printf '[lfs "customtransfer.x"]\\n\\tpath = touch ${mark}\\n' > .lfsconfig
        echo '* filter=x diff=x merge=x' > .gitattributes; echo '*.bin filter=lfs diff=lfs merge=lfs' >> .gitattributes
        mkdir -p sub && echo '[attr]evil filter=x diff=x' > sub/.gitattributes && echo '* evil export-subst ident' >> sub/.gitattributes
        echo '* filter=x' >> "$d/info/attributes"; printf 'a\\r\\nb $Id$' > sub/a.dat; echo x > b.bin; echo 42 > answer.txt`,
      },
    });
    const run = await at.start();
    expect(run.exit?.code).toBe('COMPLETE');
    expect(await at.branch(run)).toMatchObject({ 'answer.txt': '42\n', 'sub/a.dat': 'a\r\nb $Id$', 'b.bin': 'x\n' });
  },
  { files: { 'c.dat': 'one\n', '.gitattributes': '*.dat filter=x diff=x\n' } },
);
