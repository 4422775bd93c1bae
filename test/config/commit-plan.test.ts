// A3 A5: what an issue says about its commits and their contract; A1 A4: what a run is given at its start.
import { describe, expect, test } from 'vitest';
import { commitPlan } from '../../src/config/commit-plan.ts';
import { parseConfig } from '../../src/config/load.ts';
import { openAutonomous } from '../../src/config/open-autonomous.ts';
import { AUTONOMOUS_ISSUE } from '../world/autonomous-sample.ts';

const titles = (body: string): string[] => commitPlan(body).commits.map(({ title }) => title);

describe('A3 the commit plan of an issue', () => {
  test('checklist, contracts below its items, acceptance list and scenarios', () => {
    expect(commitPlan(AUTONOMOUS_ISSUE.body)).toEqual({
      commits: [
        {
          title: 'Read durations',
          contract: ["`parse('1h 30m 5s')` is 5405", 'A text that is no duration is refused'],
        },
        { title: 'Write durations', contract: [] },
      ],
      acceptance: [
        'Zero is written as `0s`',
        'Scenario: there and back Given a text that is a duration When it is read and written again Then it is the same text',
      ],
    });
  });

  const table: [string, string, string[]][] = [
    ['nothing', 'Please fix it.', []],
    ['a checklist anywhere', 'Do:\n\n- [ ] one\n- [ ] two', ['one', 'two']],
    ['what is ticked is done', '- [x] one\n- [ ] two\n- [X] three', ['two']],
    ['a plan without boxes', '## Commits\n1. one\n2. two', ['one', 'two']],
    ['a plain list is no plan', 'Notes:\n- one\n- two', []],
    ['decisions are none', '### Decisions\n- [x] cents\n- [ ] euros\n\n### Tasks\n- [ ] one', ['one']],
    ['acceptance is none', '### Acceptance criteria\n- [ ] holds\n\n### Plan\n- [ ] one', ['one']],
    ['boxes in code are none', '```\n- [ ] one\n```', []],
    ['a quoted list asks nothing', '> - [ ] one', []],
    ['white space', '### Plan\n- [ ]   one\n  and more', ['one and more']],
  ];
  test.each(table)('%s', (_, body, expected) => {
    expect(titles(body)).toEqual(expected);
  });

  test('bounded, whatever the issue is', () => {
    expect(titles(`### Plan\n${'- [ ] x\n'.repeat(1000)}`)).toHaveLength(50);
    expect(titles(`- [ ] ${'y'.repeat(5000)}`)[0]).toHaveLength(500);
    expect(titles('- '.repeat(3000))).toEqual([]);
  });
});

describe('the start of an autonomous run', () => {
  const files: Record<string, string> = { 'AGENTS.md': 'No clocks.' };
  async function open(yaml: string, maxIterations?: number) {
    const { config } = parseConfig(yaml, 'ultraloop.yml');
    if (!config) throw new Error('not valid');
    const read = async (path: string) => files[path];
    return openAutonomous({
      config,
      issue: { body: '- [ ] one' },
      checks: [],
      read,
      ...(maxIterations && { maxIterations }),
    });
  }

  test('A1 every check is a criterion by its own name; A4 rules are read where they are', async () => {
    const opened = await open('checks: {typecheck: tsc, test: node --test}');
    expect(opened).toMatchObject({
      part: {
        blocks: [
          { name: 'typecheck', declared: false, lint: 'tsc' },
          { name: 'test', declared: false, unit: 'node --test' },
        ],
        limits: { max_cycles: 5 },
        autonomous: { commits: [{ title: 'one' }], rules: [{ path: 'AGENTS.md', text: 'No clocks.' }] },
      },
    });
  });

  test('A1 criteria can be chosen by name, and the limit can be set', async () => {
    const yaml =
      'checks: {typecheck: tsc, slow: make slow}\nautonomous: {success_criteria: [typecheck], max_iterations: 7}';
    const names = (opened: Awaited<ReturnType<typeof open>>) =>
      'part' in opened ? opened.part.blocks?.map(b => b.name) : [];
    expect(names(await open(yaml))).toEqual(['typecheck']);
    expect(await open(yaml)).toMatchObject({ part: { limits: { max_cycles: 7 } } });
    expect(await open(yaml, 2)).toMatchObject({ part: { limits: { max_cycles: 2 } } });
  });

  test('A1 a criterion that is no check is named, with the one that was meant', async () => {
    const opened = await open('checks: {typecheck: tsc}\nautonomous: {success_criteria: [typechek]}');
    expect(opened).toMatchObject({ obstacles: [{ problem: expect.stringContaining('Did you mean `typecheck`?') }] });
  });

  test('A4 a rule file the configuration names must be there', async () => {
    const opened = await open('checks: {t: tsc}\nautonomous: {rules: [docs/rules.md]}');
    expect(opened).toMatchObject({ obstacles: [{ problem: expect.stringContaining('`docs/rules.md`') }] });
  });
});
