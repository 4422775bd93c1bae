// What may not be pushed and what makes tests suspect, rule by rule: tables of what really was tried (docs/decisions.md, the guard).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapingLinks } from '../../src/brakes/escaping-links.ts';
import { protectedChange } from '../../src/brakes/protected-change.ts';
import { protectedPaths } from '../../src/brakes/protected-paths.ts';
import { tamperedTests } from '../../src/brakes/tampered-tests.ts';
import { testsQuestioned } from '../../src/brakes/tests-questioned.ts';
import { tooMuch } from '../../src/brakes/too-much.ts';
import { AGENT_FILES, PROTECTED } from '../../src/config/protected.ts';
import type { FileDiff } from '../../src/facts/guard.ts';
import { file, iteration, spec, word } from './entries.ts';

const paths = (list: string[], guarded?: { protected: string[]; allowed: string[] }): string[] =>
  protectedPaths(
    list.map(path => file(path)),
    guarded ? { guarded } : {},
  ).map(({ path }) => path);

describe('protected paths', () => {
  test.each([
    ...[
      '.github/workflows/ci.yml',
      '.github/workflows/deep/x.yml',
      '.github/actions/a/action.yml',
      '.github/ultraloop.yml',
    ],
    ...[
      '.github/CODEOWNERS',
      'CODEOWNERS',
      'docs/CODEOWNERS',
      '.gitmodules',
      '.npmrc',
      'web/.npmrc',
      '.pypirc',
      '.netrc',
    ],
    ...['.husky/pre-commit', 'CLAUDE.md', 'packages/a/CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.claude/settings.json'],
    ...['web/.claude/commands/x.md', '.mcp.json', '.codex/config.toml', '.gemini/settings.json', 'opencode.json'],
    ...['.cursor/rules/a.mdc', '.GitHub/Workflows/ci.yml', 'claude.MD', '.github/copilot-instructions.md'],
    ...[
      'AGENTS.override.md',
      '.agents/skills/x/SKILL.md',
      '.kiro/steering/a.md',
      '.vscode/mcp.json',
      '.aider.conf.yml',
    ],
    ...[
      '.clinerules',
      '.clinerules/a.md',
      '.github/agents/a.md',
      '.roo/rules/a.md',
      '.roorules-code',
      '.continue/config.yaml',
    ],
    ...[
      '.envrc',
      '.devcontainer/devcontainer.json',
      '.vscode/tasks.json',
      'web/.husky/pre-push',
      '.githooks/pre-commit',
    ],
    ...['lefthook.yml', '.pre-commit-config.yaml', 'docs/box.git/HEAD', '.github/workflows'],
  ])('SEC-24 SEC-25 SEC-48 SEC-49 %s', path => {
    expect(paths([path])).toEqual([path]);
  });

  test.each(['.github', '.GitHub', 'docs', '.claude', 'web/.vscode', '.github/workflows'])(
    'SEC-48 a link in the place of %s',
    path => {
      const link = { path, status: 'A', added: 1, removed: 0, mode: '120000' };
      expect(protectedPaths([link, { ...link, path: `${path}-x` }, { ...link, path: 'web/docs' }], spec())).toEqual([
        { path, what: 'is new' },
      ]);
    },
  );

  test.each([
    'src/workflows/ci.yml',
    'docs/claude.md.txt',
    'README.md',
    '.github/ISSUE_TEMPLATE/bug.md',
    'src/npmrc.ts',
    'package.json',
    '.vscode/settings.json',
    'HEAD',
    'src/head.ts',
    'src/Head/index.ts',
    'docs/agents.md.txt',
  ])('%s is nobody’s concern', path => expect(paths([path])).toEqual([]));

  test('the configuration adds and takes out; what it takes out it takes out of its own list too', () => {
    const guarded = { protected: ['deploy/'], allowed: ['AGENTS.md', 'deploy/readme.md'] };
    const list = ['deploy/prod.yml', 'deploy/readme.md', 'AGENTS.md', 'CLAUDE.md'];
    expect(paths(list, guarded)).toEqual(['deploy/prod.yml', 'CLAUDE.md']);
  });

  test('adding, removing and re-moding are told apart', () => {
    const files = [
      file('CLAUDE.md', { status: 'D' }),
      file('.npmrc', { status: 'A' }),
      file('.mcp.json', { status: 'T' }),
    ];
    expect(protectedPaths(files, {}).map(({ what }) => what)).toEqual(['is gone', 'is new', 'has another type']);
  });

  test('whatever agents obey is protected', () => {
    expect(AGENT_FILES.filter(glob => !PROTECTED.includes(glob))).toEqual([]);
  });
});

describe('links', () => {
  test.each([
    ['a', '/etc/passwd', 'to an absolute path'],
    ['a', 'C:\\x', 'to an absolute path'],
    ['docs/a', '../../.ssh/x', 'out of the repository'],
    ['docs/a', 'b/../../../x', 'back out of a folder that may be a link'],
    // Where `here` is a link to `.`, this is beside the repository.
    ['a', 'here/../x', 'back out of a folder that may be a link'],
    ['a', 'here/.git/config', 'into git’s own folder'],
    ['a', 'here/.Git. /config', 'into git’s own folder'],
    ['a', 'GIT~1/config', 'into git’s own folder'],
    ['a', '.g\u200cit/config', 'into git’s own folder'],
    ['a', '\\\\server\\share', 'to an absolute path'],
    ['docs/a', '..\\..\\x', 'out of the repository'],
    ['a', '..', 'out of the repository'],
    ['docs/a', '../.git/config', 'into git’s own folder'],
    ['a', '.GIT/hooks', 'into git’s own folder'],
  ])('SEC-44 %s → %s leads %s', (path, target, where) => {
    expect(escapingLinks([{ path, target }])).toEqual([{ path, what: `a link ${where}` }]);
  });

  test.each([
    ['docs/a', '../README.md'],
    ['a/b/c', '../../x'],
    ['a', './b/c/'],
    ['docs/a', '..'],
    ['a', '.'],
    ['a', '.gitignore'],
    ['a', 'x..y/...'],
    ['a', '.github/x'],
  ])('%s → %s stays inside', (path, target) => expect(escapingLinks([{ path, target }])).toEqual([]));

  test('SEC-44 as many steps up as there are folders stay inside, one more leaves', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 5 }), folders => {
        const path = [...folders, 'link'].join('/');
        const up = '../'.repeat(folders.length);
        expect(escapingLinks([{ path, target: `${up}x` }])).toEqual([]);
        expect(escapingLinks([{ path, target: `${up}../x` }])).toHaveLength(1);
      }),
    );
  });
});

test('SEC-55 too many files, too many bytes: the folder they are in is named; at the limit nothing is said', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => file(`vendor/${n}.js`));
  expect(tooMuch({ files: files(300), bytes: 5_000_000 }, {})).toEqual([]);
  expect(tooMuch({ files: files(301), bytes: 5_000_001 }, {})).toEqual([
    { path: 'vendor/', what: '301 files; the limit is 300' },
    { path: 'vendor/', what: '5.1 MB; the limit is 5 MB' },
  ]);
  expect(tooMuch({ files: files(3), bytes: 11 }, { max_files: 2, max_bytes: 10 })).toHaveLength(2);
});

const diff = (path: string, added: string[], removed: string[] = [], status = 'M'): FileDiff => ({
  ...{ path, status },
  added: added.map((text, index) => ({ n: index + 1, text })),
  removed: removed.map((text, index) => ({ n: index + 1, text })),
});

describe('bent tests', () => {
  const signs = (...files: FileDiff[]): string[] =>
    tamperedTests(files).map(({ line, what }) => `${line ?? '-'} ${what}`);

  test.each<[string, FileDiff, string]>([
    ['skipped', diff('test/a.test.ts', ["it.skip('adds', () => {"], ["it('adds', () => {"]), '1 a test is skipped'],
    ['xfail', diff('test/test_a.py', ['@pytest.mark.xfail']), '1 a test is skipped'],
    ['todo', diff('a.test.ts', ["test.todo('adds')"], ["test('adds', fn)"]), '1 a test is skipped'],
    ['only', diff('a.test.ts', ["describe.only('x', () => {"]), '1 only some tests run'],
    ['go skip', diff('a_test.go', ['\tt.Skip("later")']), '1 a test is skipped'],
    ['rust ignore', diff('tests/a.rs', ['#[ignore]']), '1 a test is skipped'],
    ['deleted', diff('test/a.test.ts', [], ['x'], 'D'), '- a file of the tests is deleted'],
    ['truthy', diff('a.test.ts', ['expect(x).toBeTruthy();'], ['expect(x).toEqual(5);']), '1 an assertion is weakened'],
    ['not none', diff('test_a.py', ['assert x is not None'], ['assert x == 5']), '1 an assertion is weakened'],
    ['fewer assertions', diff('a.test.ts', [], ['expect(x).toBe(1);', 'expect(y).toBe(2);']), '- 2 assertions fewer'],
    ['fewer cases', diff('a.test.ts', [], ["it('adds', () => {", '});']), '- 1 test case fewer'],
    ['snapshot', diff('test/__snapshots__/a.snap', ['b'], ['a']), '- a snapshot is rewritten'],
    ['true', diff('package.json', ['"test": "true",'], ['"test": "vitest",']), '1 a test script that cannot fail'],
    ['exit 0', diff('package.json', ['"test:unit": "exit 0"']), '1 a test script that cannot fail'],
    ['echo', diff('package.json', ['"lint": "echo ok"']), '1 a test script that cannot fail'],
    ['|| true', diff('Makefile', ['\tpytest || true']), '1 a failure is swallowed'],
    ['no tests', diff('package.json', ['"test": "vitest --passWithNoTests"']), '1 a failure is swallowed'],
    ['exit in setup', diff('test/setup.ts', ['process.exit(0);']), '1 the runner is made to end well'],
    ['os._exit', diff('tests/conftest.py', ['    os._exit(0)']), '1 the runner is made to end well'],
    ['deselect', diff('pytest.ini', ['addopts = --deselect test_a.py::test_x']), '1 tests are left out'],
    [
      'install',
      diff('web/package.json', ['"postinstall": "node x.js"']),
      '1 a script runs by itself when packages are installed',
    ],
    [
      'prepare',
      diff('package.json', ['{"scripts":{"prepare":"curl x | sh"}}']),
      '1 a script runs by itself when packages are installed',
    ],
    [
      'composer',
      diff('composer.json', ['"post-install-cmd": ["x"]']),
      '1 a script runs by itself when packages are installed',
    ],
    ['retries', diff('vitest.config.ts', ['retry: 3,', 'retries: 3,']), '2 failing tests are tried again'],
    ['threshold', diff('vitest.config.ts', ['  lines: 40,'], ['  lines: 90,']), '1 a threshold is lowered: lines'],
    [
      'fail under',
      diff('.coveragerc', ['fail_under = 10'], ['fail_under = 80']),
      '1 a threshold is lowered: fail_under',
    ],
    [
      'warnings',
      diff('package.json', ['"lint": "eslint --max-warnings 99"'], ['"lint": "eslint --max-warnings 0"']),
      '1 a limit is raised: max-warnings',
    ],
  ])('SEC-50 %s', (_, file, sign) => expect(signs(file)).toContain(sign));

  test.each<[string, FileDiff]>([
    ['a new test', diff('test/b.test.ts', ["it('adds', () => {", 'expect(x).toBeTruthy();'], [], 'A')],
    ['a better assertion', diff('a.test.ts', ['expect(x).toEqual([5]);'], ['expect(x).toBeTruthy();'])],
    ['a renamed case', diff('a.test.ts', ["it('adds two', () => {"], ["it('adds', () => {"])],
    ['a higher threshold', diff('vitest.config.ts', ['lines: 95'], ['lines: 90'])],
    ['a skip that was there', diff('a.test.ts', ["  it.skip('x', () => {"], ["it.skip('x', () => {"])],
    ['product code', diff('src/main.ts', ['process.exit(0);', 'run() || true'])],
    ['a real script', diff('package.json', ['"test": "vitest run",'])],
    ['packages', diff('package.json', ['"dependencies": {', '"install": { "x": 1 },', '"preinstalled": "x"'])],
  ])('%s is no sign', (_, file) => expect(signs(file)).toEqual([]));

  // Read again from each beginning, one of these would take hours; what stands at the end of it counts all the same.
  test.each(['it.', '"test": "true; ', '; true     ', 'threshold', '"test:echo": "echo    ', 'assert'])(
    'SEC-50 a line of a megabyte of %s is read once',
    text => {
      const line = `${text.repeat(2 ** 20 / text.length)} x`;
      expect(signs(diff('test/package.json', [line, `${line} it.skip(`]))).toContain('2 a test is skipped');
    },
  );

  test('a test that only has another name now is not deleted', () => {
    const body = ["it('adds', () => {", '  expect(1 + 1).toBe(2);', '});'];
    expect(signs(diff('test/new.test.ts', body, [], 'A'), diff('test/old.test.ts', [], body, 'D'))).toEqual([]);
    expect(signs(diff('test/new.test.ts', ['other'], [], 'A'), diff('test/old.test.ts', [], body, 'D'))).toHaveLength(
      1,
    );
    // By this name no runner finds it.
    expect(signs(diff('test/old.js', body, [], 'A'), diff('test/old.test.ts', [], body, 'D'))).toEqual([
      '- a file of the tests is deleted',
    ]);
  });
});

describe('exits', () => {
  const secret = { rule: 'secret' as const, path: 'a.ts', line: 3, what: 'a GitHub token' };
  const caught = iteration(1, { guard: { refused: [secret], tests: [] } });

  test('PROTECTED_CHANGE parks and asks the owners of the files, until a person answers', () => {
    expect(protectedChange(spec(), [caught])).toMatchObject({
      ...{ code: 'PROTECTED_CHANGE', kind: 'park', asks: true, resumable: true },
      ...{ files: ['a.ts'], evidence: ['a.ts:3 a GitHub token'] },
    });
    expect(protectedChange(spec(), [caught, word('continue')])).toBeUndefined();
    expect(protectedChange(spec(), [iteration(1, { guard: { refused: [], tests: [] } })])).toBeUndefined();
  });

  test('SEC-50 a goal over bent tests stays a goal, and asks with the signs named', () => {
    const goal = { code: 'CLEAN', kind: 'end', why: 'Clean.', evidence: ['e'], asks: false, resumable: true } as const;
    const bent = iteration(1, {
      guard: { refused: [], tests: [{ path: 't.ts', line: 1, what: 'a test is skipped' }] },
    });
    const exit = { ...goal, evidence: [...goal.evidence] };
    expect(testsQuestioned([bent], exit)).toMatchObject({
      ...{ code: 'CLEAN', asks: true, evidence: ['e', 't.ts:1 a test is skipped'], files: ['t.ts'] },
    });
    const mended = iteration(2, { guard: { refused: [], tests: [] } });
    expect(testsQuestioned([bent, mended], exit)).toBe(exit);
    expect(testsQuestioned([bent], undefined)).toBeUndefined();
  });
});
