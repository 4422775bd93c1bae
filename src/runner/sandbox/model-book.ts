// The book of one job's model service: what was used and what it cost, what was refused, and what people should know of it.
import type { ModelTrouble } from '../../tools.ts';
import type { Cap, Ledger } from './ledger.ts';
import type { Outcome } from './model-exchange.ts';
import { costOf, type Prices, priceOf } from './prices.ts';
import { type Measured, tally } from './tally.ts';
import { witness } from './witness.ts';

export interface ModelBook {
  /** The cap, or what it needs to know, stands in the way. */
  capped(service: string, why: string): void;
  /** An answer is over. */
  enter(about: { service: string; model: string | undefined }, outcome: Outcome): void;
  /** What this job used, as far as services told; undefined when they told nothing. */
  used(): Measured | undefined;
  /** What a service, or the cap, refused last, unless a later request succeeded. */
  trouble(): ModelTrouble | undefined;
  notes(): string[];
}
interface Keeping {
  cap: Cap;
  prices: Prices;
  ledger: { end(more: Pick<Ledger, 'tokens' | 'usd'>): void };
}

export function modelBook({ cap, prices, ledger }: Keeping): ModelBook {
  const notes = new Set<string>();
  const seen = witness();
  const sum = tally();
  const capped = (service: string, why: string): void => {
    notes.add(`The operator’s cap on the run’s model service: ${why}. Requests were refused.`);
    seen.capped(service, why);
  };
  return {
    capped,
    enter({ service, model }, outcome) {
      const { reader, status, headers, hungUp, whole, forbidden } = outcome;
      const used = status !== undefined && status < 300 ? reader.used() : { tokensIn: 0, tokensOut: 0 };
      const price = priceOf(prices, model);
      sum.add(used, price);
      // A cap in dollars must not be slipped under by answers nobody counts.
      const counted = used ?? (cap.usd === undefined ? undefined : reader.guess(outcome.asked));
      if (counted)
        ledger.end({ tokens: counted.tokensIn + counted.tokensOut, usd: price ? costOf(counted, price) : 0 });
      if (forbidden !== undefined) capped(service, forbidden);
      else if (whole && status !== undefined) seen.saw({ service, status, headers, body: reader.text() }, Date.now());
      else if (!hungUp) seen.silent(service);
    },
    used: sum.used,
    trouble: seen.trouble,
    notes: () => [...notes, ...sum.notes()],
  };
}
