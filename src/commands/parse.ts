// Reads a comment: the command in it, a mistake to be answered, or nothing (K1, K2).
import type { LoopName } from '../config/loop-name.ts';
import { bounded } from './bounded.ts';
import { commandLines, type Line } from './command-lines.ts';
import { parseStart } from './parse-start.ts';

export type Parsed =
  | { kind: 'start'; loop?: LoopName; target?: string; maxIterations?: number }
  | { kind: 'continue'; words: string }
  | { kind: 'abort'; reason: string }
  | { kind: 'finish' | 'approve' | 'status' | 'help' }
  | { kind: 'mistaken'; why: string };

// Almost all comments hold nothing like a command, and are not worth a parser. Looser than the real rule, never stricter.
const MAYBE = /\/(?:ultraloop|continue|abort|finish|approve|status|help)\b|ralph mode|keep going|iterate until done/i;
const COMMAND = /^\/(ultraloop|continue|abort|finish|approve|status|help)(?=[ \t]|$)/i;
const PHRASE = /^(ralph mode|keep going|iterate until done)[ \t]*[.!]?[ \t]*$/i;

/** Pure, and never throws. The first command of a comment counts; two different ones are a mistake, because either could be meant. */
export function parseComment(body: string): Parsed | undefined {
  if (!MAYBE.test(body)) return undefined;
  const spoken = commandLines(body).flatMap(line => read(line));
  const [first] = spoken;
  if (!first) return undefined;
  const other = spoken.find(({ word }) => word !== first.word);
  if (other) return { kind: 'mistaken', why: twoCommands(first.word, other.word) };
  return first.isPhrase ? { kind: 'start', loop: 'autonomous' } : commandOf(first, body);
}

interface Spoken {
  /** As it is answered: `/continue`, or the phrase. */
  word: string;
  isPhrase: boolean;
  line: Line;
}

function read(line: Line): Spoken[] {
  const command = COMMAND.exec(line.text)?.[1];
  if (command !== undefined) return [{ word: `/${command.toLowerCase()}`, isPhrase: false, line }];
  const phrase = line.first ? PHRASE.exec(line.text)?.[1] : undefined;
  return phrase === undefined ? [] : [{ word: phrase.toLowerCase(), isPhrase: true, line }];
}

function commandOf({ word, line }: Spoken, body: string): Parsed {
  // What follows is a person's own words, the lines below included.
  const words = bounded(body.slice(line.offset + word.length));
  switch (word) {
    case '/ultraloop':
      return parseStart(line.text.slice(word.length));
    case '/continue':
      return { kind: 'continue', words };
    case '/abort':
      return { kind: 'abort', reason: words };
    default:
      return { kind: word.slice(1) as 'finish' | 'approve' | 'status' | 'help' };
  }
}

const twoCommands = (first: string, second: string): string =>
  `This comment holds two commands, \`${first}\` and \`${second}\`, so neither was obeyed. Send the one you mean by itself.`;
