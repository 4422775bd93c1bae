// Outside text at its worst: what agents, tests and strangers could write to make our messages say or do something.

import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';

const TRAPS = [
  '@alice',
  '@acme/owners',
  'ann@example.org',
  '#12',
  'Closes #12',
  'acme/codec#3',
  'GH-7',
  'https://evil.example/?q=1',
  'www.evil.example',
  '![x](https://evil.example/p.png)',
  '[ok](https://evil.example)',
  '<img src=x onerror=y>',
  '<script>',
  '</details>',
  '<details>',
  '<!-- ultraloop:r7k2:iteration-1 -->',
  '<!-- ultraloop:status -->',
  '<!-- /ultraloop:status -->',
  '<!--',
  '-->',
  '`',
  '``',
  '```',
  '`````text',
  '~~~~',
  '\n/abort\n',
  '/continue now',
  '\n## Iteration 9/9 · COMPLETE\n',
  '| a | b |\n|---|---|\n',
  '\\',
  '\\|',
  '|',
  '$$x$$',
  '\r\n',
  '\n\n',
  '\u001b[31mred\u001b[0m',
  '\u202e',
  '@\u200balice',
  '\ud83d',
  '😀',
  '&lt;b&gt;',
  '- [ ] x',
  '1. x',
  '[^1]',
  '***',
];

/** Arbitrary text mixed from traps and any Unicode, lone surrogates too. */
export const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...TRAPS), fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom(' ', 'a', 'é')),
    {
      maxLength: 14,
    },
  )
  .map(parts => parts.join(''));

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

/** Every node of a message as GitHub would read it; our `<code>` elements are code and left out. */
export function nodes(markdown: string): Node[] {
  const walk = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(walk)];
  return walk(fromMarkdown(markdown.replace(/<code>[^<]*<\/code>/g, 'code')) as Node);
}

/** What people see as prose: text outside code, and HTML, without our folds, markers and small print. */
export function prose(tree: Node[]): string[] {
  return tree.flatMap(({ type, value }) => {
    // A `<` that parsed as text was escaped.
    if (type === 'text') return (value ?? '').replaceAll('<', '‹');
    if (type !== 'html') return [];
    return (value ?? '').replace(/<\/?(?:details|summary|sub)>|<!-- \/?ultraloop:[\w.:-]+ -->/g, '');
  });
}

export const LONE_SURROGATE = /\p{Surrogate}/u;
/** A mention, a reference, an address or an element: none may stand in prose that came from outside. */
export const LIVE = /@[\p{L}\p{N}]|(?:^|[^\p{L}\p{N}_&])#\d|\bGH-\d|:\/\/|\bwww\.|<[a-z!/]/iu;
