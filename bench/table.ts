// The rows as a table for people.
import { isMet, type Row, ratioOf, spreadOf } from './row.ts';

const HEAD = ['', 'what', 'ours', 'bare', 'ratio', 'target', '', 'spread'];

export function table(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)));
  return lines
    .map(line =>
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells(row: Row): string[] {
  const ratio = ratioOf(row);
  const met = isMet(row);
  return [
    row.id,
    row.what,
    amount(row.ours, row.unit),
    row.bare === undefined ? '' : amount(row.bare, row.unit),
    ratio === undefined ? '' : number(ratio),
    row.target === undefined ? '' : `≤ ${row.target}`,
    met === undefined ? '' : met ? 'ok' : 'miss',
    spreadOf(row)?.map(number).join('–') ?? '',
  ];
}

function amount(value: number, unit: Row['unit']): string {
  return `${number(value)} ${unit}`;
}

/** Three significant digits, no exponent. */
function number(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
