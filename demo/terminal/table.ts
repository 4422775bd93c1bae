// A Markdown table in columns; cells that are too long are wrapped inside theirs.
import { stripVTControlCharacters } from 'node:util';
import type { Colours } from './colours.ts';
import { inlineText } from './inline.ts';
import { wrap } from './wrap.ts';

/** Whether the text of a paragraph is a table: the parser without extensions leaves it as one. */
export function isTable(source: string): boolean {
  const [first = '', rule = ''] = source.split('\n');
  return first.startsWith('|') && /^\|(\s*:?-+:?\s*\|)+$/.test(rule.trim());
}

export function table(source: string, width: number, colours: Colours): string[] {
  const [header = [], ...body] = source
    .split('\n')
    .filter((_, index) => index !== 1)
    .map(line => cells(line).map(cell => inlineText(cell, colours)));
  const rows = [header, ...body];
  const widths = header.map((_, column) => Math.max(...rows.map(row => seen(row[column] ?? ''))));
  // The last column takes what is left.
  const before = widths.slice(0, -1).reduce((sum, size) => sum + size + 2, 0);
  const last = Math.max(20, width - before);
  return rows.flatMap((row, index) => {
    const ends = wrap(row.at(-1) ?? '', last);
    const start = row.slice(0, -1).map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - seen(cell) + 2));
    const lines = ends.map((end, line) => (line === 0 ? start.join('') : ' '.repeat(before)) + end);
    return index === 0 ? lines.map(line => colours.dim(stripVTControlCharacters(line))) : lines;
  });
}

function cells(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim());
}

const seen = (text: string): number => [...stripVTControlCharacters(text)].length;
