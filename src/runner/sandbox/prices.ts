// What tokens cost, in US dollars, by the model's name; a model without a price costs an unknown amount, never nothing.
import type { AgentBook } from '../../agents.ts';
import type { Used } from './usage.ts';

export type Prices = AgentBook['prices'];
export type Price = Prices[string];

const MILLION = 1_000_000;

/** The whole name first, then the longest beginning that ends with `*`. Upper and lower case are the same. */
export function priceOf(prices: Prices, model: string | undefined): Price | undefined {
  if (model === undefined) return undefined;
  const name = model.toLowerCase();
  const fits = Object.keys(prices).filter(key => matches(key.toLowerCase(), name));
  const best = fits.sort((a, b) => rank(b) - rank(a))[0];
  return best === undefined ? undefined : prices[best];
}

/** Tokens read from a cache are among those that went in. */
export function costOf({ tokensIn, tokensOut, cached = 0 }: Used, price: Price): number {
  const fresh = Math.max(0, tokensIn - cached);
  return (fresh * price.in + cached * (price.cached ?? price.in) + tokensOut * price.out) / MILLION;
}

const matches = (key: string, name: string): boolean =>
  key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key;

const rank = (key: string): number => (key.endsWith('*') ? key.length : Number.POSITIVE_INFINITY);
