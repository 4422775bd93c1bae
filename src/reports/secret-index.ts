// Finds many secrets in a text in one pass: an app holds up to a thousand tokens and posts several texts an iteration.
import { encodings } from './encodings.ts';
import { squash } from './squash.ts';

/** From and to, in the squashed text. */
export type Range = [number, number];

/** Shorter values would turn ordinary words into blots. */
const SHORTEST = 6;
/** The least stretch of a long secret that is taken for a part of it. */
const SHARD = 16;
/** Any stretch of a shard's length holds a whole one of the grams a secret is cut into. */
const GRAM = SHARD / 2;

/** What a gram in a text may be the beginning or a part of. The form itself is made again when it is asked for: it is long. */
type Clue = { secret: string; form: number } | { secret: string; at: number };

interface Index {
  known: Set<string>;
  clues: Map<string, Clue[]>;
  /** Forms too short for a gram. */
  short: { secret: string; form: number }[];
}

/** Tokens come one by one and the set stays the same object, so its index grows with it. */
const indexes = new WeakMap<ReadonlySet<string>, Index>();

/** Every secret in every encoding, whole; and of long ones any stretch, since a log may be cut in the middle of one. */
export function findSecrets(text: string, secrets: ReadonlySet<string>): { whole: Range[]; shards: Range[] } {
  const index = indexOf(secrets);
  const found = { whole: [] as Range[], shards: [] as Range[] };
  for (const { secret, form } of index.short) found.whole.push(...everywhere(text, formOf(secret, form)));
  for (let at = 0; at + GRAM <= text.length; at++) {
    for (const clue of index.clues.get(text.slice(at, at + GRAM)) ?? []) {
      const range = 'form' in clue ? wholeAt(text, at, clue) : shardAt(text, at, clue);
      if (range) found['form' in clue ? 'whole' : 'shards'].push(range);
    }
  }
  return found;
}

function indexOf(secrets: ReadonlySet<string>): Index {
  let index = indexes.get(secrets);
  if (!index || [...index.known].some(secret => !secrets.has(secret)))
    index = { known: new Set(), clues: new Map(), short: [] };
  for (const secret of secrets) if (!index.known.has(secret)) add(index, secret);
  indexes.set(secrets, index);
  return index;
}

function add(index: Index, secret: string): void {
  index.known.add(secret);
  const plain = squash(secret).text;
  if (plain.length < SHORTEST) return;
  for (const [form, encoded] of encodings(secret).entries()) {
    const wanted = squash(encoded).text;
    if (wanted.length < GRAM) index.short.push({ secret, form });
    else note(index, wanted.slice(0, GRAM), { secret, form });
  }
  if (plain.length < 2 * SHARD) return;
  for (let at = 0; at + GRAM <= plain.length; at += GRAM) note(index, plain.slice(at, at + GRAM), { secret, at });
}

function note({ clues }: Index, gram: string, clue: Clue): void {
  const others = clues.get(gram);
  if (others) others.push(clue);
  else clues.set(gram, [clue]);
}

function wholeAt(text: string, at: number, { secret, form }: { secret: string; form: number }): Range | undefined {
  const wanted = formOf(secret, form);
  return text.startsWith(wanted, at) ? [at, at + wanted.length] : undefined;
}

/** The longest stretch round the gram that text and secret share, when it is long enough. */
function shardAt(text: string, at: number, clue: { secret: string; at: number }): Range | undefined {
  const plain = squash(clue.secret).text;
  let before = 0;
  while (before < Math.min(at, clue.at) && text[at - before - 1] === plain[clue.at - before - 1]) before++;
  let after = GRAM;
  const room = Math.min(text.length - at, plain.length - clue.at);
  while (after < room && text[at + after] === plain[clue.at + after]) after++;
  return before + after >= SHARD ? [at - before, at + after] : undefined;
}

function everywhere(text: string, wanted: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); wanted && at >= 0; at = text.indexOf(wanted, at + 1))
    ranges.push([at, at + wanted.length]);
  return ranges;
}

function formOf(secret: string, form: number): string {
  return squash(encodings(secret)[form] ?? '').text;
}
