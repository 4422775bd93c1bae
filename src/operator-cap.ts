// The operator's cap on what a run may take of model services. One that could not be held, or would let nothing through, is a mistake.
import type { AgentBook } from './agents.ts';
import type { Cap } from './runner/sandbox/ledger.ts';

interface Words {
  ULTRALOOP_MODEL_RUN_REQUESTS: number;
  ULTRALOOP_MODEL_RUN_TOKENS: number;
  ULTRALOOP_MODEL_RUN_USD?: number | undefined;
  ULTRALOOP_SANDBOX: string;
}

export function capOf(words: Words, { prices }: Pick<AgentBook, 'prices'>): Cap {
  const {
    ULTRALOOP_MODEL_RUN_REQUESTS: requests,
    ULTRALOOP_MODEL_RUN_TOKENS: tokens,
    ULTRALOOP_MODEL_RUN_USD: usd,
  } = words;
  if (usd === undefined) return { requests, tokens };
  if (words.ULTRALOOP_SANDBOX === 'unsafe-none')
    throw new Error(
      'ULTRALOOP_MODEL_RUN_USD cannot be held without a sandbox: agents then ask their model services themselves. Leave it out, or set ULTRALOOP_SANDBOX=bubblewrap.',
    );
  if (Object.keys(prices).length === 0)
    throw new Error(
      'ULTRALOOP_MODEL_RUN_USD: no model has a price, so none could be asked. Add `prices:` to the file of ULTRALOOP_AGENTS, such as `prices: { "the-model": { in: 1.25, out: 10 } }`, in US dollars for a million tokens.',
    );
  return { requests, tokens, usd };
}
