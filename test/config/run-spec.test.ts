import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRunSpec } from '../../src/config/find-run-spec.ts';
import { parseConfig } from '../../src/config/load.ts';
import { renderRunSpec } from '../../src/config/render-run-spec.ts';
import { lowerIsBetter, parseRunSpec, RUN_SPEC, type RunSpec, triggerTimeoutMin } from '../../src/config/run-spec.ts';
import { runSpecComment } from '../../src/reports/autoiter/run-spec-comment.ts';
import { finish } from '../../src/reports/redact.ts';
import { plan } from '../brakes/autoiter-entries.ts';
import { hostile } from '../reports/hostile.ts';

const spec = (over: object = {}): RunSpec => RUN_SPEC.parse({ trigger: { invocation: 'npm test' }, ...over });
const mistakes = (text: string) =>
  parseRunSpec(text).mistakes?.map(({ line, path, message }) => `${line} ${path}: ${message}`) ?? [];

describe('C2 the run spec', () => {
  test('is YAML in the seed’s order, with a word beside what can be changed', () => {
    const full = spec({
      task: 'Speed up\n\n# the parser',
      trigger: { invocation: 'npm run bench', scalar_extraction: 'grep:ops/s' },
      success_criterion: { type: 'scalar_threshold', threshold: 900 },
    });
    expect(renderRunSpec(full)).toMatchInlineSnapshot(`
      "task: |-
        Speed up

        # the parser
      primary_goal: correctness # correctness | optimization | both
      trigger:
        kind: shell # shell | replay | dataset
        invocation: npm run bench # run at the root of the worktree
        expected_output: stdout stream # stdout stream | junit xml | custom parser
        scalar_extraction: grep:ops/s # grep:TEXT | grep-count:TEXT | regex:PATTERN | jq:.path | junit:ratio|passed|failed
      success_criterion:
        type: scalar_threshold # all_green | scalar_threshold | convergence_delta | custom
        threshold: 900 # the scalar that is good enough
      budget:
        max_iterations: 5
        max_tokens: unlimited # a number or unlimited
        max_wallclock_min: unlimited # a number or unlimited
      overfit_guards: [G1, G2, G3, G4, G5, G6, G7, G8]
      iter_rollback_policy: kind_aware # kind_aware | none
      skip_prepare: false # true skips the check of tools, data and a first run
      "
    `);
  });

  test('has the seed’s defaults', () => {
    expect(spec()).toMatchObject({
      primary_goal: 'correctness',
      trigger: { kind: 'shell', expected_output: 'stdout stream' },
      success_criterion: { type: 'all_green' },
      budget: { max_iterations: 5, max_tokens: 'unlimited', max_wallclock_min: 'unlimited' },
      overfit_guards: ['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8'],
      iter_rollback_policy: 'kind_aware',
      skip_prepare: false,
    });
  });

  test.each<[string, string, RegExp[]]>([
    ['nothing', '', [/^1 trigger: `trigger` is missing/]],
    ['no mapping', '- a', [/^1 : the file must be a mapping/]],
    ['no command', 'trigger:\n  kind: shell\n', [/^1 trigger\.invocation: `invocation` is missing/]],
    ['an empty command', 'trigger: {invocation: " "}', [/^1 trigger\.invocation: a command cannot be empty/]],
    ['a typing mistake', 'trigger:\n  invocation: x\nbuget: {}', [/^3 buget: .*did you mean `budget`/]],
    [
      'a key in the wrong place',
      'trigger: {invocation: x}\nthreshold: 3',
      [/^2 threshold: `threshold` belongs under `success_criterion:`/],
    ],
    [
      'an unknown goal',
      'trigger: {invocation: x}\nprimary_goal: speed',
      [/^2 primary_goal: this must be `correctness` or `optimization` or `both`/],
    ],
    [
      'no iterations',
      'trigger: {invocation: x}\nbudget:\n  max_iterations: 0',
      [/^3 budget\.max_iterations: this must be at least 1/],
    ],
    [
      'a word for a limit',
      'trigger: {invocation: x}\nbudget: {max_tokens: many}',
      [/^2 budget\.max_tokens: this must be .*`unlimited`/],
    ],
    [
      'an extraction that is none',
      'trigger:\n  invocation: x\n  scalar_extraction: awk',
      [/^3 trigger\.scalar_extraction: this must be `grep:TEXT`/],
    ],
    [
      'a pattern that could hang',
      'trigger: {invocation: x, scalar_extraction: "regex:(a+)+"}',
      [/repeats cannot hold repeats/],
    ],
    [
      'a threshold without a scalar',
      'trigger: {invocation: x}\nsuccess_criterion:\n  type: scalar_threshold\n  threshold: 1',
      [/^3 success_criterion\.type: this needs `trigger\.scalar_extraction`/],
    ],
    [
      'a scalar without its threshold',
      'trigger: {invocation: x, scalar_extraction: junit}\nsuccess_criterion: {type: scalar_threshold}',
      [/^2 success_criterion\.type: .*also a `threshold`/],
    ],
    ['a guard that is not one', 'trigger: {invocation: x}\noverfit_guards: [G1, G9]', [/^2 overfit_guards\[1\]/]],
    ['several at once', 'trigger: {}\nskip_prepare: maybe', [/^1 trigger\.invocation/, /^2 skip_prepare/]],
    ['broken YAML', 'trigger: [', [/not valid YAML/]],
    ['deep nesting', '['.repeat(5000), [/nested deeper/]],
  ])('%s: each mistake with line and key', (_, text, expected) => {
    expect(mistakes(text)).toEqual(expected.map(pattern => expect.stringMatching(pattern)));
  });

  test('what is rendered reads back the same, whatever the task holds', () => {
    const criterion = fc.constantFrom(
      { type: 'all_green' },
      { type: 'custom', lower_is_better: true },
      { threshold: 0.25 },
    );
    const limit = fc.oneof(fc.constant('unlimited'), fc.integer({ min: 1, max: 1e9 }));
    fc.assert(
      fc.property(hostile, hostile, criterion, limit, (task, invocation, success_criterion, max_tokens) => {
        fc.pre(invocation.trim() !== '' && !invocation.includes('\0'));
        const made = spec({
          task: task.toWellFormed(),
          trigger: { invocation: invocation.toWellFormed() },
          success_criterion,
          budget: { max_tokens },
        });
        expect(parseRunSpec(renderRunSpec(made)).spec).toEqual(made);
      }),
    );
  });

  test('a task of any length fits into a comment', () => {
    const long = spec({ task: 'x'.repeat(65_000) });
    expect(renderRunSpec(long).length).toBeLessThan(22_000);
    expect(parseRunSpec(renderRunSpec(long)).spec).toEqual(long);
  });
});

describe('C2 the comment people edit', () => {
  const run = { spec: plan(), past: [], links: { web: 'https://github.com' } };
  const comment = (yaml: string) => finish(runSpecComment(run, { yaml, triggers: [] }), new Set());

  test('holds the run spec: what was posted is found and read again', () => {
    fc.assert(
      fc.property(hostile, task => {
        const found = findRunSpec(comment(renderRunSpec(spec({ task }))));
        expect(parseRunSpec(found ?? '').spec?.trigger.invocation).toBe('npm test');
      }),
      { examples: [['\u202e'], ['\u202e- a'], ['\u3164\nb']], numRuns: 500 },
    );
  });

  test('is read as it stands after an edit, with the line ends of a browser', () => {
    const edited = comment(renderRunSpec(spec()))
      .replace('max_iterations: 5', 'max_iterations: 9')
      .replaceAll('\n', '\r\n');
    expect(parseRunSpec(findRunSpec(edited) ?? '').spec?.budget.max_iterations).toBe(9);
  });

  test.each([
    ['no fence', 'trigger: {invocation: x}'],
    ['a fence of something else', '```sh\nnpm test\n```'],
    ['a fence inside a quote', '> ```yaml\n> a: 1\n> ```'],
    ['nothing', ''],
  ])('finds nothing in %s', (_, body) => {
    expect(findRunSpec(body)).toBeUndefined();
  });
});

describe('C4 how long a trigger may run', () => {
  test.each<[object, number]>([
    [{}, 30],
    [{ max_wallclock_min: 60, max_iterations: 5 }, 12],
    [{ max_wallclock_min: 600, max_iterations: 5 }, 30],
    [{ max_wallclock_min: 150, max_iterations: 5 }, 30],
    [{ max_wallclock_min: 1, max_iterations: 2 }, 0.5],
  ])('budget %j: %d minutes', (budget, minutes) => {
    expect(triggerTimeoutMin(spec({ budget }))).toBe(minutes);
  });
});

test.each<[object, object, boolean]>([
  [{}, {}, false],
  [{ scalar_extraction: 'junit: failed' }, {}, true],
  [{ scalar_extraction: 'junit:passed' }, {}, false],
  [{ scalar_extraction: 'junit:failed' }, { lower_is_better: false }, false],
  [{ scalar_extraction: 'grep:ms' }, { lower_is_better: true }, true],
])('C12 trigger %j, criterion %j: lower is better: %s', (trigger, success_criterion, lower) => {
  expect(lowerIsBetter(spec({ trigger: { invocation: 'x', ...trigger }, success_criterion }))).toBe(lower);
});

describe('K13 a run spec in the configuration', () => {
  const config = (text: string) => parseConfig(`autoiter:\n  run_spec:\n${text}`, 'ultraloop.yml');
  test('is the same schema, checked at the run’s start', () => {
    expect(config('    trigger: {invocation: make eval}\n').config?.autoiter.run_spec?.budget.max_iterations).toBe(5);
    const wrong = config('    trigger:\n      invocation: x\n      scalar_extraction: awk\n').mistakes;
    expect(wrong?.map(({ line, path }) => `${line} ${path}`)).toEqual([
      '5 autoiter.run_spec.trigger.scalar_extraction',
    ]);
  });
});
