// (b) The reviewer reads, never writes, and answers data (U6). An answer that is none is asked for once more.
import { Failure } from '../failures.ts';
import type { Review } from '../record.ts';
import type { AgentTurn, Brief } from '../tools.ts';
import { agentTurn, failureOf } from './agent-turn.ts';
import { type ReviewAnswer, reviewAnswer } from './answers.ts';
import { repairBrief, reviewBrief } from './brief.ts';
import { type Cycle, row, type Stage } from './cycle.ts';

export const review: Stage = { name: 'review', run };

async function run(cycle: Cycle): Promise<void> {
  const judged = await askReviewer(cycle, reviewBrief(cycle));
  row(cycle, { stage: 'review', by: 'reviewer', result: summary(judged), state: 'ok' });
}

/** The reviewer's verdict, also put into the record. Throws when there is none: unclear is never clean. */
export async function askReviewer(cycle: Cycle, brief: Brief[], by = 'reviewer'): Promise<Review> {
  const first = await agentTurn(cycle, { stage: 'review', role: 'reviewer', brief });
  let answer = answered(first);
  if (!answer.review && !answer.failure) {
    const repair = repairBrief(answer.mistake);
    answer = answered(await agentTurn(cycle, { stage: 'review', role: 'reviewer', brief: [...brief, repair] }));
  }
  noteDiscarded(cycle, first);
  if (answer.review) {
    cycle.draft.review = answer.review;
    return answer.review;
  }
  const failure = answer.failure ?? new Failure('no-verdict', answer.mistake, { log: first.log });
  row(cycle, { stage: 'review', by, result: failure.message, state: 'bad' });
  throw failure;
}

interface Answered {
  review?: Review;
  failure?: Failure;
  mistake: string;
}
function answered(turn: AgentTurn): Answered {
  const parsed = reviewAnswer.safeParse(turn.value);
  if (parsed.success) return { review: toReview(parsed.data), mistake: '' };
  const failure = failureOf(turn);
  if (failure) return { failure, mistake: '' };
  if (turn.outcome === 'cancelled')
    return { failure: new Failure('no-verdict', 'the review was cut short'), mistake: '' };
  const mistake =
    turn.value === undefined
      ? 'there was no JSON in the answer'
      : parsed.error.issues.map(issue => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; ');
  return { mistake: mistake.slice(0, 1000) };
}

/** CLEAN with must-fix items contradicts itself: ambiguous is not clean. */
function toReview({ priority_1, ...answer }: ReviewAnswer): Review {
  const verdict = priority_1.length > 0 ? 'IMPROVEMENTS_NEEDED' : answer.verdict;
  const { coverage, freeze } = answer;
  return {
    verdict,
    priority1: priority_1.map(plain),
    notes: answer.notes.map(plain),
    assessment: answer.assessment,
    ...(coverage !== undefined && { coverage }),
    ...(freeze !== undefined && { freeze }),
  };
}

function plain({ file, line, what }: ReviewAnswer['notes'][number]): Review['notes'][number] {
  return { file, what, ...(line !== undefined && { line }) };
}

function summary({ verdict, priority1, notes }: Review): string {
  const noted = notes.length > 0 ? `, ${notes.length} ${notes.length === 1 ? 'note' : 'notes'}` : '';
  return verdict === 'CLEAN' ? `CLEAN${noted}` : `IMPROVEMENTS_NEEDED: ${priority1.length} must-fix${noted}`;
}

function noteDiscarded(cycle: Cycle, { discarded }: AgentTurn): void {
  if (discarded.length === 0) return;
  const some = discarded.slice(0, 5).join(', ');
  cycle.draft.notes.push(
    `The reviewer changed ${discarded.length} files (${some}); a reviewer may not, they were discarded.`,
  );
}
