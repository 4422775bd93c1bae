// What the sentinel saw, for a person to judge: both log entries beside each other, or touched against declared layers (R4, R5).
import { NO_LAYER } from '../../brakes/spec-drift.ts';
import type { ContextDrift, SpecDrift } from '../../facts/ralph.ts';
import type { Iteration } from '../../record.ts';
import { fenced } from '../fence.ts';
import { table, text } from '../markdown.ts';

const FILES = 10;

/** Nothing when the iteration did not drift. */
export function driftShown(iteration: Iteration | undefined): string[] {
  const drift = iteration?.ralph?.drift;
  if (!drift) return [];
  return drift.kind === 'context' ? entries(drift) : [layers(drift)];
}

function entries({ entry, median }: ContextDrift): string[] {
  const earlier =
    median === '' ? 'There is no earlier entry to compare with.' : `The median earlier entry:\n\n${fenced(median)}`;
  return [`This slice’s entry:\n\n${fenced(entry)}`, earlier];
}

function layers({ declared, touched }: SpecDrift): string {
  const names = [...new Set([...declared, ...touched.map(({ layer }) => layer)])];
  const rows = names.map(layer => [
    layer === NO_LAYER ? 'no known layer' : text(layer),
    declared.includes(layer) ? 'yes' : '**no**',
    shown(touched.find(item => item.layer === layer)?.files ?? []),
  ]);
  return table([['Layer', 'Declared', 'Files touched'], ...rows]);
}

function shown(files: readonly string[]): string {
  if (files.length === 0) return '-';
  const more = files.length > FILES ? `, and ${files.length - FILES} more` : '';
  return files.slice(0, FILES).map(text).join(', ') + more;
}
