// Makes the commit plan once (A3): the checklist, else the planner's; then says which commit this iteration works on.
import { commits, nextCommit } from '../../brakes/commits.ts';
import type { PlannedCommit } from '../../facts/autonomous.ts';
import { ofModel } from '../agent-turn.ts';
import type { Cycle, Stage } from '../cycle.ts';
import { askRole, planAnswer } from './answers.ts';
import { planBrief } from './briefs.ts';

export const planCommits: Stage = { name: 'execute', run };

async function run(cycle: Cycle): Promise<void> {
  const { spec, past, draft } = cycle;
  const known = commits(spec, past);
  const made = known.length > 0 ? undefined : await ask(cycle);
  const planned = made ?? (known.length > 0 ? known : [{ title: spec.title, contract: [] }]);
  const index = nextCommit(planned, past);
  draft.autonomous = {
    ...(made && { plan: made }),
    commit: { index, of: planned.length, title: planned[index]?.title ?? spec.title },
    errors: [],
    outcome: 'CONTINUE',
  };
}

/**
 * A plan that cannot be had is no reason to stop: the whole issue is one commit. A person's stop, and a model that is away, leave
 * the question open.
 */
async function ask(cycle: Cycle): Promise<PlannedCommit[] | undefined> {
  const { spec, draft } = cycle;
  const { value, failure } = await askRole(
    cycle,
    { stage: 'execute', role: 'planner', brief: planBrief(cycle) },
    planAnswer,
  );
  if (value) return value.commits;
  if (!failure) return undefined;
  if (ofModel(failure)) throw failure;
  draft.notes.push(`No commit plan was made (${failure.message.split('\n')[0]}); the whole issue is one commit.`);
  return [{ title: spec.title, contract: [] }];
}
