// A role's answer as data, or a failure. Several at once for the adversarial verifiers (C7).
import type { z } from 'zod';
import { Failure } from '../../failures.ts';
import type { StageName } from '../../record.ts';
import type { Brief, Role, Tier } from '../../tools.ts';
import { agentTurn, failureOf } from '../agent-turn.ts';
import { mistakeOf } from '../answer-mistake.ts';
import type { Cycle } from '../cycle.ts';

export interface Question<T> {
  stage: StageName;
  role: Role;
  tier: Tier;
  brief: Brief[];
  schema: z.ZodType<T>;
  /** Tells jobs of one role apart. */
  name?: string;
}
/** What went wrong with one role and not with the host: it costs that role's work, not the iteration. */
const OF_ONE_ROLE: ReadonlySet<string> = new Set([
  ...['agent-failed', 'agent-timeout', 'agent-idle', 'no-answer', 'impossible', 'nested-repository'],
]);

/** Rethrows everything that concerns more than the role that was asked. */
export function ofOneRole(error: unknown): Failure {
  if (error instanceof Failure && OF_ONE_ROLE.has(error.code)) return error;
  throw error;
}

/** At the same time, of one run: agents are heavy. */
const AT_ONCE = 4;

/** Throws the failure of the catalogue when there is no valid answer: nothing is ever guessed. */
export async function ask<T>(cycle: Cycle, question: Question<T>): Promise<T> {
  const answers = await askAll(cycle, [question]);
  const answer = answers[0];
  if (answer instanceof Failure) throw answer;
  return answer as T;
}

/** Answers in the order of the questions; what has none is its failure. In rounds, so that a resumed turn asks in the same order. */
export async function askAll<T>(cycle: Cycle, questions: readonly Question<T>[]): Promise<(T | Failure)[]> {
  const answers: (T | Failure)[] = [];
  for (let at = 0; at < questions.length; at += AT_ONCE)
    answers.push(...(await round(cycle, questions.slice(at, at + AT_ONCE))));
  return answers;
}

async function round<T>(cycle: Cycle, questions: readonly Question<T>[]): Promise<(T | Failure)[]> {
  const { spend } = cycle.draft;
  const told = spend.length;
  const answers = await Promise.all(questions.map(question => answerTo(cycle, question)));
  // Whoever was faster: the record is the same.
  spend.push(...spend.splice(told).sort((a, b) => a.role.localeCompare(b.role)));
  return answers;
}

async function answerTo<T>(cycle: Cycle, { schema, ...job }: Question<T>): Promise<T | Failure> {
  const mistake = mistakeOf(schema);
  const turn = await agentTurn(cycle, { ...job, mistake });
  if (turn.discarded.length > 0)
    cycle.draft.notes.push(
      `The ${job.role} wrote ${turn.discarded.length} files; it may only look, they were discarded.`,
    );
  const parsed = schema.safeParse(turn.value);
  if (parsed.success) return parsed.data;
  const failure = failureOf(turn);
  if (failure) return failure;
  if (turn.outcome === 'cancelled') return new Failure('no-answer', 'it was cut short by a person');
  return new Failure('no-answer', `${job.role}: ${mistake(turn.value)?.replaceAll('\n', '; ')}`, { log: turn.log });
}
