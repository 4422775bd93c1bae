import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { readiness, type Situation } from '../../src/config/readiness.ts';
import { type Config, DEFAULTS } from '../../src/config/schema.ts';
import { undecided } from '../../src/config/undecided.ts';

const config = (text: string): Config => parseConfig(text, 'f').config ?? expect.fail(`not a configuration: ${text}`);

const ready: Situation = {
  config: DEFAULTS,
  issue: { title: 'Add a retry', body: 'Three times, then give up.' },
  size: path => ({ 'docs/tq.md': 120, 'empty.md': 0 })[path],
  frozenCount: glob => (glob === 'docs/**' ? 2 : 0),
  checks: [{ name: 'test', command: 'npm test', from: 'package.json', kind: 'unit' }],
};
const problems = (change: Partial<Situation>): string[] =>
  readiness({ ...ready, ...change }).map(({ problem }) => problem);
const targets = config('targets: {tq: docs/tq.md, gone: gone.md, empty: empty.md}');

describe('U2 refuses to start', () => {
  it.each<[string, Partial<Situation>, RegExp]>([
    ['an issue without text', { issue: { title: 'x', body: ' \n' } }, /The issue has no text/],
    [
      'a template nobody filled in',
      { issue: { title: 'x', body: '<!-- what? -->\n<!-- how' } },
      /The issue has no text/,
    ],
    ['an unknown target', { config: targets, target: 'tqq' }, /no target `tqq`\. Did you mean `tq`\?/],
    ['a target when none is declared', { target: 'tq' }, /no target `tq`\.$/],
    ['a target called like a method', { target: 'toString' }, /no target `toString`/],
    ['a target without its file', { config: targets, target: 'gone' }, /`gone\.md`, is not in the repository/],
    ['a target with an empty file', { config: targets, target: 'empty' }, /`empty\.md`, is empty/],
    [
      'a missing prerequisite',
      { config: config('prerequisites: [docs/tq.md, plan.md]') },
      /prerequisite `plan\.md` is not/,
    ],
    ['a glob that freezes nothing', { config: config('frozen: ["docs/**", "rtl/**"]') }, /`rtl\/\*\*` matches no file/],
    [
      'an open question',
      { issue: { title: 'x', body: '## Decisions\n- [x] bus\n- [ ] width?' } },
      /undecided: width\?/,
    ],
    ['no check', { checks: [] }, /No check was found/],
    ['blocks without any command', { checks: [], config: config('blocks: {a: {paths: [x]}}') }, /No check was found/],
  ])('%s', (_, change, problem) => {
    expect(problems(change)).toEqual([expect.stringMatching(problem)]);
  });

  it('names everything at once, each with what to do', () => {
    const obstacles = readiness({
      ...ready,
      config: targets,
      target: 'nope',
      checks: [],
      issue: { title: 'x', body: '# Open questions\n* [ ] a\n* [ ] b' },
    });
    expect(obstacles).toHaveLength(4);
    expect(obstacles[0]?.todo).toBe('Name one of `tq`, `gone`, `empty`, or `issue` for its text.');
    expect(obstacles.every(({ todo }) => todo.length > 10)).toBe(true);
  });
});

describe('U2 lets start', () => {
  it.each<[string, Partial<Situation>]>([
    ['an issue with text', {}],
    ['a named target, the issue being empty', { config: targets, target: 'tq', issue: { title: 'x', body: '' } }],
    [
      'the issue, although a target is configured',
      { config: config('target: t\ntargets: {t: gone.md}'), target: 'issue' },
    ],
    ['no checks, accepted', { checks: [], config: config('checks: []') }],
    ['checks in blocks only', { checks: [], config: config('blocks: {a: {paths: [x], unit: make}}') }],
    [
      'frozen and prerequisite files that are there',
      { config: config('frozen: ["docs/**"]\nprerequisites: [empty.md]') },
    ],
  ])('%s', (_, change) => {
    expect(problems(change)).toEqual([]);
  });
});

describe('U2 undecided design questions', () => {
  it.each<[string, string, string[]]>([
    ['no heading', '- [ ] write the code', []],
    ['another heading', '## Tasks\n- [ ] write the code', []],
    ['all decided', '## Decisions\n- [x] bus\n- [X] width', []],
    ['a code block', '## Decisions\n```\n- [ ] not real\n```', []],
    ['a quote', '## Decisions\n> - [ ] theirs', []],
    ['after the section', '## Decisions\n- [x] a\n## Tasks\n- [ ] b', []],
    ['no box', '## Decisions\n- [] a\n- [ ]b\n- \\[ ] c\n[ ] d', []],
    ['a word that begins alike', '## Decisionmaking\n- [ ] a', []],
    ['bullets', '## Design decisions\n\nSome text.\n\n* [ ] which bus?\r\n* [x] width', ['which bus?']],
    ['numbers', '### Open Questions (for Ana)\n1. [ ] one\n2. [ ] two `x`', ['one', 'two `x`']],
    ['nested', '# Decision\n- [x] a\n  - [ ] b\n    - [\t] c', ['b', 'c']],
    ['in a subsection', '# Decisions\n## Bus\n- [ ] a\n# Other\n- [ ] b', ['a']],
    ['underlined heading', 'Pending decisions\n---\n+ [ ] a', ['a']],
    ['bold heading', '## **Decisions**\n- [ ] a', ['a']],
    ['two sections', '## Decisions\n- [ ] a\n## Questions\n- [ ] b', ['a', 'b']],
    ['a section in a section, counted once', '# Decisions\n## Open questions\n- [ ] a', ['a']],
  ])('%s', (_, body, questions) => {
    expect(undecided(body)).toEqual(questions);
  });

  it.each(['>', '> - ', '- ', '*a_', '[a](', '1) > '])(
    '65,000 characters of "%s" are read like any other text',
    part => {
      const body = `## Decisions\n${part.repeat(65_000 / part.length)}\n\n## Decisions\n\n- [ ] a`;
      expect(undecided(body)).toEqual(['a']);
    },
  );
});
