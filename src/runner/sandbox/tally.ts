// Adds up what one job's answers used: what was not told stays unknown, also in money (K20).
import { costOf, type Price } from './prices.ts';
import type { Used } from './usage.ts';

export interface Measured {
  tokensIn: number;
  tokensOut: number;
  /** Absent when an answer came from a model without a price. */
  costUsd?: number;
}

export function tally() {
  let sum: Measured | undefined;
  let unpriced = false;
  let untold = 0;
  return {
    /** @param used undefined when the answer did not say */
    add(used: Used | undefined, price: Price | undefined): void {
      if (used === undefined) {
        untold++;
        return;
      }
      if (price === undefined && used.tokensIn + used.tokensOut > 0) unpriced = true;
      const { tokensIn, tokensOut, costUsd = 0 } = sum ?? { tokensIn: 0, tokensOut: 0 };
      sum = {
        tokensIn: tokensIn + used.tokensIn,
        tokensOut: tokensOut + used.tokensOut,
        costUsd: costUsd + (price ? costOf(used, price) : 0),
      };
    },
    used(): Measured | undefined {
      if (sum === undefined || !unpriced) return sum;
      const { costUsd: _, ...tokens } = sum;
      return tokens;
    },
    notes(): string[] {
      if (untold === 0) return [];
      const answers = untold === 1 ? 'one of its answers' : `${untold} of its answers`;
      return [`The model service did not say what ${answers} used.`];
    },
  };
}
