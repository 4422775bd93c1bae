// A role's answer as data: asked once more when it is none, then a failure. Several at once for the adversarial verifiers (C7).
import type { z } from 'zod';
import { Failure } from '../../failures.ts';
import type { StageName } from '../../record.ts';
import type { AgentTurn, Brief, Role, Tier } from '../../tools.ts';
import { agentTurn, failureOf } from '../agent-turn.ts';
import { repairBrief } from '../brief.ts';
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
  const first = await Promise.all(questions.map(question => turn(cycle, question)));
  const read = first.map((answered, at) => readAs(answered, questions[at]?.schema));
  const again = read.map(({ mistake }, at) => {
    const question = questions[at];
    return mistake === undefined || !question ? undefined : turn(cycle, question, repairBrief(mistake));
  });
  const repaired = await Promise.all(again);
  // Whoever was faster: the record is the same.
  spend.push(...spend.splice(told).sort((a, b) => a.role.localeCompare(b.role)));
  return read.map((answer, at) => {
    const second = repaired[at];
    const last = second ? readAs(second, questions[at]?.schema) : answer;
    return last.value ?? last.failure ?? noAnswer(questions[at]?.role, last.mistake, first[at]);
  });
}

async function turn<T>(cycle: Cycle, { schema: _, ...job }: Question<T>, repair?: Brief): Promise<AgentTurn> {
  const answered = await agentTurn(cycle, { ...job, brief: repair ? [...job.brief, repair] : job.brief });
  if (answered.discarded.length > 0)
    cycle.draft.notes.push(
      `The ${job.role} wrote ${answered.discarded.length} files; it may only look, they were discarded.`,
    );
  return answered;
}

interface Answered<T> {
  value?: T;
  failure?: Failure;
  mistake?: string;
}

function readAs<T>(answered: AgentTurn, schema: z.ZodType<T> | undefined): Answered<T> {
  const parsed = schema?.safeParse(answered.value);
  if (parsed?.success) return { value: parsed.data };
  const failure = failureOf(answered);
  if (failure) return { failure };
  if (answered.outcome === 'cancelled') return { failure: new Failure('no-answer', 'it was cut short by a person') };
  if (answered.value === undefined || !parsed) return { mistake: 'there was no JSON in the answer' };
  const mistakes = parsed.error.issues.map(issue => `${issue.path.join('.') || 'answer'}: ${issue.message}`);
  return { mistake: mistakes.join('; ').slice(0, 1000) };
}

function noAnswer(role: Role | undefined, mistake: string | undefined, answered: AgentTurn | undefined): Failure {
  return new Failure('no-answer', `${role}: ${mistake ?? 'none'}`, answered && { log: answered.log });
}
