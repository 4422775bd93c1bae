// CONTEXT_DRIFT and SPEC_DRIFT: the sentinel saw drift; a person looks before anything else is spent (R4, R5).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { sinceLastWord } from './past.ts';
import { strays } from './spec-drift.ts';

const SHOWN = 20;

/** Never retried by itself: until a person says `/approve` or `/continue` the run waits. */
export function drifted(_spec: Spec, past: Past): Exit | undefined {
  const ralph = sinceLastWord(past).at(-1)?.ralph;
  if (!ralph?.drift) return undefined;
  const slice = ralph.slice ? `${ralph.slice.id} (${oneLine(ralph.slice.name)})` : 'The slice';
  if (ralph.drift.kind === 'context')
    return exit('CONTEXT_DRIFT', `${slice}: the agent’s account of its work is too thin to trust.`, [ralph.drift.why]);
  const files = strays(ralph.drift);
  const declared = ralph.drift.declared.join(', ');
  const evidence = files.slice(0, SHOWN).map(oneLine);
  if (files.length > SHOWN) evidence.push(`and ${files.length - SHOWN} more`);
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return {
    ...exit('SPEC_DRIFT', `${slice} declares ${declared}; ${count} outside of that changed.`, evidence),
    files,
  };
}
