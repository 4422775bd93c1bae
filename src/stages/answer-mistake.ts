// What is wrong with an answer, in words for the agent that gave it: the turn asks once more with them.
import type { z } from 'zod';

const CAP = 1000;

/** One line for each thing; undefined = the answer is of this shape. */
export function mistakeOf(schema: z.ZodType): (value: unknown) => string | undefined {
  return value => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return undefined;
    if (value === undefined) return 'there was no JSON in the answer';
    const lines = parsed.error.issues.map(issue => `${issue.path.join('.') || 'answer'}: ${issue.message}`);
    return lines.join('\n').slice(0, CAP);
  };
}
