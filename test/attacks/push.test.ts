// D: what reaches GitHub's branches, and over whose commits; and what a change may hold.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Run } from '../../src/store/run-row.ts';
import { atWork, rest } from '../world/moments.ts';
import { TINY_ISSUE } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import type { Scene } from './scene.ts';

const git = promisify(execFile);
const heads = async ({ world }: Scene): Promise<Record<string, string>> =>
  Object.fromEntries([...(await world.github.refs(REPO))].filter(([name]) => !name.startsWith('refs/pull/')).sort());

/** Every way to another branch, a tag, or over what is there. */
const PUSHES = [
  ...['HEAD:main', '+HEAD:main', ':main', '--force --all', '--tags', '--mirror', 'HEAD:refs/heads/other'],
  ...[
    '--delete main',
    '--force HEAD',
    '-u HEAD:refs/tags/v1',
    'HEAD:refs/ultraloop/x',
    '--no-verify HEAD:refs/pull/1/head',
  ],
];

attack(
  53,
  'pushes of the agent’s own, and branches that people move meanwhile',
  async at => {
    const before = await heads(at);
    await at.malice({
      implementer: {
        sh: `url=$(git config remote.origin.url); echo 42 > answer.txt; echo x > mine.txt
          export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x
          git checkout -qb other; git add -A; git commit -qm 'x [skip ci]'; git tag v1; git tag -am x v2; git branch -f main HEAD
          ${PUSHES.map(what => `git push origin ${what}; git push "$url" ${what}; git push ${at.world.github.url}/${REPO}.git ${what}`).join('\n')}
          for ref in heads/main remotes/origin/main tags/v3 ultraloop/x; do git update-ref refs/$ref HEAD; done
          for to in main other; do git symbolic-ref HEAD refs/heads/$to; done; git remote add evil "$url"; git config push.default matching`,
      },
    });
    const run = await at.start();
    expect(run.exit?.code).toBe('COMPLETE');
    const branch = `refs/heads/${run.spec?.branch}`;
    const after = await heads(at);
    const others = Object.keys(after).filter(name => !name.startsWith('refs/ultraloop/') && name !== branch);
    expect(others).toEqual(Object.keys(before));
    expect(after['refs/heads/main']).toBe(before['refs/heads/main']);
    expect(Object.keys(after).filter(name => name.endsWith('/x'))).toEqual([]);
    // Its commit is nowhere: the branch holds the app's own.
    const { gitDir } = at.world.github.repo(REPO);
    const { stdout } = await git('git', ['-C', gitDir, 'log', '--format=%cn %s', `main..${branch}`]);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stdout).not.toMatch(/^x /m);
    for (const move of [pushed, rewound, deleted]) await meanwhile(at, move);
  },
  { timeoutMs: 900_000 },
);

interface Moved {
  /** What the branch must be afterwards; undefined = not there. */
  head: string | undefined;
  exits: string[];
}
type Move = (at: Scene, branch: string) => Promise<Moved>;

/** A person's commit on top, which no delivery tells of. */
const pushed: Move = async ({ world }, branch) => ({
  head: await world.github.as('rosa').pushFiles(REPO, branch, { 'answer.txt': 'mine\n' }, 'Mine'),
  exits: ['TAKEOVER'],
});

/** The branch rewritten by force: all that was there is gone. */
const rewound: Move = async ({ world }, branch) => {
  const { gitDir } = world.github.repo(REPO);
  const who = ['-c', 'user.name=rosa', '-c', 'user.email=rosa@example.com'];
  const { stdout } = await git('git', ['-C', gitDir, ...who, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Anew']);
  const head = stdout.trim();
  await git('git', ['-C', gitDir, 'update-ref', `refs/heads/${branch}`, head]);
  return { head, exits: ['TAKEOVER'] };
};

const deleted: Move = async ({ world }, branch) => {
  await world.github.as('rosa').deleteBranch(REPO, branch);
  return { head: undefined, exits: ['BROKEN', 'CLOSED', 'ABORTED'] };
};

/** While the agent is at work, at the last moment before the app pushes. */
async function meanwhile(at: Scene, move: Move): Promise<void> {
  const { github } = at.world;
  await at.malice({ implementer: { sh: 'echo 42 > answer.txt; sleep 6' } });
  const { number } = await github.as('maintainer').openIssue(REPO, TINY_ISSUE);
  await github.as('maintainer').label(REPO, number, 'ultraloop');
  const { spec } = await atWork(at.world, number, '42');
  const branch = spec?.branch ?? '';
  const main = (await heads(at))['refs/heads/main'];
  github.paused = true;
  const { head, exits } = await move(at, branch);
  await ended(at, number);
  github.paused = false;
  const run = await rest(at.world, number);
  const now = await heads(at);
  expect([now[`refs/heads/${branch}`], now['refs/heads/main']], move.name).toEqual([head, main]);
  expect(exits, `${move.name}: ${JSON.stringify(run.exit)}`).toContain(run.exit?.code ?? run.state);
}

/** The run's turn is over, though nobody hears of it. */
async function ended({ world }: Scene, issue: number): Promise<Run> {
  return world.until(issue, 'waiting', 'needs-human', 'done', 'stopped');
}

/** In shapes that everybody knows, of this test alone. */
function keys(): Record<string, string> {
  const some = (length: number): string =>
    randomBytes(length).toString('base64url').replaceAll(/[-_]/g, 'q').slice(0, length);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const block = Array.from({ length: 12 }, () => some(64)).join('\n');
  return {
    classic: `ghp_${some(36)}`,
    fine: `github_pat_${some(22)}_${some(59)}`,
    model: `sk-ant-api03-${some(60)}`,
    slack: `xoxb-${Date.now()}-${some(24)}`,
    cloud: `AKIA${some(40).toUpperCase().slice(0, 16)}`,
    signed: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: some(12) })}.${some(43)}`,
    address: `postgres://app:${some(20)}@db.internal/main`,
    pem: `-----BEGIN PRIVATE KEY-----\n${block}\n-----END PRIVATE KEY-----`,
  };
}

/** The app's own, as an agent would write them that had them: as it is, in other alphabets, shifted, wrapped, escaped. */
const FORMS: Record<string, (secret: string) => string> = {
  plain: secret => `const key = '${secret}';`,
  base64: secret => Buffer.from(secret).toString('base64'),
  shifted: secret => Buffer.from(`x-access-token:${secret}:`).toString('base64'),
  urlsafe: secret => Buffer.from(`u${secret}`).toString('base64url'),
  hex: secret => Buffer.from(secret).toString('hex'),
  upper: secret => Buffer.from(secret).toString('hex').toUpperCase(),
  url: secret => [...secret].map(char => `%${char.charCodeAt(0).toString(16)}`).join(''),
  escaped: secret =>
    JSON.stringify(secret.replace(/./g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  wrapped: secret => secret.replace(/.{7}/g, '$&\n'),
};
const put = (path: string, text: string): string => `cat > '${path}' <<'EOF'\n${text}\nEOF\n`;
const OTHER = 'echo 42 > answer.txt';

attack(
  55,
  'changes too large to look at, and secrets in every corner of one',
  async at => {
    const own = at.world.settings.webhookSecret;
    const known = keys();
    const env = Object.entries(known).map(([name, value]) => put(`${name}.env`, `${name.toUpperCase()}=${value}`));
    const names = `touch 'keys-${known.classic}.txt' 'a ${own}'; mkdir -p '${known.model}' && echo x > '${known.model}/x'`;
    const all = [own, ...Object.values(known)];
    const words = Object.values(FORMS)
      .map(form => form(own))
      .concat(Object.values(known))
      .join('\n');
    await at.malice({
      'implementer-1': {
        sh: `mkdir -p many && cd many && seq 5000 | split -l 1 -a 4 - f; cd ..
          head -c 60000000 /dev/zero | tr '\\0' 'a' > blob.bin; printf '%s' '${known.classic}' >> blob.bin; ${OTHER}`,
      },
      'implementer-2': {
        sh: `${env.join('')}${names}; ln -s '/${known.fine}' link; printf '\\0\\377\\0%s\\0' '${known.cloud}' > image.png; ${OTHER}`,
      },
      'implementer-3': {
        sh: `${Object.entries(FORMS)
          .map(([name, form]) => put(`${name}.txt`, form(own)))
          .join('')}${OTHER}`,
      },
      // A word that is read again from each of its places keeps the app busy for hours.
      implementer: {
        answer: { outcome: 'done', summary: words },
        sh: `for w in -eyJ 'eyJ\\_' -----BEGIN\\ PRIVATE\\ KEY----- ghs_; do yes -- "$w" | tr -d '\\n' | head -c 1000000; echo; done > busy.txt; ${OTHER}`,
      },
      reviewer: {
        answer: { verdict: 'CLEAN', priority_1: [], coverage: words, freeze: own, notes: [{ file: own, what: words }] },
      },
    });
    const wanted: [rule: RegExp, files: string[]][] = [
      [
        /many\/ 5002 files; the limit is 300\nmany\/ 60.\d MB; the limit is 5 MB\n.*too long to be looked through/,
        ['many/'],
      ],
      [/a GitHub token/, [...Object.keys(known).map(name => `${name}.env`), 'keys-…', 'a …', '…', 'image.png', 'link']],
      [/a credential of the app/, Object.keys(FORMS).map(name => `${name}.txt`)],
    ];
    let run = await at.start();
    for (const [rule, files] of wanted) {
      expect(run.exit).toMatchObject({ code: 'PROTECTED_CHANGE', files: expect.arrayContaining(files) });
      expect(run.exit?.evidence.join('\n')).toMatch(rule);
      expect(await at.branch(run)).toMatchObject({ 'answer.txt': '' });
      run = await at.goOn(run.issue, 'smaller, and without secrets');
    }
    // The last is only tedious, and goes; what is said is cleaned.
    expect(run.exit?.code).toBe('COMPLETE');
    const received = await at.received();
    for (const secret of all) expect(received.includes(secret), secret.slice(0, 6)).toBe(false);
    for (const [name, form] of Object.entries(FORMS)) expect(received.includes(form(own)), name).toBe(false);
  },
  { timeoutMs: 900_000 },
);
