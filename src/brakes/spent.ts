// What iterations used up: tokens, money, working time. What an agent did not tell is unknown, never zero (U11, K20).
import type { Iteration, Spend } from '../record.ts';

/** A sum over agent turns: what is known, and how many turns told nothing. `known` is undefined when none told. */
export interface Used {
  known?: number;
  untold: number;
}

const AGENT_STAGES = new Set(['execute', 'review', 'improve', 'debug']);
/** Roles that work in a stage where commands run as well. */
const AGENT_ROLES = new Set(['tester']);
/** Autoiter's stages, and the roles in them; a row names the issue or fix after its role. */
const SHARED_STAGES = new Set(['discover', 'prepare', 'observe', 'triage', 'fix']);
const SHARED_ROLES =
  /^(?:discoverer|observer|medic|triager|verifier|tester|implementer|reviewer|auditor)(?: (?:FIX|ISSUE|attempt)-\d+)?$/;

export function tokens(iterations: readonly Iteration[]): Used {
  return used(iterations, tokensOf);
}

/** In US dollars. */
export function cost(iterations: readonly Iteration[]): Used {
  return used(iterations, spend => spend.costUsd);
}

/** Working time in minutes; the time a run waits for people is free. */
export function minutes(iterations: readonly Iteration[]): Used {
  const spans = iterations.map(({ startedAt, endedAt }) => Date.parse(endedAt) - Date.parse(startedAt));
  const told = spans.filter(Number.isFinite);
  const known = told.reduce((sum, ms) => sum + Math.max(0, ms) / 60_000, 0);
  return { known, untold: spans.length - told.length };
}

/** Agent turns of an iteration; checks and git cost no tokens. */
export function agentSpend({ spend }: Iteration): Spend[] {
  return spend.filter(row => isAgent(row) || row.tokensIn !== undefined || row.costUsd !== undefined);
}

function isAgent({ stage, role }: Spend): boolean {
  return AGENT_STAGES.has(stage) || AGENT_ROLES.has(role) || (SHARED_STAGES.has(stage) && SHARED_ROLES.test(role));
}

function used(iterations: readonly Iteration[], read: (spend: Spend) => number | undefined): Used {
  const amounts = iterations.flatMap(agentSpend).map(read);
  const told = amounts.filter(amount => amount !== undefined && Number.isFinite(amount)) as number[];
  const untold = amounts.length - told.length;
  return told.length === 0 && untold > 0 ? { untold } : { known: told.reduce((sum, n) => sum + n, 0), untold };
}

function tokensOf({ tokensIn, tokensOut }: Spend): number | undefined {
  if (tokensIn === undefined && tokensOut === undefined) return undefined;
  return (tokensIn ?? 0) + (tokensOut ?? 0);
}
