// What an agent of this protocol says it used. Agents mean different things by the same numbers; their configuration says which.
import { z } from 'zod';
import type { AgentConfig } from '../../agents.ts';
import { addUsage, type Usage, usageFrom } from '../agent-usage.ts';

const count = z.number().nonnegative();
const some = count.nullish().catch(undefined);
const Answer = z.object({
  usage: z
    .object({
      inputTokens: count,
      outputTokens: count,
      totalTokens: some,
      cachedReadTokens: some,
      cachedWriteTokens: some,
    })
    .optional()
    .catch(undefined),
  _meta: z
    .object({ quota: z.object({ token_count: z.object({ input_tokens: count, output_tokens: count }) }) })
    .optional()
    .catch(undefined),
});
const Cost = z.object({ cost: z.object({ amount: count, currency: z.literal('USD') }) });

export interface Tally {
  /** The answer to a prompt. */
  answered(response: unknown): void;
  /** A `usage_update`: its cost is a running total. */
  update(update: unknown): void;
  /** What was told so far, also of a prompt that never came to its end. */
  usage(): Usage | undefined;
}

export function openTally(scope: AgentConfig['usageScope']): Tally {
  const about = { scope: scope === 'last-step' ? scope : 'turn', source: 'agent' } as const;
  let tokens: Usage | undefined;
  let costUsd: number | undefined;
  return {
    answered(response) {
      const told = usageFrom(tokensOf(response), about);
      // The session is this turn's own, so its last total is the turn's.
      tokens = scope === 'session' ? (told ?? tokens) : addUsage(tokens, told);
    },
    update(update) {
      const told = Cost.safeParse(update);
      // Nothing is what an agent says that does not know its model's price.
      if (told.success && told.data.cost.amount > 0) costUsd = Math.max(costUsd ?? 0, told.data.cost.amount);
    },
    usage: () => usageFrom({ ...tokens, costUsd }, about),
  };
}

function tokensOf(response: unknown): { tokensIn?: number; tokensOut?: number } {
  const { usage, _meta } = Answer.safeParse(response).data ?? {};
  if (usage) {
    const cached = (usage.cachedReadTokens ?? 0) + (usage.cachedWriteTokens ?? 0);
    // Some count cached tokens among the others, some beside them; the total tells which.
    const beside = (usage.totalTokens ?? 0) >= usage.inputTokens + usage.outputTokens + cached;
    return { tokensIn: usage.inputTokens + (beside ? cached : 0), tokensOut: usage.outputTokens };
  }
  const counted = _meta?.quota.token_count;
  return counted ? { tokensIn: counted.input_tokens, tokensOut: counted.output_tokens } : {};
}
