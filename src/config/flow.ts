// An issue's headings, lists and code blocks, without what stands inside of lines: nobody can make it take minutes to read.
import { fromMarkdown } from 'mdast-util-from-markdown';

export type Block = ReturnType<typeof fromMarkdown>['children'][number];

// Headings and lists are all that is looked at. What stands inside lines is left unparsed, and so are block quotes:
// both can be nested by the thousand, and somebody else's quoted list asks nothing.
const FLOW_ONLY = [
  'attention',
  'autolink',
  'blockQuote',
  'codeText',
  'definition',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

/** The blocks at the top, each with its place in `body`. */
export function flow(body: string): Block[] {
  return fromMarkdown(body, { extensions: [{ disable: { null: FLOW_ONLY } }] }).children;
}
