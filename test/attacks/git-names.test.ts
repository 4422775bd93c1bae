// C: what names git is given: branches, labels and files that are options, addresses that run something or lead elsewhere.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { eventually, handled, rest } from '../world/moments.ts';
import { TINY_ISSUE, tinyConfig } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { NOTHING, started } from './quiet.ts';
import type { Scene } from './scene.ts';
import { post, sentBy } from './webhook.ts';

const run = promisify(execFile);
const CONFIG = tinyConfig().replace('max_cycles: 4', 'max_cycles: 20');

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
