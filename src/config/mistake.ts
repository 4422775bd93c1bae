// What is wrong with a configuration file, in words a person can act on: zod's issues, translated.
import type * as z from 'zod';
import type { KnownKeys } from './known-keys.ts';
import { nearest } from './nearest.ts';

/** One mistake in one file. Outside text in `message` is quoted and short, but not escaped for Markdown. */
export interface Mistake {
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  /** Where in the mapping, such as `limits.failures` or `frozen[2]`; empty for the file as a whole. */
  path: string;
  message: string;
}

export type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A mistake before it has a place in the file. `onKey` = the key is wrong, not its value. */
export interface Complaint {
  path: PropertyKey[];
  message: string;
  onKey: boolean;
}

/** One issue of zod as complaints: one for each unknown key, and for a union those of the form that was meant. */
export function complaints(issue: Issue, known: KnownKeys, above: Path = []): Complaint[] {
  const path = [...above, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(key => ({ path: [...path, key], message: unknownKey(key, path, known), onKey: true }));
    case 'invalid_key':
      return [{ path, message: issue.issues[0]?.message ?? 'this name is not allowed', onKey: true }];
    case 'invalid_union':
      return meant(issue).flatMap(inner => complaints(inner, known, path));
    default:
      return [{ path, message: words(issue), onKey: false }];
  }
}

export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? short(String(key)) : `${text}.${short(String(key))}`;
  }, '');
}

/** Of a union's forms the one whose outer shape fits; when none fits, what all of them could have been. */
function meant(issue: Extract<Issue, { code: 'invalid_union' }>): Issue[] {
  const fits = issue.errors.find(form => !form.some(isWrongShape));
  if (fits) return fits;
  const shapes = issue.errors.flat().flatMap(inner => (isWrongShape(inner) ? [shape(inner.expected)] : []));
  return [{ code: 'custom', path: [], message: `this must be ${[...new Set(shapes)].join(' or ')}`, input: undefined }];
}

function isWrongShape(issue: Issue): issue is Extract<Issue, { code: 'invalid_type' }> {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function unknownKey(key: string, path: Path, known: KnownKeys): string {
  const here = known.at(path);
  const guess = nearest(key, here);
  if (guess !== undefined) return `there is no key \`${short(key)}\`; did you mean \`${guess}\`?`;
  const section = known.sectionOf(key);
  if (section !== undefined) return `\`${short(key)}\` belongs under \`${section}:\``;
  return `there is no key \`${short(key)}\`; known here: ${here.map(name => `\`${name}\``).join(', ')}`;
}

function words(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `this must be ${shape(issue.expected)}`;
    case 'invalid_value':
      return `this must be ${issue.values.map(value => `\`${String(value)}\``).join(' or ')}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? issue.message
        : `this must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? issue.message
        : `this must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

const SHAPES: Record<string, string> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'a mapping (`key: value` lines)',
  record: 'a mapping (`name: value` lines)',
};
const shape = (expected: string): string => SHAPES[expected] ?? expected;

const short = (key: string): string => (key.length > 60 ? `${key.slice(0, 60)}…` : key);
