// Which slices a failing end-to-end pass points at, and which flows are broken (R9): read from its output, never asked of an agent.
import type { Slice } from '../spec.ts';

export interface Flagged {
  slices: string[];
  /** The lines that name a failure, each once, in order. */
  flows: string[];
  /** Nothing in the output names a slice: all of them are flagged. */
  guessed: boolean;
}
export interface Built {
  slice: Pick<Slice, 'id' | 'name'>;
  /** Files its attempts changed. */
  files: readonly string[];
}

const FLOWS = 20;
const FAILING =
  /\bnot ok\b|\bfail(?:ed|ure|s)?\b|\berror\b|\bassert\w*|\bexpected\b|\bpanic(?:ked)?\b|\btimed? ?out\b|[✘✖✗×]/i;
const HARMLESS = /\b(?:0|no) (?:errors?|fail\w*)\b|^\W*(?:fail|failures?|errors?)\W+0\b/i;
const PASSING = /^\s*(?:ok\b|[✓✔√]|PASS(?:ED)?\b)/i;
/** Of a failing test, the line that names it; the rest of the lines explain. */
const NAMING = /^\s*(?:not ok\b(?: \d+)?(?: -)?|✘|✖|✗|×|FAIL(?:ED)?:?|\d+\))\s+(.*\S)/i;

/** Lines that fail speak first; where they name no slice, all lines that do not pass; where those do not either, every slice is flagged. */
export function flaggedSlices(output: string, built: readonly Built[]): Flagged {
  const lines = output.split('\n').filter(line => !PASSING.test(line));
  const failing = lines.filter(line => FAILING.test(line) && !HARMLESS.test(line));
  const own = built.map(one => ({ id: one.slice.id, names: namesOf(one, built) }));
  const pick = (from: readonly string[]): string[] =>
    own.filter(({ names }) => from.some(line => names.some(name => mentions(line, name)))).map(({ id }) => id);
  const named = [pick(failing), pick(lines)].find(ids => ids.length > 0);
  return { slices: named ?? built.map(({ slice }) => slice.id), flows: flowsOf(failing), guessed: named === undefined };
}

/** Its id, its name, and the files only it changed. */
function namesOf({ slice, files }: Built, all: readonly Built[]): string[] {
  const others = new Set(all.filter(one => one.slice.id !== slice.id).flatMap(one => one.files));
  return [slice.id, slice.name, ...files.filter(file => !others.has(file))].map(name => name.toLowerCase());
}

/** As a whole word: `slice-1` is not in `slice-10`. */
function mentions(line: string, name: string): boolean {
  const text = line.toLowerCase();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + name.length] ?? ' ');
    if (!/[\p{L}\p{N}_]/u.test(around) && !/^-|-$/.test(around)) return true;
  }
  return false;
}

function flowsOf(failing: readonly string[]): string[] {
  const named = failing.flatMap(line => NAMING.exec(line)?.[1] ?? []);
  const flows = named.length > 0 ? named : failing.map(line => line.trim());
  return [...new Set(flows)].slice(0, FLOWS);
}
