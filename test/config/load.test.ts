import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CONFIG_SIZE, parseConfig } from '../../src/config/load.ts';
import { DEFAULTS } from '../../src/config/schema.ts';

/** Mistakes as `line:column path: message`. */
function mistakes(text: string): string[] | undefined {
  const loaded = parseConfig(text, '.github/ultraloop.yml');
  return loaded.mistakes?.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
}

describe('K13 each mistake has its place and says what to do', () => {
  it.each<[string, string, RegExp[]]>([
    ['no mapping', 'hello', [/^1:1 : the file must be a mapping/]],
    ['a list', '- loop', [/^1:1 : the file must be a mapping/]],
    ['a key in camel case', 'maxCycles: 3', [/^1:1 maxCycles: .*did you mean `max_cycles`\?/]],
    ['a typing mistake', 'limits:\n  failurse: 3', [/^2:3 limits\.failurse: .*did you mean `failures`/]],
    ['a key in the wrong place', '\nno_progress: 3', [/^2:1 no_progress: `no_progress` belongs under `limits:`/]],
    ['a key far from any', 'colour: red', [/^1:1 colour: there is no key `colour`; known here: `loop`/]],
    ['text for a number', 'max_cycles: "3"', [/^1:13 max_cycles: this must be a number/]],
    ['a fraction', 'max_cycles: 1.5', [/^1:13 max_cycles: this must be a whole number/]],
    ['too small', 'max_cycles: 0', [/^1:13 max_cycles: this must be at least 1/]],
    ['too big', 'auto_continue_minutes: 10081', [/at most 10080/]],
    ['infinite', 'budget: {max_cost_usd: .inf}', [/^1:24 budget\.max_cost_usd: this must be a number/]],
    ['no value', 'limits:\nmax_cycles:\n', [/^1:1 limits: this has no value/, /^2:1 max_cycles: this has no value/]],
    ['a missing key', 'blocks:\n  tq:\n    unit: make', [/^2:3 blocks\.tq\.paths: `paths` is missing/]],
    ['a loop there is not', 'loop: spiral', [/^1:7 loop: this must be `ultraloop`/]],
    ['text for a list', 'frozen: docs', [/^1:9 frozen: this must be a list/]],
    ['a number for a target', 'targets: {a: 3}', [/^1:14 targets\.a: this must be text or a mapping/]],
    ['an unknown key of a target', 'targets: {a: {path: x, stat: y}}', [/^1:24 targets\.a\.stat: .*mean `state`/]],
    ['a name with a slash', 'targets: {a/b: x}', [/^1:11 targets\.a\/b: a name is/]],
    ['a reserved target', 'targets: {issue: x}', [/^1:10 targets: `issue` is taken/]],
    ['a reserved block', 'blocks: {repository: {paths: [a]}}', [/`repository` is taken/]],
    ['a target that is not declared', 'target: tq', [/^1:9 target: there is no such name/]],
    ['a target called like a method', 'target: constructor', [/^1:9 target: there is no such name/]],
    ['a path that climbs', 'prerequisites: [ok.md, ../x]', [/^1:24 prerequisites\[1\]: a path is relative/]],
    ['an absolute path', 'prerequisites: [/etc/passwd]', [/a path is relative/]],
    ['a path like an option', 'frozen: ["--output=x"]', [/a path is relative/]],
    ['an excluding glob', 'frozen: ["!docs/**"]', [/^1:10 frozen\[0\]: a glob cannot begin with `!`/]],
    ['an empty command', 'checks: {lint: " "}', [/^1:16 checks\.lint: a command cannot be empty/]],
    ['a list of checks', 'checks: [lint]', [/^1:9 checks: only an empty list/]],
    ['an odd reviewer', 'reviewers: [mona, "@a/b/c"]', [/^1:19 reviewers\[1\]: a reviewer is/]],
    ['a duplicate key', 'loop: ultraloop\nloop: ultraloop', [/^2:1 : this key is there twice/]],
    ['a duplicate key and others', 'zzz: 1\nloop: x\nloop: x', [/^1:1 zzz/, /^2:7 loop/, /^3:1 : .*twice/]],
    ['a bracket left open', 'frozen: [a', [/^1:11 : this is not valid YAML/]],
    ['a tab', 'limits:\n\tfailures: 1', [/^2:\d : tabs cannot indent YAML/]],
    ['two documents', 'loop: ultraloop\n---\nloop: ultraloop', [/^2:1 : the file must hold one document/]],
    ['a tag', 'loop: !!js/function x', [/^1:7 : tags/]],
    ['an unknown anchor', 'loop: ultraloop\nfrozen: *design', [/^2:9 : anchors cannot be resolved/]],
    [
      'a mistake in a merged mapping',
      'limits:\n  <<: {failures: 0}',
      [/^2:18 limits\.failures: this must be at least 1/],
    ],
    ['the prototype', '__proto__: {loop: x}', [/^1:1 __proto__: there is no key/]],
    ['the prototype as a target', 'targets: {a: {path: x, __proto__: 1}}', [/__proto__: there is no key/]],
    ['a mapping as a key', '? {a: 1}\n: 2', [/there is no key/]],
    ['CRLF', 'loop: ultraloop\r\nzzz: 1\r\n', [/^2:1 zzz/]],
  ])('%s', (_, text, expected) => {
    expect(mistakes(text)).toEqual(expected.map(pattern => expect.stringMatching(pattern)));
  });

  it('all of them at once, in the order of the file', () => {
    const text = 'max_cycles: 0\nlimits:\n  failures: x\n  chek_timeout_min: 1\nfrozen: [1, "!x"]\nbudget: 5\n';
    const places = parseConfig(text, 'f').mistakes?.map(({ line, column, path }) => `${line}:${column} ${path}`);
    expect(places).toEqual([
      '1:13 max_cycles',
      '3:13 limits.failures',
      '4:3 limits.chek_timeout_min',
      '5:10 frozen[0]',
      '5:13 frozen[1]',
      '6:9 budget',
    ]);
  });

  it('names the file', () => {
    expect(parseConfig('x: 1', 'o/.github/ultraloop.yml').mistakes?.[0]?.file).toBe('o/.github/ultraloop.yml');
  });
});

describe('K13 a hostile file is refused in words', () => {
  it.each([
    ['brackets', '{'.repeat(60_000)],
    ['brackets in brackets', '[{a: '.repeat(10_000)],
    ['dashes', '- '.repeat(30_000)],
    ['question marks', '? '.repeat(30_000)],
    ['indentation', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('nested %s, which would end the process', (_, text) => {
    expect(mistakes(text)).toEqual([expect.stringMatching(/nested deeper than 30 levels/)]);
  });

  it('says where it gets too deep', () => {
    expect(mistakes(`loop: ultraloop\nfrozen: ${'['.repeat(31)}`)?.[0]).toMatch(/^2:39 /);
  });

  it('a billion laughs', () => {
    const rows = 'abcdefgh'.split('').map(
      (name, row, all) =>
        `${name}: &${name} [${Array(9)
          .fill(row ? `*${all[row - 1]}` : 'x')
          .join(', ')}]`,
    );
    expect(mistakes(rows.join('\n'))).toEqual([expect.stringMatching(/anchors cannot be resolved/)]);
  });

  it('too large', () => {
    expect(mistakes(`#${'x'.repeat(MAX_CONFIG_SIZE)}`)).toEqual([
      expect.stringMatching(/^1:1 : the file has 65537 characters/),
    ]);
  });

  it('never throws, and finds either a configuration or a mistake', () => {
    const value = fc.json().map(text => `limits: ${text}`);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom('limits:', ' ', '\n', '- ', '&a ', '*a', '<<: ', '{', '}', '"', '|', '#', '!x ', '? ', 'a'),
        )
        .map(parts => parts.join('')),
      value,
    );
    fc.assert(
      fc.property(text, given => {
        const { config, mistakes: found } = parseConfig(given, 'f');
        expect(config !== undefined || (found ?? []).length > 0).toBe(true);
        for (const { line, column } of found ?? []) expect(Math.min(line, column)).toBeGreaterThan(0);
      }),
      { numRuns: 600 },
    );
  });
});

describe('K13, K14 a good file', () => {
  it.each(['', '\n', '# nothing yet\n', '---\n', '{}', '\ufeff'])('%j means the defaults', text => {
    expect(parseConfig(text, 'f')).toEqual({ config: DEFAULTS });
  });

  it('the defaults are those of the seed', () => {
    expect(DEFAULTS).toEqual({
      ...{ loop: 'ultraloop', max_cycles: 10, auto_continue_minutes: 30, targets: {}, prerequisites: [], frozen: [] },
      ...{ blocks: {}, reviewers: { users: [], teams: [] }, budget: {}, protected: [], allow_protected: [], roles: {} },
      limits: {
        no_progress: 3,
        failures: 3,
        check_timeout_min: 30,
        agent_timeout_min: 60,
        agent_idle_min: 15,
        max_files: 300,
        max_bytes: 5_000_000,
      },
      autonomous: { max_iterations: 5, rules: ['AGENTS.md', 'CONTRIBUTING.md'] },
      ralph: {
        ...{ mode: 'build', scope: 'scope.json', log: 'implementation-log.md' },
        ...{ plan_handoff: 'handoffs/plan-handoff.md', grill_summary: 'grill-summary.md' },
      },
      autoiter: { auto_approve: false, skip_prepare: false },
    });
  });

  it('every key, anchors and merges included', () => {
    const text = `
loop: ultraloop
max_cycles: 20
auto_continue_minutes: 0
target: tq
targets: { tq: docs/tq.md, me: { path: docs/me.md, state: state.json } }
prerequisites: [docs/plan.md]
frozen: ["rtl/pkg/**", "docs/{a,b}/*.md"]
blocks:
  tq: &block { paths: ["rtl/tq/**"], lint: make lint }
  me: { <<: *block, contract: "cd sim/me && make run_contract" }
checks: { lint: make lint, test: "make test | tee log" }
reviewers: ["@mona", "@acme/rtl"]
budget: { max_tokens: 2000000, max_cost_usd: 20.5, max_wallclock_min: 600 }
limits: { failures: 5 }
`;
    expect(parseConfig(text, 'f')).toEqual({
      config: {
        ...{
          loop: 'ultraloop',
          max_cycles: 20,
          auto_continue_minutes: 0,
          target: 'tq',
          prerequisites: ['docs/plan.md'],
        },
        targets: { tq: { path: 'docs/tq.md' }, me: { path: 'docs/me.md', state: 'state.json' } },
        frozen: ['rtl/pkg/**', 'docs/{a,b}/*.md'],
        blocks: {
          tq: { paths: ['rtl/tq/**'], lint: 'make lint' },
          me: { paths: ['rtl/tq/**'], lint: 'make lint', contract: 'cd sim/me && make run_contract' },
        },
        checks: { lint: 'make lint', test: 'make test | tee log' },
        reviewers: { users: ['mona'], teams: ['acme/rtl'] },
        budget: { max_tokens: 2_000_000, max_cost_usd: 20.5, max_wallclock_min: 600 },
        limits: { ...DEFAULTS.limits, failures: 5 },
        ...{ protected: [], allow_protected: [], roles: {} },
        ...{ autonomous: DEFAULTS.autonomous, ralph: DEFAULTS.ralph, autoiter: DEFAULTS.autoiter },
      },
    });
  });

  it.each(['checks: []', 'checks: {}'])('"%s" accepts that there are none', text => {
    expect(parseConfig(text, 'f').config?.checks).toEqual({});
  });
});
