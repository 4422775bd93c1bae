// What the planner, the tester and the debugger may answer, as data.
import { z } from 'zod';
import { Failure } from '../../failures.ts';
import { type Ask, agentTurn, failureOf } from '../agent-turn.ts';
import { mistakeOf } from '../answer-mistake.ts';
import type { Cycle } from '../cycle.ts';

const line = z.string().trim().min(1).max(500);

export const planAnswer = z.object({
  commits: z
    .array(z.object({ title: line, contract: z.array(line).max(20).default([]) }))
    .min(1)
    .max(20),
});

export const qaAnswer = z.object({
  items: z
    .array(z.object({ item: z.int().min(1), ok: z.boolean(), detail: z.string().max(2000).default('') }))
    .max(100),
});

export const debugAnswer = z.object({
  outcome: z.enum(['done', 'impossible']).default('done'),
  cause: z.string().trim().min(1).max(2000),
});

/** The valid answer, or the failure that stands in its place. A turn a person stopped has neither. */
export interface Answered<T> {
  value?: T;
  failure?: Failure;
}

export async function askRole<T>(cycle: Cycle, job: Ask, schema: z.ZodType<T>): Promise<Answered<T>> {
  const mistake = mistakeOf(schema);
  const turn = await agentTurn(cycle, { ...job, mistake });
  const parsed = schema.safeParse(turn.value);
  if (parsed.success) return { value: parsed.data };
  const failure = failureOf(turn);
  if (failure) return { failure };
  if (turn.outcome === 'cancelled') return {};
  return { failure: new Failure('no-answer', `${job.role}: ${mistake(turn.value)?.replaceAll('\n', '; ')}`) };
}
