// The four programs by name.

export const LOOP_NAMES = ['ultraloop', 'autonomous', 'ralph', 'autoiter'] as const;
export type LoopName = (typeof LOOP_NAMES)[number];

/** A loop by the word a person wrote, whatever its case; undefined when there is no such loop. */
export function loopName(word: string): LoopName | undefined {
  return LOOP_NAMES.find(name => name === word.toLowerCase());
}
