// Output folded away in a fence nothing inside can close.
import type { Log } from '../record.ts';
import { clean, clip } from './clean.ts';
import { count } from './figures.ts';
import { details, longestRun, text } from './markdown.ts';

const LINES = 30;
const LINE_LIMIT = 300;
const FAILING = /\b(?:errors?|fail(?:ed|ure|s)?|not ok|panic(?:ked)?|exception|assert\w*|expected)\b|[✘✖✗×]/i;
const HARMLESS = /\b(?:0|no) (?:errors?|fail\w*)\b/i;

/**
 * At most 30 lines of a log from the first that names a failure, else its last ones. The title gets "30 of 212 lines".
 * An empty log says so without a fold.
 */
export function fence(log: Log, title: string): string {
  const { lines, size } = excerpt(log);
  return lines.length === 0 ? `✘ ${text(title)}, no output` : details(`${title}, ${size}`, fenced(lines.join('\n')));
}

/** Outside text in a fence, unfolded. @param language one of ours, never an outsider's word */
export function fenced(outside: string, language = 'text'): string {
  const body = clean(outside);
  const ticks = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${ticks}${language}\n${body}\n${ticks}`;
}

/** The first line of a log that names a failure, for a one-line summary. */
export function firstFailing(log: Log): string | undefined {
  const lines = keptLines(log);
  const named = lines.find(isFailing) ?? lines.findLast(line => line.trim() !== '');
  return named === undefined ? undefined : clip(named.trim(), LINE_LIMIT);
}

function excerpt(log: Log): { lines: string[]; size: string } {
  const kept = keptLines(log);
  const of = log.dropped > 0 ? Math.max(log.lines, kept.length) : kept.length;
  const failing = kept.findIndex(isFailing);
  const latest = Math.max(0, kept.length - LINES);
  const from = failing < 0 ? latest : Math.min(Math.max(0, failing - 1), latest);
  const lines = kept.slice(from, from + LINES).map(line => clip(line, LINE_LIMIT));
  if (lines.length === of) return { lines, size: count(of, 'line') };
  const size = `${lines.length} of ${of} lines`;
  if (from === 0) return { lines, size: `first ${size}` };
  return { lines, size: from === latest ? `last ${size}` : `${size} from the first failure` };
}

function keptLines({ head, tail, dropped }: Log): string[] {
  const gap = dropped > 0 ? `\n[${dropped} bytes were not kept]\n` : '';
  const lines = clean(`${head}${gap}${tail}`).split('\n');
  while (lines.at(-1)?.trim() === '') lines.pop();
  return lines;
}

function isFailing(line: string): boolean {
  return FAILING.test(line) && !HARMLESS.test(line);
}
