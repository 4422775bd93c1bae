// SPEC_WAITING: a run spec is proposed and nobody approved a valid one yet (C2).
import { parseRunSpec } from '../config/run-spec.ts';
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { approved, lockedRunSpec, proposed } from './run-spec-lock.ts';

export function specWaiting(spec: Spec, past: Past): Exit | undefined {
  if (proposed(past).length === 0 || lockedRunSpec(spec, past) !== undefined) return undefined;
  const last = approved(past).at(-1);
  const mistakes = last === undefined ? [] : (parseRunSpec(last).mistakes ?? []);
  const evidence = mistakes.map(({ line, path, message }) =>
    oneLine(`line ${line}, ${path || 'the whole'}: ${message}`),
  );
  const why =
    mistakes.length > 0
      ? 'The approved run spec holds mistakes; correct it in its comment and approve again.'
      : 'The run spec waits to be read, edited and approved.';
  return exit('SPEC_WAITING', why, evidence);
}
