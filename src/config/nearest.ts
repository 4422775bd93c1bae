// "Did you mean …": the closest of a few known words, so that a typing mistake answers itself.

/** The nearest candidate within a third of the word's length (at least 1 edit), case and `-`/`_` aside (`maxCycles` is `max_cycles`). */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const plain = simplify(word.slice(0, 80));
  const allowed = Math.max(1, Math.floor(plain.length / 3));
  const ranked = candidates
    .map(candidate => ({ candidate, edits: distance(plain, simplify(candidate)) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits || begun(b.candidate, plain) - begun(a.candidate, plain));
  return ranked[0]?.candidate;
}

/** Of two equally near ones the one that was only not finished. */
const begun = (candidate: string, plain: string): number => Number(simplify(candidate).startsWith(plain));

const simplify = (word: string): string => word.toLowerCase().replace(/[-_\s]/g, '');

/** Edits between two words: a letter more, less, another, or two swapped. One row of the table at a time. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    const next = [line];
    for (let column = 1; column <= b.length; column++) {
      const change = at(row, column - 1) + (a[line - 1] === b[column - 1] ? 0 : 1);
      const swapped = a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1];
      const swap = swapped ? at(before, column - 2) + 1 : change;
      next.push(Math.min(change, swap, at(row, column) + 1, at(next, column - 1) + 1));
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
