import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colours } from '../../demo/terminal/colours.ts';
import { renderMarkdown } from '../../demo/terminal/markdown.ts';
import { details, marked, table, text } from '../../src/reports/markdown.ts';

const plain = colours(false);
const render = (markdown: string, width = 60) => renderMarkdown(markdown, width, plain);

test('a report reads as text: table in columns, folded parts as titles, marker and links gone', () => {
  const report = [
    '## Iteration 1/6 · CONTINUE',
    table([
      ['Step', 'By', 'Result'],
      ['Execute', 'implementer', '2 files, +15 −2: [diff](http://127.0.0.1/a/compare/b...c)'],
      ['Lint', '`npm run lint`', '-'],
    ]),
    details('me: exit code 1, 30 of 212 lines', '```text\n</details>\nnot ok\n```'),
    details('Spend, 7 rows', table([['Stage'], ['execute']])),
    '**Next:** `/continue` goes on, &lt;now&gt; \\*really\\*.',
    '<sub>iterations 1/6</sub>',
  ];
  expect(render(marked(report.join('\n\n'), 'r1', 'iteration-1')).join('\n')).toBe(
    `
Iteration 1/6 · CONTINUE

Step     By            Result
Execute  implementer   2 files, +15 −2: diff
Lint     npm run lint  -

▸ me: exit code 1, 30 of 212 lines
▸ Spend, 7 rows

Next: /continue goes on, <now> *really*.

iterations 1/6`.trim(),
  );
});

test('lists, quotes and long code are short and indented', () => {
  const code = Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n');
  const lines = render(`- one\n- two\n\n1. first\n2. second\n\n> said\n\n\`\`\`\n${code}\n\`\`\``);
  expect(lines.slice(0, 7)).toEqual(['• one', '• two', '', '1. first', '2. second', '', '│ said']);
  expect(lines.at(-1)).toBe('    … 8 more lines');
});

test('a long cell is wrapped inside its column', () => {
  const lines = render(
    table([
      ['A', 'B'],
      ['x', 'one two three four five six seven'],
    ]),
    24,
  );
  expect(lines).toEqual(['A  B', 'x  one two three four', '   five six seven']);
});

test('colours are there when wanted, and do not count as width', () => {
  const lines = renderMarkdown('**a** '.repeat(40), 20, colours(true));
  expect(lines[0]).toContain('\x1b[1m');
  expect(Math.max(...lines.map(line => stripVTControlCharacters(line).length))).toBeLessThanOrEqual(20);
});

test('whatever outside text holds, the terminal is told nothing', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('a', ' ', '\x1b[2J', '\x1b]0;t\x07', '\u202e', '\x9b', '`', '|', '\n'),
  });
  fc.assert(
    fc.property(nasty, outside => {
      const raw = `${outside}\n\n\`\`\`\n${outside}\n\`\`\`\n\n- ${text(outside)}`;
      for (const line of render(raw)) expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/);
    }),
  );
});
