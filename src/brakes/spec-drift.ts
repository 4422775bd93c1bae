// Spec drift (R5): files changed outside the layers the slice declares.
import { covers } from '../config/globs.ts';
import type { SpecDrift } from '../facts/ralph.ts';

/** Name under which files of no known layer are shown. */
export const NO_LAYER = 'none';

export interface Declared {
  /** Layers of the slice. */
  declared: readonly string[];
  /** Layer → globs. */
  layers: Readonly<Record<string, readonly string[]>>;
}

/**
 * A file belongs when one declared layer covers it, whatever other layers would too. Undefined when all do.
 * @param files changed paths, deleted ones too; the log is none of them
 */
export function specDrift(files: readonly string[], { declared, layers }: Declared): SpecDrift | undefined {
  const others = Object.keys(layers).filter(layer => !declared.includes(layer));
  const kinds = [...declared, ...others].map(layer => ({ layer, has: covers(layers[layer] ?? []) }));
  const placed = [...new Set(files)].sort().map(file => ({
    file,
    layer: kinds.find(({ has }) => has(file))?.layer ?? NO_LAYER,
  }));
  if (placed.every(({ layer }) => declared.includes(layer))) return undefined;
  const touched = [...declared, ...others, NO_LAYER].map(layer => ({
    layer,
    files: placed.filter(item => item.layer === layer).map(({ file }) => file),
  }));
  return { kind: 'spec', declared: [...declared], touched: touched.filter(item => item.files.length > 0) };
}

/** The files outside the declared layers. */
export function strays({ declared, touched }: SpecDrift): string[] {
  return touched.filter(({ layer }) => !declared.includes(layer)).flatMap(({ files }) => files);
}
