// TOKEN_EXHAUSTION: what is left of the budget cannot pay another iteration like the last (U11).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { budgetShares, isShort, type Share } from './budget-shares.ts';
import { exit } from './exit.ts';

export function tokenExhaustion(spec: Spec, past: Past): Exit | undefined {
  const evidence = budgetShares(spec, past).filter(isShort).map(told);
  if (evidence.length === 0) return undefined;
  return exit('TOKEN_EXHAUSTION', 'What is left of the budget cannot pay another iteration like the last.', evidence);
}

function told({ unit, spent, limit, next, guessed }: Share): string {
  const partly = guessed ? ', some of it unknown and estimated' : '';
  return `${figure(spent)} of ${figure(limit)} ${unit} used${partly}; the last iteration took ${figure(next)}`;
}

function figure(amount: number): string {
  return String(Math.round(amount * 100) / 100);
}
