// The outer loop's pass (R9): end-to-end checks over all slices; what fails is mapped to slices by its output.
import { flaggedSlices } from '../../brakes/flagged-slices.ts';
import { ralphs } from '../../brakes/ralph-course.ts';
import type { Past } from '../../record.ts';
import { check, checkOutput } from '../check.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { factsOf, present } from './begin.ts';

export const e2e: Stage = { name: 'e2e', run };

async function run(cycle: Cycle): Promise<void> {
  const { task, plan } = present(cycle);
  if (task.kind !== 'e2e' || !plan.e2e) return;
  const contract = await check(cycle, { stage: 'e2e', name: 'end to end', command: plan.e2e });
  if (!contract.ok && !contract.timedOut && contract.exitCode === null) return; // stopped by a person
  cycle.draft.blocks.push({
    name: 'end to end',
    declared: true,
    status: contract.ok ? 'passing' : 'failing',
    contract,
  });
  const output = contract.ok ? '' : checkOutput(contract);
  const built = plan.slices.map(slice => ({ slice, files: filesOf(cycle.past, slice.id) }));
  const { slices, flows, guessed } = contract.ok
    ? { slices: [], flows: [], guessed: false }
    : flaggedSlices(output, built);
  factsOf(cycle).e2e = { ok: contract.ok, flagged: slices, flows, output };
  factsOf(cycle).done = contract.ok;
  if (guessed) cycle.draft.notes.push('The output names no slice by id, name or file, so every slice is flagged.');
  const result = contract.ok ? 'all pass' : `flagged: ${slices.join(', ')}`;
  row(cycle, { stage: 'e2e', by: 'end-to-end checks', result, state: contract.ok ? 'ok' : 'bad' });
}

/** Files the attempts at a slice changed. */
function filesOf(past: Past, id: string): string[] {
  const mine = ralphs(past).filter(({ ralph }) => ralph.slice?.id === id);
  return [...new Set(mine.flatMap(({ change }) => change?.files ?? []).map(file => file.path))];
}
