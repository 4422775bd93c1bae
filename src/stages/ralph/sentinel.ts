// 3. The sentinel (R4, R5), after the work and before the gateway (7.1): drift is seen before a test run is spent on it.
import { contextDrift } from '../../brakes/context-drift.ts';
import { entriesOf, withoutEntry } from '../../brakes/implementation-log.ts';
import type { SliceTask } from '../../brakes/ralph-course.ts';
import { specDrift, strays } from '../../brakes/spec-drift.ts';
import type { RalphFacts } from '../../facts/ralph.ts';
import { type Cycle, row, type Stage } from '../cycle.ts';
import { factsOf, present } from './begin.ts';
import { LOG_CAP } from './build-slice.ts';
import { sliceChange } from './slice-change.ts';

export const sentinel: Stage = { name: 'sentinel', run };

async function run(cycle: Cycle): Promise<void> {
  const { task } = present(cycle);
  // An attempt that did not come to its end is judged by its failure, not by what it left half done.
  if (task.kind !== 'slice' || cycle.draft.failure || !cycle.draft.change) return;
  const facts = factsOf(cycle);
  if (facts.approved !== undefined) return say(cycle, `a person let iteration ${facts.approved} pass`, 'skipped');
  const drift = await driftOf(cycle, task);
  if (!drift) return say(cycle, 'no drift', 'ok');
  facts.drift = drift;
  const files = drift.kind === 'spec' ? strays(drift).length : 0;
  const declared = drift.kind === 'spec' ? drift.declared.join(', ') : '';
  return say(
    cycle,
    drift.kind === 'spec'
      ? `SPEC DRIFT: ${files} ${files === 1 ? 'file' : 'files'} outside ${declared}`
      : `CONTEXT DRIFT: ${drift.why}`,
    'bad',
  );
}

async function driftOf(cycle: Cycle, task: SliceTask): Promise<RalphFacts['drift']> {
  const { plan } = present(cycle);
  const change = await sliceChange(cycle, task);
  const paths = change.files.map(file => file.path);
  const spec = specDrift(paths, { declared: task.slice.layers, layers: plan.layers });
  // A slice that changed nothing has no account to give: the gateway says what is missing.
  if (spec || paths.length === 0) return spec;
  const log = (await cycle.tools.git.read(cycle.from, plan.log, LOG_CAP)) ?? '';
  const earlier = entriesOf(withoutEntry(log, task.slice)).map(entry => entry.text);
  return contextDrift(factsOf(cycle).entry ?? 'The agent gave no entry.', earlier);
}

function say(cycle: Cycle, result: string, state: 'ok' | 'bad' | 'skipped'): void {
  row(cycle, { stage: 'sentinel', by: 'sentinel', result, state });
}
