// The four programs by name, and which of them this version can run.

export const LOOP_NAMES = ['ultraloop', 'autonomous', 'ralph', 'autoiter'] as const;
export type LoopName = (typeof LOOP_NAMES)[number];

/** Loops that can be started; the others are known by name so that a person gets a straight answer. */
export const BUILT_LOOPS = ['ultraloop', 'autonomous', 'ralph', 'autoiter'] as const satisfies readonly LoopName[];

/** A loop by the word a person wrote, whatever its case; undefined when there is no such loop. */
export function loopName(word: string): LoopName | undefined {
  return LOOP_NAMES.find(name => name === word.toLowerCase());
}
