// Reads YAML a person wrote against a schema: either the value or every mistake in it, with line, column and key (K13, C2).
import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type * as z from 'zod';
import { knownKeys } from './known-keys.ts';
import { locate, locateBadAlias } from './locate.ts';
import { type Complaint, complaints, type Mistake, pathText } from './mistake.ts';
import { MAX_DEPTH, tooDeepAt } from './yaml-depth.ts';

export type Read<T> = { value: T; mistakes?: never } | { value?: never; mistakes: Mistake[] };

/** Largest text that is read, in UTF-16 units. */
export const MAX_YAML_SIZE = 65_536;
/** How often anchors may be repeated: enough for a tidy file, too little for a billion laughs. */
const MAX_ALIASES = 100;

/** Pure, and never throws, whatever the text holds. An empty text is an empty mapping. @param file named in the mistakes */
export function readYaml<Schema extends z.ZodType>(text: string, file: string, schema: Schema): Read<z.output<Schema>> {
  const lines = new LineCounter();
  const at = (offset: number, path: string, message: string): Mistake => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col), path, message };
  };
  const refused = refuse(text);
  if (refused) {
    lines.lineStarts = lineStarts(text);
    return { mistakes: [at(refused.offset, '', refused.message)] };
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const syntax = [...document.errors, ...document.warnings];
  const broken = syntax.map(error => at(error.pos[0], '', syntaxWords(error)));
  // A file that cannot be read as a whole would only add mistakes that are none.
  if (syntax.some(error => error.code !== 'DUPLICATE_KEY')) return { mistakes: broken };

  const read = toValue(document);
  if ('problem' in read) return { mistakes: [...broken, at(read.offset, '', read.problem)].sort(byPlace) };
  const result = schema.safeParse(read.value);
  const known = knownKeys(schema);
  const wrong = result.error ? result.error.issues.flatMap(issue => complaints(issue, known)) : [];
  const mistakes = [...broken, ...wrong.map(complaint => place(complaint, read.value))].sort(byPlace);
  return result.success && mistakes.length === 0 ? { value: result.data } : { mistakes };

  function place({ path, message, onKey }: Complaint, value: unknown): Mistake {
    return at(locate(document, path, onKey), pathText(path), absence(value, path) ?? message);
  }
}

function toValue(document: Document): { value: object } | { offset: number; problem: string } {
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {};
  } catch (error) {
    // The library throws for aliases only: too many of them, or one whose anchor is not there.
    const why = error instanceof Error ? error.message : 'unknown reason';
    return { offset: locateBadAlias(document), problem: `anchors cannot be resolved: ${why}` };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value };
  return { offset: 0, problem: 'the file must be a mapping (`key: value` lines)' };
}

/** A key without a value, or a missing key, is said as such: "must be text" would send a person looking for text. */
function absence(root: unknown, path: readonly PropertyKey[]): string | undefined {
  const value = path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key], root);
  if (value === null) return 'this has no value: fill it in or remove it';
  return value === undefined ? `\`${String(path.at(-1))}\` is missing` : undefined;
}

/** What must not even reach the parser. */
function refuse(text: string): { offset: number; message: string } | undefined {
  if (text.length > MAX_YAML_SIZE) {
    return { offset: 0, message: `the file has ${text.length} characters; at most ${MAX_YAML_SIZE} are read` };
  }
  const deep = tooDeepAt(text);
  return deep === undefined ? undefined : { offset: deep, message: `this is nested deeper than ${MAX_DEPTH} levels` };
}

const SYNTAX: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: 'this key is there twice',
  MULTIPLE_DOCS: 'the file must hold one document: a second one begins here with `---`',
  TAB_AS_INDENT: 'tabs cannot indent YAML: use spaces',
  TAG_RESOLVE_FAILED: 'tags (`!name`) have no meaning here',
};

const syntaxWords = (error: YAMLError): string => SYNTAX[error.code] ?? `this is not valid YAML: ${error.message}`;

const lineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

const byPlace = (a: Mistake, b: Mistake): number => a.line - b.line || a.column - b.column;
