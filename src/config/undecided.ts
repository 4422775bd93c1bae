// Design questions an issue still leaves open (U2): unchecked boxes under a heading such as "Decisions" or "Open questions".
import { type Block, flow } from './flow.ts';

type ListItem = Extract<Block, { type: 'listItem' }>;
type Positioned = Pick<Block, 'position'>;

const HEADING = /^(?:(?:design|pending|open|undecided) )?(?:decisions?|questions?)\b|^undecided\b/i;
const BOX = /^\[[ \t]\][ \t]+(\S[^\r\n]*)/;

/** The questions, in order, as written. */
export function undecided(body: string): string[] {
  const children = flow(body);
  return children.flatMap((node, index) => (isDecisions(node, body) ? questions(children, index, body) : []));
}

/** Boxes from a heading on to the next one of its level. */
function questions(nodes: Block[], index: number, body: string): string[] {
  const depth = level(nodes[index]);
  const after = nodes.slice(index + 1);
  const end = after.findIndex(node => level(node) <= depth || isDecisions(node, body));
  return after.slice(0, end === -1 ? undefined : end).flatMap(node => boxes(node, body));
}

const level = (node: Block | undefined): number => (node?.type === 'heading' ? node.depth : Number.POSITIVE_INFINITY);

function isDecisions(node: Block, body: string): boolean {
  const [first] = node.type === 'heading' ? node.children : [];
  return first !== undefined && HEADING.test(source(first, body).replace(/^[*_]+/, ''));
}

function boxes(node: Block, body: string): string[] {
  if (node.type === 'list') return node.children.flatMap(item => boxes(item, body));
  return node.type === 'listItem' ? [...box(node, body), ...node.children.flatMap(child => boxes(child, body))] : [];
}

function box({ children: [first] }: ListItem, body: string): string[] {
  const question = first?.type === 'paragraph' ? BOX.exec(source(first, body))?.[1] : undefined;
  return question === undefined ? [] : [question.trim()];
}

const source = ({ position }: Positioned, body: string): string =>
  body.slice(position?.start.offset, position?.end.offset);
