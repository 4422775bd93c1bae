// The words after `/ultraloop`: `[loop] [target] [--max-iterations N]` (K1).
import { isName } from '../config/fields.ts';
import { LOOP_NAMES, type LoopName, loopName } from '../config/loop-name.ts';
import { nearest } from '../config/nearest.ts';
import { MAX_CYCLES } from '../config/schema.ts';

export type ParsedStart =
  | { kind: 'start'; loop?: LoopName; target?: string; maxIterations?: number }
  | { kind: 'mistaken'; why: string };

/** `rest` is the rest of the command's line. Whether the loop is built and the target exists is asked later. */
export function parseStart(rest: string): ParsedStart {
  const { places, options, why } = sort(rest.split(/[ \t]+/).filter(word => word !== ''));
  if (why !== undefined) return mistaken(why);
  const iterations = options.map(iterationsOf);
  if (iterations.length > 1) return mistaken('`--max-iterations` is there twice.');
  const [maxIterations] = iterations;
  if (maxIterations === 'bad') return mistaken(`\`--max-iterations\` needs a whole number from 1 to ${MAX_CYCLES}.`);
  const placed = place(places);
  return typeof placed === 'string'
    ? mistaken(placed)
    : { kind: 'start', ...placed, ...(maxIterations && { maxIterations }) };
}

/** Options with their values (`undefined` = it has none), and the words that are none. */
function sort(words: string[]): { places: string[]; options: (string | undefined)[]; why?: string } {
  const places: string[] = [];
  const options: (string | undefined)[] = [];
  for (let index = 0; index < words.length; index++) {
    // Phones turn `--` into a dash.
    const word = (words[index] ?? '').replace(/^[–—]/, '--');
    const [option = '', ...value] = word.split('=');
    if (!word.startsWith('-')) places.push(word);
    else if (option.toLowerCase() !== '--max-iterations') return { places, options, why: unknownOption(option) };
    else options.push(value.length > 0 ? value.join('=') : words[++index]);
  }
  return { places, options };
}

function iterationsOf(text: string | undefined): number | 'bad' {
  const number = text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= MAX_CYCLES ? number : 'bad';
}

/** A single word is a loop, else a target: as close to a loop's name as a typing mistake, it is neither. */
function place(words: string[]): { loop?: LoopName; target?: string } | string {
  const [first, second] = words;
  if (first === undefined) return {};
  if (words.length > 2) return `There is one word too many: ${USAGE}.`;
  const loop = loopName(first);
  const guess = loop ? undefined : nearest(first, LOOP_NAMES);
  if (!loop && (second !== undefined || guess !== undefined)) return unknownLoop(first, guess);
  const target = loop ? second : first;
  if (target === undefined) return loop ? { loop } : {};
  if (!isName(target)) return `${code(target)} cannot be the name of a target: ${USAGE}.`;
  return { ...(loop && { loop }), target };
}

const USAGE = '`/ultraloop [loop] [target] [--max-iterations N]`';

function unknownLoop(word: string, guess: string | undefined): string {
  const loops = LOOP_NAMES.map(name => `\`${name}\``).join(', ');
  const start = `There is no loop ${code(word)}`;
  return `${start}${guess === undefined ? '.' : `; did you mean \`${guess}\`?`} Loops: ${loops}.`;
}

const unknownOption = (option: string): string => `There is no option ${code(option)}: ${USAGE}.`;

const mistaken = (why: string): ParsedStart => ({ kind: 'mistaken', why });

/** A person's word, short and unable to leave its code span. */
const code = (word: string): string => `\`${word.replace(/`/g, '').slice(0, 40)}\``;
