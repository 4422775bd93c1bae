// Reads scope.json (R1): the slices in order, or every mistake in it with the place it stands at.
import * as z from 'zod';
import type { Slice } from '../spec.ts';
import { isName } from './fields.ts';
import { pathText } from './mistake.ts';

export type Scope = { slices: Slice[]; mistakes?: never } | { slices?: never; mistakes: string[] };

const MAX_SLICES = 100;
const MAX_ENTRY = 8_000;

const words = z.string().trim().min(1, 'this is empty').max(2000, 'at most 2,000 characters');
/** It stands in commands, headings and file names. */
const id = z
  .union([z.string(), z.int().min(0)])
  .transform(String)
  .refine(isName, 'an id is up to 64 letters, digits, dots, dashes or underscores, such as `slice-1`');

const slice = z.object({
  id,
  name: words.max(200, 'at most 200 characters'),
  type: words.max(100, 'at most 100 characters').default('feature'),
  layers: z.array(words).min(1, 'name at least one layer, such as `["api", "tests"]`').max(20, 'at most 20 layers'),
  linear_id: words.nullish(),
  definition_of_done: z
    .union([words.transform(text => [text]), z.array(words).min(1, 'say at least one thing that must hold').max(50)])
    .describe('what must hold when the slice is done'),
});

const scope = z.object({
  slices: z.array(slice).min(1, 'there is no slice in it').max(MAX_SLICES, `at most ${MAX_SLICES} slices`),
});

/** Pure, never throws. Keys it does not know are left to the agent; `file` stands in front of each mistake. */
export function parseScope(text: string, file: string): Scope {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { mistakes: [`\`${file}\` is not valid JSON: ${(error as Error).message}`] };
  }
  const parsed = scope.safeParse(json);
  if (!parsed.success) return { mistakes: parsed.error.issues.map(issue => mistake(issue, json, file)) };
  const slices = parsed.data.slices.map((entry, index) => toSlice(entry, rawSlice(json, index)));
  const twice = slices.filter((entry, index) => slices.findIndex(other => other.id === entry.id) < index);
  if (twice.length === 0) return { slices };
  return { mistakes: twice.map(entry => `\`${file}\` has two slices with the id \`${entry.id}\``) };
}

function toSlice({ linear_id, ...entry }: z.output<typeof slice>, raw: unknown): Slice {
  const whole = JSON.stringify(raw, null, 2);
  return {
    ...entry,
    layers: [...new Set(entry.layers)],
    ...(linear_id != null && { linear_id }),
    entry: whole.length > MAX_ENTRY ? `${whole.slice(0, MAX_ENTRY)}\n… (cut)` : whole,
  };
}

function mistake(issue: z.core.$ZodIssue, json: unknown, file: string): string {
  const place = issue.path.length === 0 ? `\`${file}\`` : `\`${file}\`, \`${pathText(issue.path)}\``;
  const value = issue.path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown> | null)?.[key], json);
  return `${place}: ${value === undefined ? 'this is missing' : wordsOf(issue)}`;
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `this must be ${SHAPES[issue.expected] ?? issue.expected}`;
  if (issue.code !== 'invalid_union') return issue.message;
  // Of a union's forms, the one whose outer shape fits says what is wrong inside it.
  const inner = issue.errors.find(form => form.every(one => one.code !== 'invalid_type' || one.path.length > 0))?.[0];
  return inner ? wordsOf(inner) : 'this must be text or a list of texts';
}

const SHAPES: Record<string, string> = { string: 'text', array: 'a list', object: 'an object `{…}`' };

function rawSlice(json: unknown, index: number): unknown {
  return (json as { slices: unknown[] }).slices[index];
}
