// The run spec as a person reads and edits it: YAML with a word beside each line that can be changed (C2).
import { Document, isMap, isScalar, isSeq, type Pair } from 'yaml';
import type { RunSpec } from './run-spec.ts';

/** Beside a value, by its path. */
const WORDS: Record<string, string> = {
  primary_goal: 'correctness | optimization | both',
  'trigger.kind': 'shell | replay | dataset',
  'trigger.invocation': 'run at the root of the worktree',
  'trigger.expected_output': 'stdout stream | junit xml | custom parser',
  'trigger.scalar_extraction': 'grep:TEXT | grep-count:TEXT | regex:PATTERN | jq:.path | junit:ratio|passed|failed',
  'success_criterion.type': 'all_green | scalar_threshold | convergence_delta | custom',
  'success_criterion.threshold': 'the scalar that is good enough',
  'success_criterion.lower_is_better': 'the scalar is a cost',
  'budget.max_tokens': 'a number or unlimited',
  'budget.max_wallclock_min': 'a number or unlimited',
  iter_rollback_policy: 'kind_aware | none',
  skip_prepare: 'true skips the check of tools, data and a first run',
};

/** Keys in the seed's order; a task of several lines stands as a block, the way it was written. */
export function renderRunSpec(spec: RunSpec): string {
  const { task, primary_goal, trigger, success_criterion, budget, overfit_guards, iter_rollback_policy, skip_prepare } =
    spec;
  const document = new Document({
    ...{ task, primary_goal, trigger, success_criterion, budget, overfit_guards },
    ...{ iter_rollback_policy, skip_prepare },
  });
  if (isMap(document.contents)) for (const pair of document.contents.items) annotate(pair, '');
  const written = document.get('task', true);
  // Hidden characters are taken out of comments: in quotes what is left is still text, never a list or nothing.
  if (isScalar(written) && /^[^\n]*[^\x20-\x7e\n][^\n]*$/.test(task)) written.type = 'QUOTE_DOUBLE';
  const guards = document.get('overfit_guards', true);
  if (isSeq(guards)) guards.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function annotate({ key, value }: Pair, above: string): void {
  const path = `${above}${isScalar(key) ? key.value : ''}`;
  if (isMap(value)) for (const pair of value.items) annotate(pair, `${path}.`);
  const words = WORDS[path];
  if (words !== undefined && isScalar(value)) value.comment = ` ${words}`;
}
