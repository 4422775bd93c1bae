// Identity of a failing check: its name, its exit code and its first error line without what changes from run to run.
import type { Log } from '../record.ts';

// Colours, then what differs between two runs of the same failure.
const NOISE: [RegExp, string][] = [
  [/\u001b\[[0-9;?]*[A-Za-z]/g, ''],
  [/0x[0-9a-f]+/gi, '<address>'],
  [/\b[0-9a-f]{7,64}\b/gi, '<hash>'],
  [/(?:[A-Za-z]:)?(?:[\w.@~-]*\/)+([\w.@-]+)/g, '$1'],
  [/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|min)\b/gi, '<time>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, '<date>'],
  [/:\d+(?::\d+)?/g, ''],
  [/\bline \d+\b/gi, 'line'],
];
// A line that names a failure. `is_error:false`, `0 errors` and `no failures` are none.
const FAILING = /\b(?:error|fail(?:ed|ure|ing)?|not ok|panic(?:ked)?|exception|assert\w*|expected)\b|✘|✖|✗/i;
const HARMLESS = /\b(?:0|no) (?:errors?|fail\w*)\b|error\w*["']?\s*[:=]\s*(?:false|0|null|none)\b/i;

export function fingerprint(name: string, exitCode: number | null, log: Log): string {
  const lines = `${log.head}\n${log.tail}`.split('\n').map(normalise).filter(Boolean);
  const frame = lines.find(line => FAILING.test(line) && !HARMLESS.test(line)) ?? lines.at(-1) ?? '';
  return `${name}|${exitCode ?? 'killed'}|${frame.slice(0, 200)}`;
}

function normalise(line: string): string {
  return NOISE.reduce((text, [noise, word]) => text.replace(noise, word), line)
    .replace(/\s+/g, ' ')
    .trim();
}
