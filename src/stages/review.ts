// (b) The reviewer reads, never writes, and answers data (U6).
import { Failure } from '../failures.ts';
import type { Review } from '../record.ts';
import type { AgentTurn, Brief } from '../tools.ts';
import { agentTurn, failureOf } from './agent-turn.ts';
import { mistakeOf } from './answer-mistake.ts';
import { type ReviewAnswer, reviewAnswer } from './answers.ts';
import { reviewBrief } from './brief.ts';
import { type Cycle, row, type Stage } from './cycle.ts';

export const review: Stage = { name: 'review', run };

async function run(cycle: Cycle): Promise<void> {
  const judged = await askReviewer(cycle, reviewBrief(cycle));
  row(cycle, { stage: 'review', by: 'reviewer', result: summary(judged), state: 'ok' });
}

/** The reviewer's verdict, also put into the record. Throws when there is none: unclear is never clean. */
export async function askReviewer(cycle: Cycle, brief: Brief[], by = 'reviewer'): Promise<Review> {
  const turn = await agentTurn(cycle, { stage: 'review', role: 'reviewer', brief, mistake });
  noteDiscarded(cycle, turn);
  const parsed = reviewAnswer.safeParse(turn.value);
  if (parsed.success) {
    const judged = toReview(parsed.data);
    cycle.draft.review = judged;
    return judged;
  }
  const failure = failureOf(turn) ?? new Failure('no-verdict', whyNone(turn), { log: turn.log });
  row(cycle, { stage: 'review', by, result: failure.message, state: 'bad' });
  throw failure;
}

const mistake = mistakeOf(reviewAnswer);

function whyNone(turn: AgentTurn): string {
  return turn.outcome === 'cancelled'
    ? 'the review was cut short'
    : (mistake(turn.value)?.replaceAll('\n', '; ') ?? '');
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
