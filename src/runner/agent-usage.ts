// Adds up what an agent says it used. Missing stays missing: unknown is not zero (K20).
import type { AgentTurn } from '../tools.ts';

export type Usage = NonNullable<AgentTurn['usage']>;

const NUMBERS = ['tokensIn', 'tokensOut', 'costUsd'] as const;

/** Numbers of parts that do not overlap. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const sum: Usage = { scope: one.scope === other.scope ? one.scope : 'turn', source: other.source };
  for (const name of NUMBERS) {
    const numbers = [one[name], other[name]].filter(value => value !== undefined);
    if (numbers.length > 0) sum[name] = numbers.reduce((total, value) => total + value, 0);
  }
  return sum;
}

/** Undefined when no number was told. */
export function usageFrom(
  told: Partial<Record<(typeof NUMBERS)[number], number | undefined>>,
  about: Pick<Usage, 'scope' | 'source'>,
): Usage | undefined {
  const known = Object.fromEntries(NUMBERS.flatMap(name => (told[name] === undefined ? [] : [[name, told[name]]])));
  return Object.keys(known).length > 0 ? { ...known, ...about } : undefined;
}

/** What the app measured, with the money the agent told where the operator named no price for its model. */
export function measuredUsage(told: Usage | undefined, measured: Usage | undefined): Usage | undefined {
  if (measured === undefined) return told;
  if (measured.costUsd !== undefined || told?.costUsd === undefined || told.scope === 'last-step') return measured;
  return { ...measured, costUsd: told.costUsd, source: `${measured.source}; money: ${told.source}` };
}
