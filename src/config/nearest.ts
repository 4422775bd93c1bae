// "Did you mean …": the closest of a few known words, so that a typing mistake answers itself.

/** The nearest candidate within a third of the word's length (at least 1 edit), case and `-`/`_` aside (`maxCycles` is `max_cycles`). */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = simplify(word.slice(0, 80));
  const allowed = Math.max(1, Math.floor(plain.length / 3));
  const ranked = candidates
    .map(candidate => ({ candidate, edits: distance(plain, simplify(candidate)) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate;
}

const simplify = (word: string): string => word.toLowerCase().replace(/[-_\s]/g, '');

/** Levenshtein distance, one row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const swap = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
