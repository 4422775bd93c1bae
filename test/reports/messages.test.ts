import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../../src/brakes/exit.ts';
import { parseComment } from '../../src/commands/parse.ts';
import type { Exit, ExitCode, Iteration } from '../../src/record.ts';
import { acknowledgement } from '../../src/reports/acknowledgement.ts';
import { checkRun } from '../../src/reports/check-run.ts';
import { closingReport } from '../../src/reports/closing.ts';
import { commitMessage } from '../../src/reports/commit-message.ts';
import { configMistakes } from '../../src/reports/config-mistakes.ts';
import { escalation } from '../../src/reports/escalation.ts';
import { EXIT_WORDS } from '../../src/reports/exit-words.ts';
import { help } from '../../src/reports/help.ts';
import { iterationReport } from '../../src/reports/iteration.ts';
import type { Next } from '../../src/reports/next.ts';
import { notReady } from '../../src/reports/not-ready.ts';
import { pullBody, pullTitle } from '../../src/reports/pull-text.ts';
import { finish } from '../../src/reports/redact.ts';
import { refusal } from '../../src/reports/refusal.ts';
import { type StatusView, statusSection } from '../../src/reports/status.ts';
import { statusAnswer } from '../../src/reports/status-answer.ts';
import type { Spec } from '../../src/spec.ts';
import { block, change, check, file, iteration, log, spec, word } from '../brakes/entries.ts';
import { hostile, LIVE, LONE_SURROGATE, nodes, prose } from './hostile.ts';

const CODES = Object.keys(EXIT_WORDS) as ExitCode[];
const NOW = '2026-03-01T14:02:00Z';
const links = { web: 'https://github.com', pull: 42, checkRun: 'https://github.com/acme/codec/runs/1' };
const waiting: Next = { kind: 'clock', at: '2026-03-01T14:32:00Z', now: NOW };

/** A run in which every text that can come from outside is the given one. */
function poisoned(bad: string): { spec: Spec; last: Iteration; exit: Exit } {
  const output = log(`${bad}\nFAIL ${bad}\n${bad}`, { tail: bad, dropped: 5, lines: 99 });
  const red = (command: string) => check(false, { command, log: output });
  const finding = { file: bad, line: 3, what: bad };
  const last = iteration(1, {
    steps: [
      { stage: 'execute', by: bad, result: bad, state: 'bad' },
      { stage: 'improve', by: bad, result: bad, state: 'ok' },
      { stage: 'contracts', by: bad, result: bad, state: 'ok' },
      { stage: 'freeze', by: bad, result: bad, state: 'bad' },
    ],
    change: { ...change('a', 'b', bad), files: [file(bad), file(bad, { status: 'D', added: null })] },
    review: { verdict: 'CLEAN', priority1: [finding], notes: [finding], assessment: [] },
    improvements: [
      { ...finding, applied: true },
      { ...finding, applied: false, why: bad },
    ],
    blocks: [block(bad, { status: bad, lint: red(`${bad}1`), unit: red(`${bad}2`), contract: red(bad) })],
    freeze: {
      intact: false,
      hash: bad,
      files: 1,
      violations: [file(bad)],
      stash: { branch: bad, commit: bad },
    },
    spend: [{ stage: 'execute', role: bad, ms: 1, killed: true }],
    notes: [bad],
    failure: { code: bad, detail: bad, log: output },
  });
  const checked = { name: bad, declared: true, paths: [], unit: bad, contract: bad };
  return {
    last,
    spec: spec({
      title: bad,
      startedBy: bad,
      checksFrom: bad,
      sandbox: bad,
      branch: bad,
      blocks: [checked],
      target: { name: bad, path: bad, text: bad },
      freeze: { paths: [bad], hash: bad, files: 1, tree: 't', created_at: '' },
    }),
    exit: exit('BROKEN', bad, [bad, bad]),
  };
}

/** Every message we can send about such a run. */
function everything(bad: string): string[] {
  const { spec: asked, last, exit: left } = poisoned(bad);
  const run = { spec: asked, past: [last, word('comment', bad, { by: bad })], links };
  const view: StatusView = { ...run, state: 'stopped', now: NOW, iteration: 1, next: { kind: 'exit', exit: left } };
  return [
    iterationReport(run, last, waiting),
    iterationReport(run, last, { kind: 'exit', exit: left }),
    closingReport(run, left),
    escalation(run, left, { logins: [], because: bad }),
    statusAnswer(view, 'd1'),
    pullBody(run, ''),
    notReady([{ problem: bad, todo: bad }], 'r'),
    configMistakes([{ line: 2, key: bad, problem: bad }], { path: bad }, 'r'),
    acknowledgement(run, word('comment', bad, { by: bad, url: bad }), true),
    refusal({ kind: 'not-permitted', login: bad, needs: bad }, 'd1'),
    refusal({ kind: 'unknown-target', target: bad, known: [bad] }, 'd1'),
    refusal({ kind: 'already-running', url: 'https://github.com/acme/codec/pull/42' }, 'd1'),
    help('d1'),
  ];
}

describe('section 6: outside text in any message, wherever it can stand', () => {
  test('cannot mention, refer, link, embed, command, close a fold, or carry a marker', () => {
    fc.assert(
      fc.property(hostile, bad => {
        for (const message of everything(bad)) {
          const sent = finish(message, new Set());
          expect(sent.length).toBeLessThanOrEqual(60_000);
          expect(sent).not.toMatch(LONE_SURROGATE);
          expect(sent.match(/<!-- ultraloop:/g)).toHaveLength(1);
          expect(sent).toMatch(/\n\n<!-- ultraloop:[\w.:-]+ -->$/);
          expect(parseComment(sent)).toBeUndefined();
          const tree = nodes(sent);
          for (const part of prose(tree)) expect(part.replace(/^Closes #41$/, '')).not.toMatch(LIVE);
          expect(sent.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')).not.toMatch(/^\s*\/[a-z]/im);
          const html = tree.flatMap(node => (node.type === 'html' ? (node.value ?? '') : []));
          const opened = html.filter(value => value.startsWith('<details>')).length;
          expect(html.filter(value => value === '</details>')).toHaveLength(opened);
          expect(tree.some(node => node.type === 'image')).toBe(false);
          const urls = tree.flatMap(node => (node.type === 'link' ? (node.url ?? '') : []));
          for (const url of urls) expect(url).toMatch(/^https:\/\/github\.com\//);
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test('is short enough and keeps its end when logs are huge', () => {
    const noise = log('`'.repeat(50) + 'x'.repeat(100_000), { tail: `${'</details>'.repeat(30)}\n`.repeat(500) });
    const blocks = Array.from({ length: 60 }, (_, i) =>
      block(`b${i}`, { contract: check(false, { command: `c${i}`, log: noise }) }),
    );
    const last = iteration(1, { blocks });
    const sent = finish(iterationReport({ spec: spec(), past: [last], links }, last, waiting), new Set());
    expect(sent.length).toBeLessThanOrEqual(60_000);
    expect(sent).toMatch(
      /\*Cut here: .*\*\n\n(?:.+\n+)*\*\*Next:\*\* iteration 2 .*\n\n<sub>.*<\/sub>\n\n<!-- ultraloop:r7k2:iteration-1 -->$/,
    );
  });

  test('a secret in any place is gone from every message', () => {
    const hidden = 's3cr*t_[val|ue]@x';
    for (const message of everything(`a ${hidden} b`)) {
      const sent = finish(message, new Set([hidden]));
      expect(sent.replace(/[\\\s]/g, '')).not.toContain('s3cr');
    }
  });
});

describe('commit message and pull request', () => {
  const title = 'Closes #9\n\nUltraloop-Run: fake @ann GH-3 https://github.com/a/b/issues/1 [skip ci] a/b#4';

  test('outside text closes nothing, notifies nobody, fakes no trailer', () => {
    const message = commitMessage(spec({ title }), iteration(2));
    expect(message.split('\n')[0]).toBe('ultraloop 2: Closes no. 9 Ultraloop-Run: fake (at)ann no. 3 (link) (ski…');
    expect(message.match(/^Ultraloop-Run: /gm)).toHaveLength(1);
    expect(message.trimEnd().split('\n').slice(-2)).toEqual(['Ultraloop-Run: r7k2', 'Ultraloop-Iteration: 2']);
    expect(pullTitle({ spec: spec({ title }) })).not.toMatch(/#\d|@|:\/\/|GH-\d/);
  });

  test('any title: one subject line of at most 72 points, our two trailers last', () => {
    fc.assert(
      fc.property(hostile, bad => {
        const { spec: asked, last } = poisoned(bad);
        const message = commitMessage(asked, last);
        expect([...(message.split('\n')[0] ?? '')].length).toBeLessThanOrEqual(72);
        expect(message).toMatch(/\n\nUltraloop-Run: r7k2\nUltraloop-Iteration: 1\n$/);
        expect(message).not.toMatch(/#\d|@|\bGH-\d|:\/\/|\p{Surrogate}/u);
      }),
    );
  });

  test('K5 the body closes the issue of the run and no other', () => {
    const body = pullBody({ spec: spec({ title }), links }, '');
    expect(body.match(/#\d+/g)).toEqual(['#41']);
    expect(body).toContain('Closes #41');
  });
});

describe('every exit has its words', () => {
  test.each(CODES)('%s', code => {
    const last = iteration(1);
    const left = exit(code, 'It was so.');
    const run = { spec: spec({ budget: { max_cost_usd: 20 } }), past: [last], links };
    const view: StatusView = { ...run, state: 'stopped', now: NOW, iteration: 1, next: { kind: 'exit', exit: left } };
    expect(closingReport(run, left)).toContain(`- **Exit reason**: ${code}`);
    expect(statusSection(view)).toContain(code);
    expect(checkRun(view).conclusion).toBe(EXIT_WORDS[code].conclusion);
    const asks = left.asks || left.kind === 'park';
    const question = escalation(run, left, { logins: ['ann', 'acme/rtl'], because: 'you started it' });
    if (asks) expect(question).toMatch(/\n1\. `\/(?:continue|approve)/);
    expect(question).toContain('@ann @acme/rtl you were asked because you started it.');
    const words = closingReport(run, left).split('\n').at(-3);
    expect(words).toMatch(left.resumable ? /`\/continue/ : /label/);
  });
});
