// Where in a comment a command may stand (K2): first thing on a line of a plain paragraph, as GitHub's Markdown sees it.
import { fromMarkdown } from 'mdast-util-from-markdown';

type Block = ReturnType<typeof fromMarkdown>['children'][number];
type Paragraph = Extract<Block, { type: 'paragraph' }>;

/** Part of a comment in which commands are looked for: Markdown can be written that takes minutes to parse. */
const SEARCHED = 8000;

export interface Line {
  /** Offset of the line's first character in the comment, after spaces and tabs. */
  offset: number;
  /** The line as it was written, from there on. */
  text: string;
  /** The comment's very first line. */
  first: boolean;
}

/** Lines that begin with plain text outside of code, quotes, lists, headings, links and HTML; in order. Never throws. */
export function commandLines(body: string): Line[] {
  // The parser skips a byte order mark without counting it; no line that begins with one is wanted.
  const text = body.slice(0, SEARCHED).replace(/^\uFEFF/, '\u00A0');
  const open: string[] = [];
  return fromMarkdown(text).children.flatMap((node, index) => {
    const lines = node.type === 'paragraph' ? paragraphLines(node, text, open) : [];
    if (node.type === 'html') follow(node.value, open);
    return lines.map((line, row) => ({ ...line, first: index === 0 && row === 0 && isTop(text, line.offset) }));
  });
}

/** `open` = names of the HTML elements around it, kept up to date on the way through. */
function paragraphLines(paragraph: Paragraph, text: string, open: string[]): Omit<Line, 'first'>[] {
  return paragraph.children.flatMap(node => {
    if (node.type === 'html') follow(node.value, open);
    return node.type === 'text' && open.length === 0 ? linesOf(node, text) : [];
  });
}

/** Lines whose first visible character lies in this piece of text. */
function linesOf(node: Paragraph['children'][number], text: string): Omit<Line, 'first'>[] {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  const starts = [
    from,
    ...[...text.slice(from, to).matchAll(/\r\n|\r|\n/g)].map(end => from + end.index + end[0].length),
  ];
  return starts.flatMap(start => {
    const offset = start + (/^[ \t]*/.exec(text.slice(start, to))?.[0].length ?? 0);
    if (offset >= to || !/(?:^|[\r\n])[ \t]*$/.test(before(text, offset))) return [];
    return [{ offset, text: text.slice(offset).split(/[\r\n]/, 1)[0] ?? '' }];
  });
}

/** The line so far, with the end of the line before. */
function before(text: string, offset: number): string {
  const end = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
  return text.slice(Math.max(0, end), offset);
}

const isTop = (text: string, offset: number): boolean => text.slice(0, offset).trim() === '';

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'source', 'wbr']);

/** Notes which elements this piece of HTML opens and closes: what stands between two pieces is inside of them. */
function follow(html: string, open: string[]): void {
  for (const [, slash, name = ''] of html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').matchAll(/<(\/?)([A-Za-z][\w-]*)/g)) {
    const element = name.toLowerCase();
    const at = open.lastIndexOf(element);
    if (slash === '/' && at >= 0) open.length = at;
    else if (slash === '' && !VOID.has(element)) open.push(element);
  }
}
