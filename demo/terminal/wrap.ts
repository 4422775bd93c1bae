// Breaks lines between words; colours do not count as width.
import { stripVTControlCharacters } from 'node:util';

export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap(line => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && length(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

const length = (text: string): number => [...stripVTControlCharacters(text)].length;
