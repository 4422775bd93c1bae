// B: what coding agents obey or run by themselves, left by a branch or by an earlier turn.
import { expect } from 'vitest';
import { rest, say } from '../world/moments.ts';
import { tinyConfig } from '../world/tiny.ts';
import { REPO } from '../world/world.ts';
import { attack } from './attack.ts';
import { LOOKING, saw } from './saw.ts';
import type { Scene } from './scene.ts';

const CONFIG = tinyConfig().replace('max_cycles: 4', 'max_cycles: 20');
const JOBS = ['execute-implementer', 'review-reviewer'];
/** Each path with this text in it. */
const write = (text: string, paths: readonly string[]): string =>
  paths.map(path => `mkdir -p -- "$(dirname -- '${path}')"; printf '%s\n' '${text}' > '${path}'`).join('\n');

/** Somebody who may write pushes to the run's branch, and the maintainer says yes to it. */
async function pushed(at: Scene, issue: number, files: Record<string, string>) {
  const run = await at.world.run(issue);
  await at.world.github.as('rosa').pushFiles(REPO, run?.spec?.branch ?? '', files, 'Instructions');
  await at.world.github.idle();
  expect((await rest(at.world, issue)).exit?.code).toBe('TAKEOVER');
  await say(at.world, issue, '/continue');
  return rest(at.world, issue);
}

/** Links are followed, as agents follow them. What is no instruction by its name may stay where it is. */
const LOOK = `${LOOKING}; cat CLAUDE.md pkg/AGENTS.md; grep -Rls EVIL . | grep -v '^./tmp/rules/'; true`;
const BASE = '# Be brief\n# Of the package\n';
const INSTRUCTIONS = [
  ...['CLAUDE.md', 'pkg/AGENTS.md', 'new/CLAUDE.md', 'AGENTS.md', 'docs/Agents.MD', 'a b/claude.md', 'QWEN.md'],
  ...['.github/copilot-instructions.md', '.github/instructions/x.instructions.md', '.cursorrules', '.windsurfrules'],
  ...['--x/CLAUDE.md', '.roo/rules/x.mdc', 'pkg/.codex/prompts/x.md', '.gemini/commands/x.toml'],
];

attack(
  24,
  'instructions that a branch or an earlier turn leaves for the next',
  async at => {
    await at.malice({
      'implementer-1': { sh: `${write('EVIL', INSTRUCTIONS)}\necho 42 > answer.txt` },
      'implementer-2': { sh: 'rm pkg/AGENTS.md; rm CLAUDE.md; ln -s answer.txt CLAUDE.md; echo EVIL > answer.txt' },
      // What git ignores is in no change; a repository inside is not looked into; a link is no folder.
      'implementer-3': {
        sh: `${LOOK}; ${write('EVIL', ['CLAUDE.local.md', 'tmp/CLAUDE.md', 'tmp/evil/AGENTS.md', '.claude/x.md', 'tmp/rules/x.md'])}
          git init -q tmp/evil; ln -s tmp/rules .cursor; ln -s ../tmp/rules pkg/.clinerules; ln -s tmp/rules/x.md GEMINI.md; echo 41 > answer.txt`,
      },
      implementer: { sh: `${LOOK}; date > answer.txt` },
      reviewer: { sh: LOOK },
    });
    let run = await at.start();
    expect(run.exit).toMatchObject({ code: 'PROTECTED_CHANGE', files: expect.arrayContaining(INSTRUCTIONS) });
    run = await at.goOn(run.issue, 'leave them alone');
    expect(run.exit?.files).toEqual(['CLAUDE.md', 'pkg/AGENTS.md']);
    for (let turn = 0; turn < 2; turn++) {
      run = await at.goOn(run.issue, 'and again');
      for (const job of JOBS) expect(await saw(at, run.id, job)).toBe(BASE);
    }
    expect(JSON.stringify(await at.branch(run))).not.toContain('EVIL');
    const theirs = { 'CLAUDE.md': 'EVIL\n', 'pkg/AGENTS.md': 'EVIL\n', 'other/CLAUDE.md': 'EVIL\n' };
    run = await pushed(at, run.issue, theirs);
    for (const job of JOBS) expect(await saw(at, run.id, job)).toBe(BASE);
    // It is still a person's change, which nobody undoes.
    expect(await at.branch(run)).toMatchObject(theirs);
    expect(at.comments().join()).toContain('saw the default branch’s CLAUDE.md, other/CLAUDE.md, pkg/AGENTS.md');
  },
  {
    files: {
      '.github/ultraloop.yml': CONFIG,
      'CLAUDE.md': '# Be brief\n',
      'pkg/AGENTS.md': '# Of the package\n',
      '.gitignore': 'CLAUDE.local.md\ntmp/\n.claude\n.cursor\n.clinerules\nGEMINI.md\n',
    },
    timeoutMs: 600_000,
  },
);

/** Where agents find what they run by themselves. */
const SETTINGS = [
  ...['.claude/settings.json', '.mcp.json', '.codex/config.toml', '.gemini/settings.json', 'opencode.json'],
  ...['.cursor/mcp.json', '.vscode/mcp.json', '.kiro/settings/mcp.json', '.qwen/settings.json', '.crush.json'],
  ...[
    '.opencode/plugin/x.js',
    '.amazonq/mcp.json',
    '.factory/mcp.json',
    'pkg/.claude/settings.json',
    '.aider.conf.yml',
  ],
];
const LOCAL = ['.claude/settings.local.json', '.goose/config.yaml', '.windsurf/hooks.json', '.trae/mcp.json'];
/** What such an agent does when it is started: every command it finds there is run. */
const OBEYS = `${LOOKING}
  for file in ${[...SETTINGS, ...LOCAL].join(' ')}; do [ -e $file ] && sed -n 's/.*"command": "\\(.*\\)".*/\\1/p' $file | sh; done`;
const hook = (mark: string, says: string): string => `{"command": "touch ${mark}; echo ${says}"}`;

attack(
  25,
  'settings that make agents run something',
  async at => {
    const evil = hook(at.host.mark('25'), 'EVIL');
    await at.malice({
      'implementer-1': { sh: `${write(evil, SETTINGS)}\necho 42 > answer.txt` },
      // Ignored, behind a link, in a repository of its own, under a name that is the same to some.
      'implementer-2': {
        sh: `${OBEYS}; ${write(evil, ['.claude/settings.local.json', '.windsurf/hooks.json', 'tmp/x/config.yaml', '.trae/mcp.json'])}
          ln -s tmp/x .goose; git init -q .windsurf; mv .trae .TRAE; ln -s .TRAE .trae; date > answer.txt`,
      },
      implementer: { sh: `${OBEYS}; date > answer.txt` },
      reviewer: { sh: OBEYS },
    });
    let run = await at.start();
    expect(run.exit?.code).toBe('PROTECTED_CHANGE');
    expect(run.exit?.files?.toSorted()).toEqual(SETTINGS.toSorted());
    for (let turn = 0; turn < 2; turn++) {
      run = await at.goOn(run.issue, 'leave them alone');
      for (const job of JOBS) expect(await saw(at, run.id, job)).toBe('');
    }
    const theirs = { '.claude/settings.json': evil, '.mcp.json': evil, '.gemini/settings.json': evil };
    run = await pushed(at, run.issue, theirs);
    for (const job of JOBS) expect(await saw(at, run.id, job)).toBe('');
    expect(await at.branch(run)).toMatchObject(theirs);
    // Those of the default branch are obeyed, and reach as far as the agent does.
    const ours = { '.claude/settings.json': hook(at.host.mark('25-base'), 'of the default branch') };
    await at.world.github.as('maintainer').pushFiles(REPO, 'main', ours, 'A hook');
    await at.malice({ implementer: { sh: `${OBEYS}; date > answer.txt` }, reviewer: { sh: OBEYS } });
    const other = await at.start();
    for (const job of JOBS) expect(await saw(at, other.id, job)).toMatch(/of the default branch\n$/);
  },
  {
    files: {
      '.github/ultraloop.yml': CONFIG,
      '.gitignore': 'tmp/\nsettings.local.json\n.windsurf\n.goose\n.trae\n.TRAE\n',
    },
    timeoutMs: 600_000,
  },
);

/** All that somebody could have left outside of git for whoever comes next. */
const LEFT = `ls -A ~ /tmp /dev/shm "$TMPDIR" "\${XDG_CONFIG_HOME:-$HOME/.config}"; ls -A "$(dirname "\${ULTRALOOP_RESULT_FILE:-/x/x}")"
  git config --get-all x.y; git config user.name; npm config get x-y; cat .claude/settings.json .mcp.json; true`;
const CLEAN_HOME = 'test -z "$(ls -A ~ /dev/shm | grep -v :)" && test ! -e /tmp/.npmrc';

attack(
  27,
  'settings made where none were, in the home and beside the answer',
  async at => {
    const files = [
      ...['.npmrc', '.gitconfig', '.claude/settings.json', '.claude.json', '.codex/config.toml', '.config/git/config'],
      ...[
        '.bashrc',
        '.profile',
        '.config/pip/pip.conf',
        '.ssh/config',
        '.netrc',
        '.local/bin/git',
        '.cargo/config.toml',
      ],
    ];
    const leave = `for home in ~ /tmp /dev/shm "$(dirname "$ULTRALOOP_RESULT_FILE")" "$(dirname "$ULTRALOOP_RESULT_FILE")/home" /home/agent /root; do
        for file in ${files.join(' ')}; do mkdir -p "$home/$(dirname $file)"; printf '[x]\\n\\ty = EVIL\\nx-y = EVIL\\n' > "$home/$file"; done; done
      chmod 0 ~/.npmrc; git config --global user.name EVIL; git config --system user.name EVIL`;
    await at.malice({
      'implementer-1': { sh: `${leave}\n${write('EVIL', ['.claude/settings.json', '.npmrc', '.mcp.json'])}` },
      'implementer-2': { sh: `${LOOKING}; ${LEFT}; { ${leave}; } 2>/dev/null; date > answer.txt` },
      implementer: { sh: `${LOOKING}; ${LEFT}; echo 42 > answer.txt` },
      reviewer: { sh: `${LOOKING}; ${LEFT}; { ${leave}; } 2>/dev/null` },
    });
    let run = await at.start();
    expect(run.exit).toMatchObject({
      code: 'PROTECTED_CHANGE',
      files: ['.claude/settings.json', '.mcp.json', '.npmrc'],
    });
    for (let turn = 0; turn < 2; turn++) {
      run = await at.goOn(run.issue, 'leave them alone');
      for (const job of JOBS) {
        const seen = await saw(at, run.id, job);
        expect(seen).not.toMatch(/EVIL|npmrc|gitconfig|codex|profile|netrc/);
        expect(seen).toContain('prompt.md');
      }
    }
    // Its checks look as well.
    expect(run.exit?.code).toBe('COMPLETE');
    expect(Object.keys(await at.branch(run)).filter(path => path.includes('npmrc'))).toEqual([]);
  },
  { files: { '.github/ultraloop.yml': CONFIG.replace('test -s answer.txt', CLEAN_HOME) }, timeoutMs: 600_000 },
);
