// The run spec that holds: the first valid one a person approved, write-once (C2). What was approved is what runs.
import { parseRunSpec, type RunSpec } from '../config/run-spec.ts';
import type { Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { iterations } from './past.ts';

/** An approve word carries the YAML of the comment as it stood then; with `auto_approve` the proposal locks itself. */
export function lockedRunSpec(spec: Spec, past: Past): RunSpec | undefined {
  const proposals = spec.autoiter?.auto_approve ? proposed(past).slice(0, 1) : [];
  const candidates = [...proposals, ...approved(past)];
  for (const text of candidates) {
    const { spec: locked } = parseRunSpec(text);
    if (locked) return locked;
  }
  return undefined;
}

/** What discovery proposed, in order. */
export function proposed(past: Past): string[] {
  return iterations(past).flatMap(({ autoiter }) => autoiter?.proposal ?? []);
}

/** Texts of approvals, in order. An empty one approves nothing. */
export function approved(past: Past): string[] {
  const words = past.filter(entry => entry.kind === 'word' && entry.word === 'approve');
  return words.flatMap(word => (word.kind === 'word' && word.text.trim() !== '' ? word.text : []));
}
