// What roles may answer, as data. Anything else is not an answer.
import { z } from 'zod';

const line = z.coerce.number().int().positive().optional().catch(undefined);
const text = z.string().max(4000);
const finding = z.object({ file: z.string().min(1).max(500), line, what: text });

export const reviewAnswer = z.object({
  verdict: z.enum(['CLEAN', 'IMPROVEMENTS_NEEDED']),
  priority_1: z.array(finding).max(50).default([]),
  notes: z.array(finding).max(100).default([]),
  assessment: z
    .array(z.object({ block: z.string().max(200), text }))
    .max(100)
    .default([]),
  coverage: text.optional(),
  freeze: text.optional(),
});
export type ReviewAnswer = z.infer<typeof reviewAnswer>;

export const workAnswer = z.object({
  outcome: z.enum(['done', 'impossible']).default('done'),
  summary: text.optional(),
  because: text.optional(),
  improvements: z
    .array(z.object({ file: z.string().max(500), line, applied: z.boolean(), why: text.optional() }))
    .max(100)
    .default([]),
});
export type WorkAnswer = z.infer<typeof workAnswer>;

const TELLS = ['outcome', 'summary', 'because', 'improvements'];

/** It says what became of the work. Any other JSON that an agent printed, such as an error of its own, is no answer. */
export function isWorkAnswer(value: unknown): boolean {
  if (!workAnswer.safeParse(value).success) return false;
  return Object.keys(value as object).some(key => TELLS.includes(key));
}
