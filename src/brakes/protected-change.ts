// PROTECTED_CHANGE: the iteration's work holds what may not be pushed; the branch stays as it was and people are asked.
import type { GuardResult, Refused, Rule } from '../facts/guard.ts';
import type { Exit, Iteration, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit, oneLine } from './exit.ts';
import { sinceLastWord } from './past.ts';

const SHOWN = 10;
const WHY: Record<Rule, string> = {
  protected: 'Protected files were changed',
  link: 'A symbolic link leads out of the repository',
  'too-much': 'The change is larger than the limits allow',
  secret: 'The change holds what looks like a secret',
};

export function protectedChange(_spec: Spec, past: Past): Exit | undefined {
  const refused = sinceLastWord(past).at(-1)?.guard?.refused ?? [];
  if (refused.length === 0) return undefined;
  const why = [...new Set(refused.map(({ rule }) => WHY[rule]))].join('; ');
  const evidence = refused.slice(0, SHOWN).map(seen => oneLine(sighted(seen)));
  if (refused.length > SHOWN) evidence.push(`and ${refused.length - SHOWN} more`);
  const files = [...new Set(refused.map(({ path }) => path))];
  return { ...exit('PROTECTED_CHANGE', `${why}. Nothing of it was pushed to the branch.`, evidence), files };
}

/** `src/keys.ts:3 an access key`. */
export function sighted({ path, line, what }: Omit<Refused, 'rule'>): string {
  return `${path}${line === undefined ? '' : `:${line}`} ${what}`;
}

/** Whether what the iteration made was kept from the branch by the freeze or the guard. */
export function isRefused({
  freeze,
  guard,
}: {
  freeze?: Iteration['freeze'];
  guard?: GuardResult | undefined;
}): boolean {
  return freeze?.intact === false || (guard?.refused.length ?? 0) > 0;
}
