import { describe, expect, it } from 'vitest';
import { checkKind, checksOf } from '../../src/config/check.ts';
import { detectChecks } from '../../src/config/detect-checks.ts';

/** `name: command` of what is found in a repository of these files. */
async function found(files: Record<string, string>): Promise<string[]> {
  const read = async (path: string): Promise<string | undefined> => files[path];
  const { checks } = await detectChecks({ files: Object.keys(files), read });
  return checks.map(({ name, command }) => `${name}: ${command}`);
}
const scripts = (given: object, more: object = {}): string => JSON.stringify({ scripts: given, ...more });

describe('K14 nothing to find', () => {
  it.each<[string, Record<string, string>]>([
    ['an empty repository', {}],
    ['only prose', { 'README.md': '# test:\nmake test' }],
    ['npm’s stub', { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) }],
    ['a watcher', { 'package.json': scripts({ test: 'jest --watch', lint: '' }) }],
    ['broken JSON', { 'package.json': '{"scripts":' }],
    ['JSON of another shape', { 'package.json': '[1]' }],
    ['scripts that are no text', { 'package.json': '{"scripts":{"test":{"a":1},"lint":null}}' }],
    ['scripts that are a list', { 'package.json': '{"scripts":["test"]}' }],
    ['make variables', { Makefile: 'test := 1\nlint ::= x\ncheck:=3\n.PHONY: test\n\ttest: no\n# lint: no\n' }],
    ['other people’s code', { 'node_modules/package.json': scripts({ test: 'x' }), 'vendor/go.mod': '' }],
    ['examples', { 'examples/Cargo.toml': '' }],
    ['a folder a shell would misread', { 'a b/go.mod': '', '$(id)/go.mod': '', '-x/go.mod': '', '.x/go.mod': '' }],
    ['Python without pytest', { 'pyproject.toml': '[project]\nname = "x"', 'setup.py': '' }],
  ])('%s', async (_, files) => {
    expect(await found(files)).toEqual([]);
  });

  it('a file that is listed but cannot be read', async () => {
    const read = async (): Promise<undefined> => undefined;
    expect(await detectChecks({ files: ['package.json', 'Makefile', 'pyproject.toml'], read })).toEqual({ checks: [] });
  });
});

describe('K14 what is found', () => {
  const all = scripts({ test: 'vitest run', lint: 'biome check', 'type-check': 'tsc', start: 'node .' });
  it.each<[string, Record<string, string>, string[]]>([
    ['npm', { 'package.json': all }, ['typecheck: npm run type-check', 'lint: npm run lint', 'test: npm test']],
    ['pnpm', { 'package.json': scripts({ test: 'x' }), 'pnpm-lock.yaml': '' }, ['test: pnpm run test']],
    ['yarn', { 'package.json': scripts({ tsc: 'tsc' }), 'yarn.lock': '' }, ['typecheck: yarn run tsc']],
    ['bun', { 'package.json': scripts({ test: 'x' }), 'bun.lockb': '' }, ['test: bun run test']],
    [
      'packageManager',
      { 'package.json': scripts({ lint: 'x' }, { packageManager: 'pnpm@9' }) },
      ['lint: pnpm run lint'],
    ],
    [
      'an odd packageManager',
      { 'package.json': scripts({ lint: 'x' }, { packageManager: 'rm -rf;@1' }) },
      ['lint: npm run lint'],
    ],
    ['--watch=false', { 'package.json': scripts({ test: 'ng test --watch=false' }) }, ['test: npm test']],
    [
      'make',
      { Makefile: 'lint test: dep\n\tx\ncheck: test\nrun_contract:\n' },
      ['make-lint: make lint', 'make-test: make test', 'make-run_contract: make run_contract'],
    ],
    ['make check', { GNUmakefile: 'check ::\r\n\tx\r\n' }, ['make-check: make check']],
    ['pytest.ini', { 'pytest.ini': '' }, ['pytest: python3 -m pytest']],
    ['pyproject with uv', { 'pyproject.toml': '[tool.pytest.ini_options]', 'uv.lock': '' }, ['pytest: uv run pytest']],
    [
      'pyproject with poetry',
      { 'pyproject.toml': 'dev = ["pytest>=8"]', 'poetry.lock': '' },
      ['pytest: poetry run pytest'],
    ],
    ['tox', { 'tox.ini': '[testenv]\ncommands = pytest' }, ['pytest: python3 -m pytest']],
    ['test files', { 'tests/test_a.py': '' }, ['pytest: python3 -m pytest']],
    ['cargo', { 'Cargo.toml': '' }, ['cargo-check: cargo check', 'cargo-test: cargo test']],
    ['go', { 'go.mod': '' }, ['go-vet: go vet ./...', 'go-test: go test ./...']],
    ['maven', { 'pom.xml': '' }, ['maven-test: mvn -B test']],
    ['maven wrapper', { 'pom.xml': '', mvnw: '' }, ['maven-test: ./mvnw -B test']],
    ['gradle', { 'build.gradle.kts': '' }, ['gradle-test: gradle test']],
    ['gradle wrapper', { 'settings.gradle': '', gradlew: '' }, ['gradle-test: ./gradlew test']],
    [
      'two languages',
      { 'package.json': scripts({ test: 'x' }), 'go.mod': '' },
      ['test: npm test', 'go-vet: go vet ./...', 'go-test: go test ./...'],
    ],
    [
      'folders',
      { 'web/package.json': scripts({ test: 'x' }), 'api/go.mod': '', 'yarn.lock': '' },
      [
        'web-test: (cd web && yarn run test)',
        'api-go-vet: (cd api && go vet ./...)',
        'api-go-test: (cd api && go test ./...)',
      ],
    ],
    [
      'a root that speaks for its folders',
      { 'go.mod': '', 'tools/go.mod': '' },
      ['go-vet: go vet ./...', 'go-test: go test ./...'],
    ],
  ])('%s', async (_, files, wanted) => {
    expect(await found(files)).toEqual(wanted);
  });

  it('says where each comes from and what it answers', async () => {
    const read = async (): Promise<string> => scripts({ lint: 'x' });
    const { checks } = await detectChecks({ files: ['web/package.json'], read });
    expect(checks).toEqual([
      { name: 'web-lint', command: '(cd web && npm run lint)', from: 'web/package.json', kind: 'lint' },
    ]);
  });
});

describe('declared checks', () => {
  it.each([
    ['lint', 'lint'],
    ['typecheck', 'lint'],
    ['unit', 'unit'],
    ['Test-slow', 'unit'],
    ['e2e', 'unit'],
    ['contract-tests', 'contract'],
    ['build', 'lint'],
  ])('%s is of the kind %s', (name, kind) => {
    expect(checkKind(name)).toBe(kind);
  });

  it('win over detected ones, also when there are none', () => {
    const detected = [{ name: 'test', command: 'npm test', from: 'package.json', kind: 'unit' as const }];
    expect(checksOf(undefined, detected)).toEqual(detected);
    expect(checksOf({}, detected)).toEqual([]);
    expect(checksOf({ lint: 'x' }, detected)).toEqual([
      { name: 'lint', command: 'x', from: 'ultraloop.yml', kind: 'lint' },
    ]);
  });
});
