// What a run has taken from model services so far, on disk: a restart of the app does not open a new purse.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export interface Ledger {
  requests: number;
  tokens: number;
  /** US dollars, as far as there are prices. */
  usd: number;
}
export interface Cap {
  /** Requests and tokens of a whole run. */
  requests: number;
  tokens: number;
  /** US dollars of a whole run; only models with a price are asked then. Absent = no such limit. */
  usd?: number;
}

/** Far above what honest runs need. */
export const USUAL_CAP: Cap = { requests: 2000, tokens: 20_000_000 };

const NAME = 'model-use.json';
const count = z.number().int().nonnegative();
/** A ledger of an earlier version has no dollars. */
const Shape = z.object({ requests: count, tokens: count, usd: z.number().nonnegative().default(0) });

export function openLedger(folder: string) {
  const file = join(folder, NAME);
  return {
    read: () => read(file),
    /** Counts before the answer is there, so that many requests at once do not all see room for one more. */
    begin: () => write(file, ledger => ({ ...ledger, requests: ledger.requests + 1 })),
    end: (more: Pick<Ledger, 'tokens' | 'usd'>) =>
      write(file, ledger => ({ ...ledger, tokens: ledger.tokens + more.tokens, usd: ledger.usd + more.usd })),
  };
}

/** Which limit of the cap is reached; undefined while there is room. A ledger that cannot be read leaves none. */
export function overCap(ledger: Ledger | undefined, cap: Cap): string | undefined {
  if (ledger === undefined) return 'what the run used cannot be read';
  if (ledger.requests >= cap.requests) return `the run made ${ledger.requests} of ${cap.requests} requests`;
  if (ledger.tokens >= cap.tokens) return `the run used ${ledger.tokens} of ${cap.tokens} tokens`;
  if (cap.usd !== undefined && ledger.usd >= cap.usd)
    return `the run cost $${ledger.usd.toFixed(2)} of $${cap.usd.toFixed(2)}`;
  return undefined;
}

function read(file: string): Ledger | undefined {
  try {
    return Shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { requests: 0, tokens: 0, usd: 0 } : undefined;
  }
}

/** In one go, without a pause another request of this process could come into. */
function write(file: string, change: (ledger: Ledger) => Ledger): void {
  const before = read(file);
  if (before === undefined) return;
  writeFileSync(`${file}.new`, JSON.stringify(change(before)), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
