import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../../src/brakes/exit.ts';
import { checkRun } from '../../src/reports/check-run.ts';
import { clockTime, dollars, duration, relative, tokenCount } from '../../src/reports/figures.ts';
import { replaceStatus } from '../../src/reports/replace-status.ts';
import { STATUS_END, STATUS_START, type StatusView, statusSection } from '../../src/reports/status.ts';
import { idle, iteration, spec, word } from '../brakes/entries.ts';

const NOW = '2026-03-01T14:02:00Z';
const view: StatusView = {
  spec: spec({ budget: { max_cost_usd: 20 } }),
  past: [iteration(1)],
  links: { web: 'https://github.com', checkRun: 'https://github.com/acme/codec/runs/1' },
  state: 'running',
  now: NOW,
  iteration: 2,
  stage: 'improve',
  lastPush: { sha: '3f2c1ab999', at: '2026-03-01T13:58:00Z' },
};
const next = { kind: 'clock', at: '2026-03-01T14:32:00Z', now: NOW } as const;

describe('K5 the status section', () => {
  test('a run at work', () => {
    expect(statusSection(view)).toMatchInlineSnapshot(`
      "<!-- ultraloop:status -->
      ### ▶ Running · iteration 2 of 10 · improve

      \`██░░░░░░░░\` execute ✔  review ✔  **improve ●**  contracts ○  freeze ○  report ○

      Started by [maintainer](https://github.com/maintainer) from [issue 41](https://github.com/acme/codec/issues/41) · last push [3f2c1ab](https://github.com/acme/codec/commit/3f2c1ab999) 4 min ago · [check run](https://github.com/acme/codec/runs/1) · as of 14:02 UTC · sandbox bubblewrap

      <sub>iterations 1/10 · failures in a row 0/3 · no progress 0/2 · 0 tokens (no limit) · $0 of $20 · 30 s (agent 0 s)</sub>
      <!-- /ultraloop:status -->"
    `);
  });

  test('K11 a run that waits says until when and what to say', () => {
    const { stage: _, ...rest } = view;
    const section = statusSection({ ...rest, state: 'waiting', iteration: 1, next });
    expect(section).toContain('### ⏸ Waiting · iteration 1 of 10\n');
    expect(section).toContain('**Next:** iteration 2 by itself at 14:32 UTC (in 30 min). `/continue` goes on now');
  });

  test('marks what became of the last iteration’s stages', () => {
    const { stage: _, ...rest } = view;
    const steps = [
      { stage: 'execute', by: 'a', result: '', state: 'ok' },
      { stage: 'review', by: 'a', result: '', state: 'bad' },
      { stage: 'improve', by: 'a', result: '', state: 'skipped' },
    ] as const;
    const section = statusSection({ ...rest, past: [iteration(1, { steps: [...steps] })] });
    expect(section).toContain('execute ✔  review ✘  improve ○  contracts ○  freeze ○  report ✔');
  });

  test('K15 the place in the queue; no sandbox is repeated', () => {
    const section = statusSection({
      ...view,
      state: 'queued',
      spec: spec({ sandbox: 'none' }),
      queue: { place: 3, of: 7 },
    });
    expect(section).toContain('○ Queued · place 3 of 7 in the queue');
    expect(section).toContain('**no sandbox**');
  });

  test('the limit grows with a person’s word, and the bar never overflows', () => {
    const past = [...Array.from({ length: 10 }, (_, i) => idle(i + 1)), word('continue')];
    expect(statusSection({ ...view, past, iteration: 11 })).toContain('iteration 11 of 20');
    expect(statusSection({ ...view, iteration: 99 })).toContain('`██████████`');
  });
});

describe('K5 replacing the section leaves people’s text alone', () => {
  const old = statusSection(view);
  const fresh = statusSection({ ...view, iteration: 3, stage: 'freeze' });
  test.each<[string, string, string]>([
    ['an empty body', '', fresh],
    ['in place', `above\n\n${old}\n\nbelow`, `above\n\n${fresh}\n\nbelow`],
    ['in place, with CRLF', `above\r\n${old.replaceAll('\n', '\r\n')}\r\nbelow`, `above\r\n${fresh}\r\nbelow`],
    ['nothing but a person’s words', 'mine', `${fresh}\n\nmine`],
    ['text written between the markers goes', `${STATUS_START}\nscribble\n${STATUS_END}\nbelow`, `${fresh}\nbelow`],
    ['the end marker deleted', `above\n${old.replace(STATUS_END, '')}\nbelow`, `${fresh}\n\nabove\nbelow`],
    ['the start marker deleted', `above\n${old.replace(STATUS_START, '')}\nbelow`, `${fresh}\n\nabove\nbelow`],
    ['the markers the wrong way round', `${STATUS_END}\nmine\n${STATUS_START}`, `${fresh}\n\nmine`],
    ['a second copy', `${old}\nmine\n${old}`, `${fresh}\nmine`],
    ['a stray marker inside a person’s line', `mine ${STATUS_END} too`, `${fresh}\n\nmine  too`],
    ['dollar signs are no patterns', `${STATUS_START}${STATUS_END}$&`, `${fresh}$&`],
  ])('%s', (_, body, expected) => {
    expect(replaceStatus(body, fresh)).toBe(expected);
  });

  test('any body: one section, and doing it twice changes nothing more', () => {
    const piece = fc.constantFrom(STATUS_START, STATUS_END, old, 'mine', '\n', '### mine', '<sub>mine</sub>');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), pieces => {
        const body = pieces.join('\n');
        const once = replaceStatus(body, fresh);
        expect(once.split(STATUS_START)).toHaveLength(2);
        expect(once.split(STATUS_END)).toHaveLength(2);
        expect(replaceStatus(once, fresh)).toBe(once);
        expect(once.split('mine').length).toBeLessThanOrEqual(body.split('mine').length);
      }),
    );
  });
});

describe('K7 the check run', () => {
  test('at work: where it is and what it cost, no conclusion', () => {
    const run = checkRun(view);
    expect(run.title).toBe('▶ Running · iteration 2 of 10 · improve · 0 tokens (no limit) · $0 of $20');
    expect(run.conclusion).toBeUndefined();
    expect(run.summary).not.toContain('<!--');
  });

  test('ended: the exit and its conclusion', () => {
    const run = checkRun({ ...view, state: 'done', next: { kind: 'exit', exit: exit('CLEAN', 'Nothing to fix.') } });
    expect(run).toMatchObject({ conclusion: 'success' });
    expect(run.title).toContain('CLEAN');
  });
});

describe('figures', () => {
  test.each([
    [duration(0), '0 s'],
    [duration(372_000), '6 min 12 s'],
    [duration(60_000), '1 min'],
    [duration(7_500_000), '2 h 05 min'],
    [duration(-5), '0 s'],
    [tokenCount(912), '912'],
    [tokenCount(12_400), '12.4 k'],
    [tokenCount(820_000), '0.82 M'],
    [dollars(20), '$20'],
    [dollars(1.839), '$1.84'],
    [clockTime('2026-03-02T00:05:00Z', NOW), '2026-03-02 00:05 UTC'],
    [relative('2026-03-01T14:30:00Z', NOW), 'in 28 min'],
    [relative('2026-03-01T12:00:00Z', NOW), '2 h 02 min ago'],
    [relative('2026-03-05T14:02:00Z', NOW), 'in 4 days'],
    [relative(NOW, NOW), 'now'],
  ])('%s', (shown, expected) => {
    expect(shown).toBe(expected);
  });
});
