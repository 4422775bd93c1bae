import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fence } from '../../src/reports/fence.ts';
import { code, details, link, marked, mention, table, text } from '../../src/reports/markdown.ts';
import { markerOf } from '../../src/reports/marker.ts';
import { log } from '../brakes/entries.ts';
import { hostile, LIVE, LONE_SURROGATE, nodes, prose } from './hostile.ts';

describe('text: outside text renders as itself and does nothing', () => {
  test.each<[string, string]>([
    ['plain words, snake_case and paths/of/files.ts:3', 'plain words, snake_case and paths/of/files.ts:3'],
    ['ask @alice', 'ask `@alice`'],
    ['Closes #12', 'Closes `#12`'],
    ['see https://x.example/a_b', 'see `https://x.example/a_b`'],
    ['run `make test` now', 'run `make test` now'],
    ['a `code`@b', 'a `code` `@b`'],
    ['/abort', '`/abort`'],
    ['# big', '\\# big'],
    ['1. list', '1\\. list'],
    ['- item', '\\- item'],
    ['<b>bold</b> & *em*', '&lt;b&gt;bold&lt;/b&gt; & \\*em\\*'],
    ['[a](b)', '\\[a\\](b)'],
    ['a | b', 'a &#124; b'],
    ['two\nlines\r\nthree', 'two lines three'],
    ['tick ` alone', 'tick &#96; alone'],
    ['\u001b[31mred\u001b[0m \u202eevil', 'red evil'],
    ['<!-- ultraloop:r:x -->', '&lt;! -- ultraloop:r:x --&gt;'],
    ['', ''],
  ])('%j', (outside, markdown) => {
    expect(text(outside)).toBe(markdown);
  });

  test('any text: no element, link, image, mention or reference, one paragraph, at most a bit over 400 points', () => {
    fc.assert(
      fc.property(hostile, outside => {
        const markdown = text(outside);
        const kinds = new Set(nodes(markdown).map(node => node.type));
        for (const kind of kinds) expect(['root', 'paragraph', 'text', 'inlineCode', 'break']).toContain(kind);
        for (const part of prose(nodes(markdown))) expect(part).not.toMatch(/@[\p{L}\p{N}]|#\d|:\/\/|\bwww\./u);
        expect(markdown).not.toMatch(LONE_SURROGATE);
        expect(markdown).not.toContain('\n');
      }),
      { numRuns: 500 },
    );
  });
});

describe('code', () => {
  test.each<[string, string]>([
    ['make test', '`make test`'],
    ['a `b` c', '``a `b` c``'],
    ['`b`', '`` `b` ``'],
    ['a | b', '<code>a &#124; b</code>'],
    ['', '` `'],
    ['a\nb', '`a b`'],
  ])('%j', (outside, markdown) => {
    expect(code(outside)).toBe(markdown);
  });

  test('any text is one code span', () => {
    fc.assert(
      fc.property(hostile, outside => {
        const kinds = nodes(code(outside)).map(node => node.type);
        expect(kinds).toEqual(['root', 'paragraph', code(outside).startsWith('<code>') ? 'text' : 'inlineCode']);
      }),
      { numRuns: 500 },
    );
  });
});

describe('fence', () => {
  test('says what and how long, and begins at the first failure', () => {
    const lines = Array.from({ length: 200 }, (_, i) =>
      i === 99 ? 'FAIL: expected 412, got 408' : `ok ${i + 1}, 0 failures`,
    );
    const markdown = fence(log(lines.join('\n')), 'me unit: exit code 1');
    expect(markdown).toContain('<summary>me unit: exit code 1, 30 of 200 lines from the first failure</summary>');
    expect(markdown).toContain('ok 99, 0 failures\nFAIL: expected 412, got 408\n');
    expect(markdown).not.toContain('ok 98,');
  });

  test.each<[string, string, string]>([
    ['few lines', 'a\nb', 'x, 2 lines'],
    ['one line', 'a\n', 'x, 1 line'],
    [
      'no failure named: the last ones',
      Array.from({ length: 40 }, (_, i) => `l${i}`).join('\n'),
      'x, last 30 of 40 lines',
    ],
    ['a failure at once', `panic: x\n${'l\n'.repeat(40)}`, 'x, first 30 of 41 lines'],
  ])('%s', (_, head, title) => {
    expect(fence(log(head), 'x')).toContain(`<summary>${title}</summary>`);
  });

  test('what was not kept is said where it was', () => {
    const markdown = fence(log('a', { tail: 'b', dropped: 9, lines: 700 }), 'x');
    expect(markdown).toContain('a\n[9 bytes were not kept]\nb');
    expect(markdown).toContain('of 700 lines');
  });

  test('of a line rewritten in place the last state is kept', () => {
    expect(fence(log('10 %\r50 %\rdone\r\nnext\r'), 'x')).toContain('```text\ndone\nnext\n```');
  });

  test('no log at all is no fold', () => {
    expect(fence(log('\n\n'), 'lint: exit code 2')).toBe('✘ lint: exit code 2, no output');
  });

  test('any log: one code block between one fold and its end', () => {
    fc.assert(
      fc.property(hostile, hostile, (head, title) => {
        const kinds = nodes(fence(log(`x\n${head}\nx`), title)).map(node => node.type);
        expect(kinds).toEqual(['root', 'html', 'code', 'html']);
        for (const part of prose(nodes(fence(log('x'), title)))) expect(part).not.toMatch(LIVE);
      }),
      { numRuns: 500 },
    );
  });
});

describe('links, mentions, tables, markers', () => {
  test.each(['javascript:alert(1)', 'https://a b', 'https://a)b', 'https://a"b', '', undefined])(
    'no link to %j',
    url => {
      expect(link('a', url)).toBe('a');
    },
  );

  test('a mention is only what GitHub takes for a name', () => {
    expect(mention('ann-b')).toBe('@ann-b');
    expect(mention('acme/rtl-team')).toBe('@acme/rtl-team');
    expect(mention('ann bob')).toBe('ann bob');
    expect(mention('a @bob')).toBe('a `@bob`');
  });

  test('a table keeps its columns whatever is in a cell', () => {
    fc.assert(
      fc.property(hostile, outside => {
        const rows = table([
          ['A', 'B'],
          [text(outside), code(outside)],
        ]).split('\n');
        expect(rows).toHaveLength(3);
        expect(rows.map(row => row.split('|').length)).toEqual([4, 4, 4]);
      }),
      { numRuns: 300 },
    );
  });

  test('exactly one marker, at the end, of safe characters', () => {
    const message = marked(details('a', 'b'), 'r-->7', 'x y');
    expect(message).toMatch(/<\/details>\n\n<!-- ultraloop:r-7:xy -->$/);
    expect(markerOf(message)).toBe('ultraloop:r-7:xy');
    expect(() => markerOf('no marker')).toThrow();
  });
});
