// 2.4 debug: looks at the Jidoka tier first. Tier 1 has the cause found and mended; tiers 2 and 3 leave it to people (A6).
import { errorsSoFar, grantedAttempt, numbers } from '../../brakes/jidoka.ts';
import { Failure } from '../../failures.ts';
import type { Tier } from '../../tools.ts';
import { agentTurn, failureOf, wasStopped } from '../agent-turn.ts';
import { mistakeOf } from '../answer-mistake.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { counts } from '../execute.ts';
import { debugAnswer } from './answers.ts';
import { debugBrief } from './briefs.ts';
import { facts } from './facts.ts';

export const debug: Stage = { name: 'debug', run };

async function run(cycle: Cycle): Promise<void> {
  if (facts(cycle).errors.length === 0) {
    row(cycle, { stage: 'debug', by: 'debug', result: 'not needed', state: 'skipped' });
    return;
  }
  const { tier, most, any } = errorsSoFar([...cycle.past, cycle.draft]);
  if (tier === 1) return mend(cycle);
  const seen =
    tier === 2 ? `the same error in iterations ${numbers(most?.in ?? [])}` : `errors in ${any.length} iterations`;
  row(cycle, {
    stage: 'debug',
    by: 'debug',
    result: `Jidoka tier ${tier}: ${seen}; no fix was attempted`,
    state: 'bad',
  });
}

/** A fix is what changed in the tree; without a valid answer it counts all the same, only its cause stays unknown. */
async function mend(cycle: Cycle): Promise<void> {
  const { git } = cycle.tools;
  const job = { stage: 'debug', role: 'debugger', tier: modelTier(cycle), brief: debugBrief(cycle) } as const;
  const turn = await agentTurn(cycle, { ...job, mistake: mistakeOf(debugAnswer) });
  const fix = await git.snapshot(cycle.tree);
  const changed = fix.from !== fix.to;
  if (changed) cycle.draft.change = await git.snapshot(cycle.from);
  cycle.tree = fix.to;
  const answer = debugAnswer.safeParse(turn.value).data;
  const trouble = failureOf(turn, changed || answer !== undefined) ?? impossible(answer);
  const cause = (answer?.cause ?? 'it named no cause').replace(/[.\s]+$/, '');
  facts(cycle).debug = { cause, changed };
  const ending = [trouble?.message.split('\n')[0], wasStopped(turn)].filter(part => part !== undefined);
  row(cycle, {
    stage: 'debug',
    by: 'debug',
    result: ['tier 1', ...(ending.length > 0 ? ending : [cause]), counts(fix)].join('; ').replace('; ', ': '),
    state: ending.length > 0 || !changed ? 'bad' : 'ok',
  });
  if (trouble) throw trouble;
}

/** The last fix before tier 2, and one that a person granted, is made with the strongest model. */
function modelTier({ past, draft }: Cycle): Tier {
  const again = errorsSoFar([...past, draft]).most?.in.length ?? 0;
  return again > 1 || grantedAttempt(past) ? 'deep' : 'standard';
}

function impossible(answer: { outcome: string; cause: string } | undefined): Failure | undefined {
  return answer?.outcome === 'impossible' ? new Failure('impossible', answer.cause) : undefined;
}
