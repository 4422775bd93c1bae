// Colours, where the reader wants and sees them: a terminal, and no NO_COLOR.
import { styleText } from 'node:util';

export type Colours = ReturnType<typeof colours>;

export function colours(on: boolean) {
  const style =
    (...styles: Parameters<typeof styleText>[0][]) =>
    (text: string): string =>
      on ? styles.reduce<string>((inner, name) => styleText(name, inner, { validateStream: false }), text) : text;
  return {
    bold: style('bold'),
    dim: style('dim'),
    red: style('red'),
    green: style('green'),
    yellow: style('yellow'),
    cyan: style('cyan'),
    heading: style('bold', 'cyan'),
    code: style('yellow'),
  };
}
