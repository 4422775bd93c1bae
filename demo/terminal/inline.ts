// Text of a Markdown line as a terminal shows it: entities and escapes resolved, links as their words, no hidden parts.
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Colours } from './colours.ts';

/** The parser's own types: blocks, and what stands inside a line. */
export type Block = ReturnType<typeof fromMarkdown>['children'][number];
export type Inline = Extract<Block, { type: 'paragraph' }>['children'][number];

/** Everything a terminal would obey is taken out: what agents and checks print ends up in comments. */
export function harmless(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '');
}

export function inline(nodes: readonly Inline[], colours: Colours): string {
  return nodes.map(node => one(node, colours)).join('');
}

function one(node: Inline, colours: Colours): string {
  switch (node.type) {
    case 'text':
      return harmless(node.value);
    case 'inlineCode':
      return colours.code(harmless(node.value));
    case 'strong':
      return colours.bold(inline(node.children, colours));
    case 'break':
      return '\n';
    case 'html':
      return '';
    default:
      return 'children' in node ? inline(node.children, colours) : '';
  }
}

/** A cell or a title: one line of Markdown, in which a leading `-` or `#` is only itself. */
export function inlineText(markdown: string, colours: Colours): string {
  const [first] = fromMarkdown(markdown).children;
  return first?.type === 'paragraph' ? inline(first.children, colours) : harmless(markdown);
}
