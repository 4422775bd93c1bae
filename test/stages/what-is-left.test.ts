// Near its end a writer is told so: what is left, and to leave everything working.
import { describe, expect, test } from 'vitest';
import type { Iteration, Past } from '../../src/record.ts';
import { taskBrief } from '../../src/stages/brief.ts';
import { whatIsLeft } from '../../src/stages/what-is-left.ts';
import { idle, iteration, spec, word } from '../brakes/entries.ts';

const used = (n: number, tokensIn: number, costUsd?: number): Iteration =>
  iteration(n, {
    spend: [
      ...[
        { stage: 'execute', role: 'implementer', ms: 1, killed: false, tokensIn, ...(costUsd && { costUsd }) } as const,
      ],
    ],
  });
const told = (over: Parameters<typeof spec>[0], past: Past): string[] =>
  whatIsLeft(spec(over), past).flatMap(({ text }) => text.split('\n').filter(line => line.startsWith('- ')));
const of = (count: number): Iteration[] => Array.from({ length: count }, (_, at) => iteration(at + 1));

describe('U11 what is left', () => {
  test.each<[string, Parameters<typeof spec>[0], Past, string[]]>([
    ['nothing ran yet', {}, [], []],
    ['plenty', { budget: { max_tokens: 1000 } }, [used(1, 300)], []],
    ['the last iteration', {}, of(9), ['- This iteration is the last, 10 of 10.']],
    ['the last but one', {}, of(8), []],
    ['a person granted more', {}, [...of(10), word('continue')], []],
    [
      'a wait is none of them',
      {},
      [...of(9), idle(10, { failure: { code: 'model-limited', detail: '' } })],
      ['- This iteration is the last, 11 of 11.'],
    ],
    [
      'more than 80 % of the tokens',
      { budget: { max_tokens: 1000 } },
      [used(1, 700), used(2, 101)],
      ['- 801 of 1000 tokens are used; the last iteration took 101.'],
    ],
    [
      'the next one may use up what is left',
      { budget: { max_cost_usd: 2 } },
      [used(1, 5, 1.2)],
      ['- 1.2 of 2 US dollars are used; the last iteration took 1.2.'],
    ],
    [
      'the run clock, which is always on',
      {},
      [iteration(1, { endedAt: '2026-03-02T09:01:00.000Z' })],
      ['- 1380 of 1440 minutes of work are used; the last iteration took 1380.'],
    ],
  ])('%s', (_, over, past, lines) => {
    expect(told(over, past)).toEqual(lines);
  });

  test('in our words, before the task, and never without a reason', () => {
    const brief = taskBrief(spec(), of(9));
    const at = brief.findIndex(({ heading }) => heading === 'What is left');
    expect(brief[at]).toMatchObject({ trust: 'ours', text: expect.stringContaining('leave everything working') });
    expect(at).toBeLessThan(brief.findIndex(({ heading }) => heading.startsWith('The task')));
    expect(taskBrief(spec(), of(3)).map(({ heading }) => heading)).not.toContain('What is left');
  });
});

describe('after a model that was away', () => {
  const away = idle(2, { known: 1, failure: { code: 'model-limited', detail: '' } });
  const red = { command: 'make test', ok: false, exitCode: 1, timedOut: false, ms: 1 };
  const first = iteration(1, {
    blocks: [
      {
        name: 'me',
        declared: true,
        status: 'x',
        unit: { ...red, log: { head: 'boom', tail: '', bytes: 4, lines: 1, dropped: 0 } },
      },
    ],
    improvements: [{ file: 'a.ts', what: 'mend it', applied: false }],
  });

  test('nobody forgets what was red, what is open, and what a person said', () => {
    const brief = taskBrief(spec(), [first, word('continue', 'use the other header'), away]);
    const text = brief.map(({ heading, text: body }) => `${heading}\n${body}`).join('\n');
    for (const known of ['boom', 'mend it', 'use the other header', 'Resume: iteration 3'])
      expect(text).toContain(known);
  });

  test('where nothing was done yet there is nothing to resume', () => {
    const brief = taskBrief(spec(), [idle(1, { failure: { code: 'model-limited', detail: '' } })]);
    expect(brief.map(({ heading }) => heading).join()).not.toContain('Resume');
  });
});
