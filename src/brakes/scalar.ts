// Takes the one number an iteration is judged by out of a trigger's output (C11). Never throws, and never runs long.
import { type Extraction, parseExtraction } from '../config/extraction.ts';
import { countTests } from './junit.ts';
import { lastJsonIn } from './last-json.ts';

export type Extracted = { value: number; why?: never } | { value?: never; why: string };

/** Characters of a line and lines that a pattern is tried on, by how many of its parts repeat. */
const ROOM: Record<number, { width: number; lines: number }> = {
  0: { width: 2000, lines: 2000 },
  1: { width: 2000, lines: 500 },
  2: { width: 300, lines: 300 },
  3: { width: 120, lines: 100 },
};
const NUMBER = /[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?/iy;

/** @param extraction the run spec's `scalar_extraction`  @param output what the trigger printed, its exit line aside */
export function extractScalar(extraction: string, output: string): Extracted {
  const how = parseExtraction(extraction);
  if ('why' in how) return how;
  const found = take(how, output);
  if (typeof found === 'string') return { why: found };
  return Number.isFinite(found) ? { value: found } : { why: 'what was found is not a finite number' };
}

function take(how: Extraction, output: string): number | string {
  switch (how.kind) {
    case 'grep':
      return grep(how, output);
    case 'regex':
      return regex(how, output);
    case 'jq':
      return jq(how, output);
    case 'junit':
      return junit(how.what, output);
  }
}

/** The number right after the text, in the last line that has one; else how many lines hold the text. */
function grep({ text, count }: Extract<Extraction, { kind: 'grep' }>, output: string): number | string {
  const lines = output.split('\n').filter(line => line.includes(text));
  if (count) return lines.length;
  const numbers = lines.flatMap(line => numberAfter(line, line.lastIndexOf(text) + text.length) ?? []);
  // No line at all may also mean that the program never got that far: that is no zero.
  return numbers.at(-1) ?? (lines.length > 0 ? lines.length : 'no line of the output holds the text');
}

function regex({ pattern, repeats }: Extract<Extraction, { kind: 'regex' }>, output: string): number | string {
  const { width, lines } = ROOM[repeats] ?? { width: 0, lines: 0 };
  const latest = output
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-lines)
    .reverse();
  for (const line of latest) {
    const found = pattern.exec(line.slice(0, width));
    if (found) return toNumber(found[1] ?? found[0]) ?? 'what the pattern found is not a number';
  }
  return 'no line of the output matches the pattern';
}

function jq({ path, length }: Extract<Extraction, { kind: 'jq' }>, output: string): number | string {
  const root = lastJsonIn(output);
  if (root === undefined) return 'the output holds no JSON';
  const value = path.reduce<unknown>(child, root);
  if (length) return sizeOf(value) ?? 'what stands at the path has no length';
  if (typeof value === 'number') return value;
  return (typeof value === 'string' ? toNumber(value) : undefined) ?? 'no number stands at the path';
}

function child(value: unknown, key: string | number): unknown {
  if (typeof key === 'number') return Array.isArray(value) ? value[key] : undefined;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key);
  return isMap ? (value as Record<string, unknown>)[key] : undefined;
}

function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** Skipped tests count neither way. */
function junit(what: 'ratio' | 'passed' | 'failed', output: string): number | string {
  const counted = countTests(output);
  if (counted === undefined) return 'the output holds no JUnit test cases';
  const { passed, failed } = counted;
  if (what !== 'ratio') return what === 'passed' ? passed : failed;
  return passed + failed === 0 ? 'every test was skipped' : passed / (passed + failed);
}

function numberAfter(line: string, from: number): number | undefined {
  const gap = /^[\s:=|>"'`[(]*/.exec(line.slice(from))?.[0].length ?? 0;
  NUMBER.lastIndex = from + gap;
  const found = NUMBER.exec(line)?.[0];
  return found === undefined ? undefined : toNumber(found);
}

function toNumber(words: string): number | undefined {
  const plain = words
    .trim()
    .replace(/%$/, '')
    .replace(/,(?=\d{3}(?!\d))/g, '');
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}
