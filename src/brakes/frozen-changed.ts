// A frozen file changed: the run halts and the files' owners are asked (U9).
import type { Exit, Past } from '../record.ts';
import type { Spec } from '../spec.ts';
import { exit } from './exit.ts';
import { sinceLastWord } from './past.ts';

const SHOWN = 10;

export function frozenChanged(_spec: Spec, past: Past): Exit | undefined {
  const freeze = sinceLastWord(past).at(-1)?.freeze;
  if (freeze === undefined || freeze.intact) return undefined;
  const { violations } = freeze;
  const files = violations.map(file => file.path);
  const evidence = violations.slice(0, SHOWN).map(file => `${file.status} ${file.path}`);
  if (violations.length > SHOWN) evidence.push(`and ${violations.length - SHOWN} more`);
  const count = `${violations.length} frozen ${violations.length === 1 ? 'file' : 'files'}`;
  return { ...exit('FREEZE_VIOLATION', `${count} changed; the freeze wanted none.`, evidence), files };
}
