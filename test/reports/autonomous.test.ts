// A2 A7 A8: the reports of the autonomous loop in the seed's form, whatever agents and strangers wrote.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../../src/brakes/exit.ts';
import type { AutonomousFacts } from '../../src/facts/autonomous.ts';
import type { ExitCode, Iteration } from '../../src/record.ts';
import { attempts } from '../../src/reports/autonomous/attempts.ts';
import { autonomousClosing } from '../../src/reports/autonomous/closing.ts';
import { autonomousIteration } from '../../src/reports/autonomous/iteration.ts';
import { iteration, spec } from '../brakes/entries.ts';
import { hostile, LIVE, nodes, prose } from './hostile.ts';

const facts: AutonomousFacts = {
  commit: { index: 0, of: 1, title: 'Read durations' },
  plan: [{ title: 'Read durations', contract: ['reads 45m'] }],
  errors: ['test › reads: no'],
  outcome: 'CONTINUE',
};
const auto = spec({ loop: 'autonomous', autonomous: { commits: [], acceptance: [], rules: [] } });
const links = { web: 'https://github.com' };
const told = (entry: Iteration, code?: ExitCode): string =>
  autonomousIteration(
    { spec: auto, past: [entry], links },
    entry,
    code ? { kind: 'exit', exit: exit(code, 'Why.') } : { kind: 'now' },
  );

describe('A7 the iteration report', () => {
  const table: [string, Partial<AutonomousFacts>, ExitCode | undefined, string][] = [
    ['goes on', {}, undefined, '**Outcome:** CONTINUE\n'],
    ['a commit is done', { outcome: 'SUCCESS' }, undefined, '**Outcome:** SUCCESS\n'],
    ['the last commit is done', { outcome: 'SUCCESS' }, 'SUCCESS', '**Outcome:** SUCCESS\n'],
    ['Jidoka', {}, 'JIDOKA', '**Outcome:** JIDOKA\n'],
    ['all used', {}, 'MAX', '**Outcome:** MAX\n'],
    ['all used after a success', { outcome: 'SUCCESS' }, 'MAX', '**Outcome:** SUCCESS, then MAX\n'],
  ];
  test.each(table)('outcome: %s', (_, over, code, line) => {
    const text = told(iteration(1, { autonomous: { ...facts, ...over } }), code);
    expect(text).toContain(line);
    expect(text.split('\n')[0]).toBe('## Iteration 1/10');
  });

  test('A2 the first one enters the loop, later ones do not; A3 it shows the plan', () => {
    const first = told(iteration(1, { autonomous: facts }));
    expect(first).toContain('Entering autonomous loop. Max 10 iterations.');
    expect(first).toContain('- [ ] Read durations (1 criterion)');
    expect(told(iteration(2, { autonomous: facts }))).not.toContain('Entering');
  });

  test('an iteration that never got to a commit is told as well', () => {
    expect(told(iteration(1, { cut: 'push' }))).toContain('**Current:** 0 of 1 commit done');
  });
});

test('A8 the closing report: every exit of the seed, a row an iteration, next steps', () => {
  const past = [iteration(1, { autonomous: facts }), iteration(2, { autonomous: { ...facts, outcome: 'SUCCESS' } })];
  for (const code of ['SUCCESS', 'JIDOKA', 'MAX', 'INTERRUPT'] as const) {
    const text = autonomousClosing({ spec: auto, past, links }, exit(code, 'Why.'));
    expect(text).toContain(`**Exit reason:** ${code}\n**Iterations:** 2 of 10`);
    expect(text.match(/^\| \d \|/gm)).toHaveLength(2);
    expect(text).toMatch(/\*\*Next steps\*\*\n- \S/);
  }
});

test('nothing an agent or a stranger wrote is live in a report', () => {
  fc.assert(
    fc.property(hostile, words => {
      const commit = { index: 0, of: 1, title: words };
      const entry = iteration(1, {
        autonomous: {
          ...facts,
          commit,
          plan: [{ title: words, contract: [words] }],
          review: { verdict: 'BLOCK', findings: [{ file: words, what: words }] },
          qa: { verdict: 'RED', items: [{ name: words, ok: false, detail: words }] },
          errors: [words],
          debug: { cause: words, changed: true },
        },
        steps: [{ stage: 'debug', by: 'debug', result: words, state: 'bad' }],
      });
      const run = { spec: auto, past: [1, 2, 3].map(n => ({ ...entry, n })), links };
      const texts = [told(entry), autonomousClosing(run, exit('JIDOKA', words, [words])), attempts(run)];
      for (const text of texts) for (const line of prose(nodes(text))) expect(line).not.toMatch(LIVE);
    }),
  );
});
