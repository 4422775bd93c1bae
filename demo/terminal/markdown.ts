// A comment as a terminal shows it: headings bold, tables in columns, folded parts as their titles, hidden markers gone.
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Colours } from './colours.ts';
import { type Block, harmless, inline, inlineText } from './inline.ts';
import { isTable, table } from './table.ts';
import { wrap } from './wrap.ts';

const CODE_LINES = 12;

interface Page {
  source: string;
  width: number;
  colours: Colours;
}

/** Lines of at most `width` characters, but for words and code that are longer. */
export function renderMarkdown(source: string, width: number, colours: Colours): string[] {
  const page = { source, width, colours };
  const lines: string[] = [];
  let folded = 0;
  for (const node of fromMarkdown(source).children) {
    const title = node.type === 'html' ? summaryOf(node.value) : undefined;
    const shown = title === undefined ? (folded === 0 ? block(node, page) : []) : [`▸ ${inlineText(title, colours)}`];
    if (node.type === 'html') folded += count(node.value, /<details/g) - count(node.value, /<\/details/g);
    if (shown.length > 0) lines.push(...(lines.length > 0 && !follows(lines, shown) ? [''] : []), ...shown);
  }
  return lines;
}

function block(node: Block, page: Page): string[] {
  const { width, colours } = page;
  switch (node.type) {
    case 'heading':
      return wrap(inline(node.children, colours), width).map(colours.heading);
    case 'paragraph': {
      const source = sourceOf(node, page);
      return isTable(source) ? table(source, width, colours) : paragraph(source, inline(node.children, colours), page);
    }
    case 'list':
      return node.children.flatMap((item, index) => {
        const sign = node.ordered ? `${(node.start ?? 1) + index}. ` : '• ';
        const inner = { ...page, width: width - sign.length };
        const lines = item.children.flatMap(child => block(child, inner));
        return lines.map((line, at) => (at === 0 ? sign : ' '.repeat(sign.length)) + line);
      });
    case 'code':
      return code(node.value, colours);
    case 'blockquote':
      return node.children.flatMap(child => block(child, { ...page, width: width - 2 })).map(line => `│ ${line}`);
    case 'thematicBreak':
      return [colours.dim('─'.repeat(width))];
    default:
      return [];
  }
}

/** The small print under a report. */
function paragraph(source: string, text: string, { width, colours }: Page): string[] {
  const lines = wrap(text.trim(), width);
  return source.startsWith('<sub>') ? lines.map(colours.dim) : lines;
}

function code(value: string, colours: Colours): string[] {
  const lines = value.split('\n').map(harmless);
  const more = lines.length - CODE_LINES;
  return [
    ...lines.slice(0, CODE_LINES).map(line => colours.dim(`    ${line}`)),
    ...(more > 0 ? [colours.dim(`    … ${more} more lines`)] : []),
  ];
}

function summaryOf(html: string): string | undefined {
  const title = /<summary>(.*?)<\/summary>/s.exec(html)?.[1];
  return title?.replace(/<\/?code>/g, '');
}

function sourceOf(node: Block, { source }: Page): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

/** Folded parts stand one under the other. */
function follows(lines: string[], shown: string[]): boolean {
  return lines.at(-1)?.startsWith('▸') === true && shown[0]?.startsWith('▸') === true;
}

const count = (text: string, what: RegExp): number => [...text.matchAll(what)].length;
