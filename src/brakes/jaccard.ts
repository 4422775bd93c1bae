// How alike two plans are (G7): the share of words they have in common, and its bucket from 1 (other) to 5 (the same).

export type Bucket = 1 | 2 | 3 | 4 | 5;

/** Common words over all words, in [0, 1]; order, case and repetition do not matter. Two empty texts have nothing in common: 0. */
export function jaccard(a: string, b: string): number {
  const [left, right] = [tokens(a), tokens(b)];
  const common = [...left].filter(token => right.has(token)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}

/** The seed leaves the table to a file it does not carry; fifths are the plain choice: 0.2, 0.4, 0.6 and 0.8 begin the next bucket. */
export function bucketize(ratio: number): Bucket {
  if (ratio >= 0.8) return 5;
  if (ratio >= 0.6) return 4;
  if (ratio >= 0.4) return 3;
  return ratio >= 0.2 ? 2 : 1;
}

function tokens(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [],
  );
}
